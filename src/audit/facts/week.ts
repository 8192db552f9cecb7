import { type JsonObject, readText } from './json.ts'

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** The times of opening and closing of each weekday, from Monday, in order; none if the place is closed. */
export type Week = string[][]

/** Returns the times of each weekday. The entries have `day`, `opens` and `closes`. */
export function readWeek(entries: JsonObject[]): Week {
  return weekdays.map((day) =>
    entries
      .filter((entry) => readText(entry, 'day') === day)
      .map((entry) => [readText(entry, 'opens'), readText(entry, 'closes')])
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
      .flat()
  )
}

/** Returns the week as text, such as "monday 08:00–13:00, 16:00–20:00; tuesday closed". */
export const formatWeek = (week: Week): string =>
  week.map((times, index) => `${weekdays[index]} ${formatTimes(times)}`).join('; ')

/** Returns pairs of times as text. */
export function formatTimes(times: string[]): string {
  const pairs = times.flatMap((time, index) => (index % 2 === 0 ? [`${time}–${times[index + 1] ?? ''}`] : []))
  return pairs.join(', ') || 'closed'
}

/** Returns whether two lists of times are the same. Midnight may be 24:00, and a whole day may end at 23:59. */
export const isSameTimes = (a: string[], b: string[]): boolean =>
  a.length === b.length && a.every((time, index) => toMidnight(time) === toMidnight(b[index] ?? ''))

const toMidnight = (time: string) => time.replace(/^(24:00|23:59)$/, '00:00')
