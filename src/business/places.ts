import { toLocalDate } from './local-time.ts'
import type { OpeningHours, SpecialHours } from './schemas/hours.ts'
import type { Profile } from './schemas/profile.ts'

/** A place of the business whose hours are known. */
export interface Place {
  /** `main` for the main address. */
  id: string
  name?: string
  timezone: string
  opening_hours: OpeningHours[]
  special_hours?: SpecialHours[]
}

/** The id of the main address among the places. */
export const mainPlace = 'main'

/** Returns the places whose hours are known: the main address first, then the locations. */
export function listPlaces({
  timezone = '',
  opening_hours,
  special_hours,
  locations = []
}: Profile): Place[] {
  const main = { id: mainPlace, timezone, opening_hours, special_hours }
  return [main, ...locations.map((location) => ({ timezone, ...location }))].flatMap((place) =>
    place.opening_hours === undefined
      ? []
      : [
          {
            id: place.id,
            ...('name' in place && { name: place.name }),
            timezone: place.timezone,
            opening_hours: place.opening_hours,
            ...(place.special_hours && { special_hours: place.special_hours })
          }
        ]
  )
}

/** Returns a place of the business by its id, or undefined if its hours are unknown. */
export const findPlace = (profile: Profile, id: string): Place | undefined =>
  listPlaces(profile).find((place) => place.id === id)

/** Returns the places with special hours, whose pages lose each date when it is past. */
export const datedPlaces = (places: Place[]): Place[] =>
  places.filter(({ special_hours = [] }) => special_hours.length > 0)

/** Returns whether an interval ends on the date after the one on which it begins. */
export const endsNextDay = ({ opens = '', closes = '' }: { opens?: string; closes?: string }): boolean =>
  closes !== '' && closes <= opens

/** Returns the special hours of a place whose last date is not past, the first date first. */
export const listSpecial = (place: Place, now: Date): SpecialHours[] => {
  const { special_hours = [] } = place
  if (special_hours.length === 0) return []
  const today = toLocalDate(now, place.timezone)
  return special_hours
    .filter(({ from, to = from }) => to >= today)
    .sort((a, b) => (`${a.from} ${a.opens}` < `${b.from} ${b.opens}` ? -1 : 1))
}
