import type { Temporal } from 'temporal-polyfill'
import { getTemporal, toLocalDate, toPlainDate } from './local-time.ts'
import type { Place } from './places.ts'
import { type OpeningDay, weekdays } from './schemas/hours.ts'

const resolvedDays = 14

/** A local date of a time zone. */
interface LocalDate {
  date: Temporal.PlainDate
  /** The date and the next one, such as `2027-01-31`. */
  day: string
  nextDay: string
  weekday: string | undefined
  /** The offset of the zone on the date and the next one; undefined if it changes or has seconds. */
  offset: string | undefined
}

/** Returns a function that returns the hours of the next 14 local dates of a place. It computes the dates of a zone once. */
export function createDayResolver(now: Date): (place: Place) => OpeningDay[] {
  const zones = new Map<string, LocalDate[]>()
  return (place) => {
    const dates = zones.get(place.timezone) ?? listDates(place.timezone, now)
    zones.set(place.timezone, dates)
    return dates.map((date) => resolveDay(place, date))
  }
}

/** How many days after today the hours of one date can be read. */
const maxDaysAhead = 365

/** The dates whose hours can be read, from the first to the last, and the last one of the next 14. */
export interface DateRange {
  first: string
  last: string
  lastPublished: string
}

/** Returns the dates whose hours can be read: from today, because no place states the hours that it had. */
export function findDateRange(places: Place[], now: Date): DateRange {
  const [today] = places.map(({ timezone }) => toLocalDate(now, timezone)).sort()
  const add = (days: number) => getTemporal().PlainDate.from(`${today}`).add({ days }).toString()
  return { first: add(0), last: add(maxDaysAhead), lastPublished: add(resolvedDays - 1) }
}

/** Returns a function that returns the hours of a place on one date, such as `2027-01-31`. */
export function createDateResolver(day: string): (place: Place) => OpeningDay {
  const date = getTemporal().PlainDate.from(day)
  const locate = (timezone: string) => {
    const near = [-1, 0, 1, 2].map((days) =>
      date.add({ days }).toPlainDateTime().toZonedDateTime(timezone, { disambiguation: 'later' })
    )
    return describeDate(date, commonOffset(near))
  }
  const zones = new Map<string, LocalDate>()
  return (place) => {
    const local = zones.get(place.timezone) ?? locate(place.timezone)
    zones.set(place.timezone, local)
    return resolveDay(place, local)
  }
}

/** Returns the next 14 local dates of a time zone, today first; a date that the zone skips is not among them. */
function listDates(timezone: string, now: Date): LocalDate[] {
  const dates: LocalDate[] = []
  const midnight = toPlainDate(now, timezone).toPlainDateTime()
  const midnightIn = (count: number) =>
    midnight.add({ days: count }).toZonedDateTime(timezone, { disambiguation: 'later' })
  // From the date before to the second one after: a change of the clock at midnight may affect both dates.
  const near = [-1, 0, 1].map(midnightIn)
  for (let count = 0; dates.length < resolvedDays; count += 1) {
    near.push(midnightIn(count + 2))
    const date = midnight.add({ days: count }).toPlainDate()
    if (near[1]?.toPlainDate().equals(date)) dates.push(describeDate(date, commonOffset(near)))
    near.shift()
  }
  return dates
}

const describeDate = (date: Temporal.PlainDate, offset: string | undefined): LocalDate => ({
  date,
  day: date.toString(),
  nextDay: date.add({ days: 1 }).toString(),
  weekday: weekdays[date.dayOfWeek - 1],
  offset
})

/** Returns the offset of zoned times, such as `+02:00`, or undefined if it is not the same for all or has seconds. */
function commonOffset(times: Temporal.ZonedDateTime[]): string | undefined {
  const [offset = '', ...others] = new Set(times.map((time) => time.offset))
  return others.length === 0 && offset.length === '+00:00'.length ? offset : undefined
}

function resolveDay(
  { timezone, opening_hours, special_hours = [] }: Place,
  { date, day, nextDay, weekday, offset }: LocalDate
): OpeningDay {
  const special = special_hours.filter(({ from, to = from }) => from <= day && day <= to)
  const hours = special.length > 0 ? special : opening_hours.filter((entry) => entry.day === weekday)
  const name = special.find((entry) => entry.name !== undefined)?.name
  return {
    date: day,
    ...(name !== undefined && { name }),
    intervals: hours
      .flatMap(({ opens, closes }) =>
        opens && closes
          ? [
              // Resolving a time in a zone takes 0.1 ms on Node.js 20, and 200 places have 11,200 times.
              offset === undefined
                ? resolveInterval(timezone, date, opens, closes)
                : {
                    opens: `${day}T${opens}:00${offset}`,
                    closes: `${closes > opens ? day : nextDay}T${closes}:00${offset}`
                  }
            ]
          : []
      )
      // A gap of daylight saving may contain the whole interval.
      .filter(({ opens, closes }) => Date.parse(opens) < Date.parse(closes))
      .sort((a, b) => Date.parse(a.opens) - Date.parse(b.opens))
  }
}

/** Moves a time in a gap of daylight saving forward. In an overlap, takes the first opening and the second closing. */
function resolveInterval(timezone: string, date: Temporal.PlainDate, opens: string, closes: string) {
  const lastDate = closes > opens ? date : date.add({ days: 1 })
  const at = (day: Temporal.PlainDate, time: string, disambiguation: 'compatible' | 'later') =>
    day
      .toPlainDateTime(getTemporal().PlainTime.from(time))
      .toZonedDateTime(timezone, { disambiguation })
      .toString({ timeZoneName: 'never', smallestUnit: 'second' })
  return { opens: at(date, opens, 'compatible'), closes: at(lastDate, closes, 'later') }
}
