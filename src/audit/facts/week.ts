import { weekdays } from '../../business/schemas/hours.ts'
import { type JsonObject, readText } from '../json.ts'

/** The times of opening and closing of each weekday, from Monday, in order; none if the place is closed. */
export type Week = string[][]

/** Returns the times of each weekday. The entries have `day`, `opens` and `closes`. */
export function readWeek(entries: JsonObject[]): Week {
  return weekdays.map((day) =>
    entries
      .filter((entry) => readText(entry, 'day') === day)
      .map((entry) => [readText(entry, 'opens'), readText(entry, 'closes')])
      .sort(([a = ''], [b = '']) => a.localeCompare(b))
      .flat()
  )
}

/** Returns the week as text, such as "monday 08:00–13:00, 16:00–20:00; tuesday closed". */
export const formatWeek = (week: Week): string =>
  week.map((times, index) => `${weekdays[index]} ${formatTimes(times)}`).join('; ')

/** Returns pairs of times as text. */
export const formatTimes = (times: string[]): string =>
  times
    .join(' ')
    .replace(/(\S+) (\S+)( ?)/g, (_, opens, closes, more) => `${opens}–${closes}${more && ', '}`) || 'closed'

/** Returns whether two lists of times are the same. Midnight may be 24:00, and a whole day may end at 23:59. */
export const isSameTimes = (a: string[], b: string[]): boolean =>
  a.map(toMidnight).join(' ') === b.map(toMidnight).join(' ')

/** Returns the time of the morning for a time of the evening, such as 05:00 for 17:00. */
export function toHalfDay(time: string): string {
  const [hour = '', minutes] = time.split(':')
  return `${String(Number(hour) % 12).padStart(2, '0')}:${minutes}`
}

/** Returns the ways in which a page may write a time, such as 17:00 and 5:00 pm. */
export function listSpellings(time: string): string[] {
  const [hour = '', minutes] = time.split(':')
  const half = Number(hour) < 12 ? 'a' : 'p'
  const halves = [`${half}m`, `${half}.m.`].flatMap((text) => [text, text.toUpperCase()])
  return [time, ...halves.map((text) => `${Number(hour) % 12 || 12}:${minutes} ${text}`)]
}

const toMidnight = (time: string) => time.replace(/^(24:00|23:59)$/, '00:00')

/** Returns the first day whose times differ, with the other times; undefined if two weeks are the same. */
export const findOtherDay = (week: Week, other: Week): string | undefined =>
  weekdays
    .map((name, day) => ({
      name,
      times: week.slice(day, day + 1).flat(),
      others: other.slice(day, day + 1).flat()
    }))
    .filter(({ times, others }) => !isSameTimes(times, others))
    .map(({ name, others }) => `${name} ${formatTimes(others)}`)[0]
