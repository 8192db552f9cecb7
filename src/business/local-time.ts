import type { Temporal } from 'temporal-polyfill'

let temporal: typeof Temporal | undefined

/** Loads the time arithmetic. Only a business with hours needs it, because loading it takes 22 to 81 ms and 7 MB. */
export async function loadTemporal(): Promise<void> {
  // Node.js 26 has its own, which the polyfill returns if it exists.
  temporal ??= (await import('temporal-polyfill')).Temporal
}

/** Returns the time arithmetic. Throws if it is not loaded. */
export function getTemporal(): typeof Temporal {
  /* c8 ignore next: only a bug can call it before loadTemporal */
  if (temporal === undefined) throw new Error('temporal: must be loaded before hours are resolved')
  return temporal
}

/** Returns a time in a time zone. */
const toZoned = (now: Date, timezone: string): Temporal.ZonedDateTime =>
  getTemporal().Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone)

/** Returns the date of a time in a time zone. */
export const toPlainDate = (now: Date, timezone: string): Temporal.PlainDate =>
  toZoned(now, timezone).toPlainDate()

/** Returns the date of a time in a time zone, such as `2027-01-31`. */
export const toLocalDate = (now: Date, timezone: string): string => toPlainDate(now, timezone).toString()

interface Zoned {
  timezone: string
}

/** Returns the first instant after `now` at which the local date of a place changes, or undefined without places. */
export function findNextMidnight(places: Zoned[], now: Date): Date | undefined {
  const zones = [...new Set(places.map(({ timezone }) => timezone))]
  const midnights = zones.map((zone) => nextMidnight(now, zone))
  return midnights.length === 0 ? undefined : new Date(Math.min(...midnights))
}

/** Returns a function that returns the next midnight of the places at a time. It computes each midnight once. */
export function createMidnights(places: Zoned[]): (now: Date) => Date | undefined {
  let last: { from: Date; until: Date } | undefined
  return (now) => {
    if (last && last.from <= now && now < last.until) return last.until
    const until = findNextMidnight(places, now)
    last = until && { from: now, until }
    return until
  }
}

/** Returns the next change of the local date, which a change of the clock may undo: a date can begin twice. */
function nextMidnight(now: Date, timezone: string): number {
  const local = toZoned(now, timezone)
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
