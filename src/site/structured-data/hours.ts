import { findPlace, listSpecial } from '../../business/places.ts'
import { weekdays } from '../../business/schemas/hours.ts'
import type { PageContext } from '../page-context.ts'
import type { StructuredNode } from '../view.ts'

/** Returns the hours of a place as properties of its node (schema.org/Place); none if they are unknown. */
export function createHoursProperties(context: PageContext, id: string): Record<string, StructuredNode[]> {
  const place = findPlace(context.business.profile, id)
  if (place === undefined) return {}
  const special = listSpecial(place, context.now)
  // One node for the days that have the same hours.
  const daysByTimes = new Map<string, string[]>()
  for (const day of weekdays) {
    for (const { opens, closes } of place.opening_hours.filter((entry) => entry.day === day)) {
      const times = `${opens} ${closes}`
      daysByTimes.set(times, [...(daysByTimes.get(times) ?? []), capitalize(day)])
    }
  }
  return {
    openingHoursSpecification: Array.from(daysByTimes, ([times, dayOfWeek]) => {
      const [opens, closes] = times.split(' ')
      return { '@type': 'OpeningHoursSpecification', dayOfWeek, ...describeTimes(opens, closes) }
    }),
    ...(special.length > 0 && {
      specialOpeningHoursSpecification: special.map(({ name, from, to = from, opens, closes }) => ({
        '@type': 'OpeningHoursSpecification',
        name,
        validFrom: from,
        validThrough: to,
        ...describeTimes(opens, closes)
      }))
    })
  }
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the times as Google reads them (structured data, local business): from 00:00 to 00:00 is closed. */
function describeTimes(opens: string | undefined, closes: string | undefined) {
  if (opens === undefined || closes === undefined) return { opens: '00:00', closes: '00:00' }
  return { opens, closes: opens === closes ? subtractMinute(closes) : closes }
}

// 24 hours end a minute early, because equal times mean closed.
const subtractMinute = (time: string) =>
  new Date(Date.parse(`2024-01-02T${time}:00Z`) - 60_000).toISOString().slice(11, 16)
