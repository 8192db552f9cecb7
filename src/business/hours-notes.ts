import type { Business } from './business.ts'
import { listPlaces } from './opening-days.ts'

/** Returns a sentence for agents about the opening hours; none if they are unknown. */
export const listHoursNotes = ({ profile }: Business): string[] =>
  listPlaces(profile).length === 0
    ? []
    : [
        'Opening hours are in the time zone of each place, and special dates replace them: to say when the business is open, read the dates in hours.json (getOpeningHours).'
      ]
