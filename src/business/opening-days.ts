import type { Temporal } from 'temporal-polyfill'
import { type OpeningDay, type OpeningHours, type SpecialHours, weekdays } from './hours.ts'
import type { Profile } from './profile.ts'
import { getTemporal } from './temporal.ts'

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

/** Returns the local date of a place, such as `2027-01-31`. */
const localDate = ({ timezone }: Place, now: Date): string => toZoned(timezone, now).toPlainDate().toString()

/** Returns the places with special hours, whose pages lose each date when it is past. */
export const datedPlaces = (places: Place[]): Place[] =>
  places.filter(({ special_hours = [] }) => special_hours.length > 0)

/** Returns the special hours of a place whose last date is not past, the first date first. */
export const listSpecial = (place: Place, now: Date): SpecialHours[] => {
  const { special_hours = [] } = place
  if (special_hours.length === 0) return []
  const today = localDate(place, now)
  return special_hours
    .filter(({ from, to = from }) => to >= today)
    .sort((a, b) => (`${a.from} ${a.opens}` < `${b.from} ${b.opens}` ? -1 : 1))
}

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
  const [today] = places.map(({ timezone }) => toZoned(timezone, now).toPlainDate().toString()).sort()
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
  const midnight = toZoned(timezone, now).toPlainDate().toPlainDateTime()
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

/** Returns the first instant after `now` at which the local date of a place changes, or undefined without places. */
export function findNextMidnight(places: Place[], now: Date): Date | undefined {
  const zones = [...new Set(places.map(({ timezone }) => timezone))]
  const midnights = zones.map((zone) => nextMidnight(zone, now))
  return midnights.length === 0 ? undefined : new Date(Math.min(...midnights))
}

/** Returns a function that returns the next midnight of the places at a time. It computes each midnight once. */
export function createMidnights(places: Place[]): (now: Date) => Date | undefined {
  let last: { from: Date; until: Date } | undefined
  return (now) => {
    if (last && last.from <= now && now < last.until) return last.until
    const until = findNextMidnight(places, now)
    last = until && { from: now, until }
    return until
  }
}

const toZoned = (timezone: string, now: Date): Temporal.ZonedDateTime =>
  getTemporal().Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone)

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

/** Returns the next change of the local date, which a change of the clock may undo: a date can begin twice. */
function nextMidnight(timezone: string, now: Date): number {
  const local = toZoned(timezone, now)
  const tomorrow = local.toPlainDate().add({ days: 1 })
  const first = tomorrow.toZonedDateTime(timezone)
  const second = tomorrow.toPlainDateTime().toZonedDateTime(timezone, { disambiguation: 'later' })
  // Searching for a change of the clock takes long in a zone that has none.
  const change = first.offset === local.offset ? null : local.getTimeZoneTransition('next')
  const yesterday = local.toPlainDate().subtract({ days: 1 })
  return [change, first, second]
    .filter((time) => time !== null)
    .filter((time) => time !== change || time.toPlainDate().equals(yesterday))
    .map(({ epochMilliseconds }) => epochMilliseconds)
    .filter((time) => time > now.getTime())
    .reduce((earliest, time) => Math.min(earliest, time))
}
