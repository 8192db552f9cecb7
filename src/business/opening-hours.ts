import type { Static } from '@sinclair/typebox'
import type { Temporal } from 'temporal-polyfill'
import { memoise } from '../base/cache.ts'
import { type Hours, type SpecialHours, weekdays } from './schemas/hours.ts'
import type { Profile } from './schemas/profile.ts'

type PlaceHours = Static<typeof Hours>['locations'][number]
export type Place = Omit<PlaceHours, 'days'>

export const mainPlace = 'main'

/** Returns the places whose hours are known: the main address first, then the locations. */
export function listPlaces({ locations = [], ...profile }: Profile): Place[] {
  const places = [{ ...profile, id: mainPlace, name: undefined }, ...locations]
  return places.flatMap(({ id, name, timezone = profile.timezone ?? '', opening_hours, special_hours }) =>
    opening_hours === undefined
      ? []
      : [{ id, ...(name && { name }), timezone, opening_hours, ...(special_hours && { special_hours }) }]
  )
}

export const findPlace = (profile: Profile, id = mainPlace): Place | undefined =>
  listPlaces(profile).find((place) => place.id === id)

/** Returns the special hours of a place whose last date is not past, the first date first. */
export function listSpecial({ special_hours = [], timezone }: Place, now: Date): SpecialHours[] {
  if (special_hours.length === 0) return []
  const today = toLocalDate(now, timezone)
  return special_hours
    .filter(({ from, to = from }) => to >= today)
    .sort((a, b) => (`${a.from} ${a.opens}` < `${b.from} ${b.opens}` ? -1 : 1))
}

const resolvedDays = 14

/** Returns the hours of places on a date such as `2027-01-31`, or else on the next 14 local dates. */
export function readHours(places: Place[], now: Date, date?: string) {
  const datesIn = memoise((timezone: string): LocalDate[] => {
    const readOffset = memoise((day: string) => {
      const midnight = getTemporal().PlainDateTime.from(day)
      return midnight.toZonedDateTime(timezone, { disambiguation: 'later' }).offset
    })
    const locate = (date: Temporal.PlainDate): LocalDate => {
      // From the date before to the second one after: a change of the clock at midnight may affect both dates.
      const [offset, ...others] = new Set([-1, 0, 1, 2].map((days) => readOffset(`${date.add({ days })}`)))
      return { date, offset: others.length === 0 ? offset : undefined }
    }
    if (date !== undefined) return [locate(getTemporal().PlainDate.from(date))]
    const today = toPlainDate(now, timezone)
    return Array.from({ length: resolvedDays }, (_, days) => locate(today.add({ days })))
  })
  return {
    locations: places.map((place) => ({
      ...place,
      days: datesIn(place.timezone).map((day) => resolveDay(place, day))
    }))
  }
}

const maxDaysAhead = 365

/** Returns the dates whose hours can be read: the first, the last and the last one that is published. */
export function findDateRange(places: Place[], now: Date) {
  const [today] = places.map(({ timezone }) => toLocalDate(now, timezone)).sort()
  const add = (days: number) => getTemporal().PlainDate.from(`${today}`).add({ days }).toString()
  return { first: add(0), last: add(maxDaysAhead), lastPublished: add(resolvedDays - 1) }
}

interface LocalDate {
  date: Temporal.PlainDate
  /** The offset of the zone on the date and the next one, such as `+02:00`; undefined if it changes. */
  offset: string | undefined
}

function resolveDay(
  { timezone, opening_hours, special_hours = [] }: Place,
  localDate: LocalDate
): PlaceHours['days'][number] {
  const day = localDate.date.toString()
  const weekday = weekdays[localDate.date.dayOfWeek - 1]
  const special = special_hours.filter(({ from, to = from }) => from <= day && day <= to)
  const hours = special.length > 0 ? special : opening_hours.filter((entry) => entry.day === weekday)
  const name = special.find((entry) => entry.name !== undefined)?.name
  return {
    date: day,
    ...(name !== undefined && { name }),
    intervals: hours
      .flatMap(({ opens, closes }) =>
        opens && closes ? [resolveInterval(timezone, localDate, opens, closes)] : []
      )
      // A gap of daylight saving may contain the whole interval.
      .filter(({ opens, closes }) => Date.parse(opens) < Date.parse(closes))
      .sort((a, b) => Date.parse(a.opens) - Date.parse(b.opens))
  }
}

/** Moves a time in a gap of daylight saving forward. In an overlap, takes the first opening and the second closing. */
function resolveInterval(timezone: string, { date, offset }: LocalDate, opens: string, closes: string) {
  const lastDate = closes > opens ? date : date.add({ days: 1 })
  // Resolving a time in a zone takes 0.1 ms on Node.js 20, and 200 places have 11,200 times.
  if (offset !== undefined)
    return { opens: `${date}T${opens}:00${offset}`, closes: `${lastDate}T${closes}:00${offset}` }
  const at = (day: Temporal.PlainDate, time: string, disambiguation: 'compatible' | 'later') =>
    day
      .toPlainDateTime(getTemporal().PlainTime.from(time))
      .toZonedDateTime(timezone, { disambiguation })
      .toString({ timeZoneName: 'never', smallestUnit: 'second' })
  return { opens: at(date, opens, 'compatible'), closes: at(lastDate, closes, 'later') }
}

let temporal: typeof Temporal | undefined

/** Loads the time arithmetic if Node.js has none. Only a business with hours needs it: it takes 72 to 81 ms and 7 MB. */
export async function loadTemporal(): Promise<void> {
  temporal ??= Reflect.get(globalThis, 'Temporal') ?? (await import('temporal-polyfill')).Temporal
}

function getTemporal(): typeof Temporal {
  if (temporal === undefined) throw new Error('temporal: must be loaded before hours are resolved')
  return temporal
}

const toPlainDate = (now: Date, timezone: string): Temporal.PlainDate =>
  getTemporal().Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate()

export const toLocalDate = (now: Date, timezone: string): string => toPlainDate(now, timezone).toString()

/** Returns a function that returns the next midnight of the places at a time. It computes each midnight once. */
export function createMidnights(places: Place[]): (now: Date) => Date | undefined {
  const zones = [...new Set(places.map(({ timezone }) => timezone))]
  let last: { from: Date; until: Date } | undefined
  return (now) => {
    if (zones.length === 0 || (last && last.from <= now && now < last.until)) return last?.until
    // Since 2012, no zone has skipped a date or begun one twice.
    const midnights = zones.map((zone) => toPlainDate(now, zone).add({ days: 1 }).toZonedDateTime(zone))
    const until = new Date(Math.min(...midnights.map(({ epochMilliseconds }) => epochMilliseconds)))
    last = { from: now, until }
    return until
  }
}
