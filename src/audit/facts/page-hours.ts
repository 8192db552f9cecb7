import { listDayNames } from './dates.ts'
import { removeDirections, rowEnd } from './text.ts'
import { isSameTimes, type Week } from './week.ts'

/** The times beside the name of a day. */
export interface DayTimes {
  /** From Monday, which is 0. */
  day: number
  times: string[]
  /** Whether the text says "24" where times are missing, as in "open 24 hours". */
  isWholeDay: boolean
}

const time = /(\d{1,2})[:.](\d{2})(?!\d)\s*([ap])?|\b(\d{1,2})\s*([ap])\.?m\b/gi
const maxLength = 80

/** Returns a function that finds the names of days in a text, in a language or in English, and the times beside each. */
export function createDayReader(language: string): (text: string) => DayTimes[] {
  const names = listDayNames(language)
  const byLength = names.flat().sort((a, b) => b.length - a.length)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${byLength.join('|')})(?![\\p{L}])`, 'gu')
  return (blocks) => {
    const text = removeDirections(blocks).toLowerCase()
    const found = Array.from(text.matchAll(pattern), (match) => {
      const day = names.findIndex((all) => all.includes(match[0]))
      return { day, start: match.index, end: match.index + match[0].length }
    })
    return found.flatMap(({ day, end }, index) => {
      const next = found[index + 1]
      const between = text.slice(end, next?.start)
      // The times of "Monday – Friday 9:00–17:00" are those of each of its days.
      const isRange = next !== undefined && /^\.?\s*(?:[-–—]|to|until|עד)\s*$/u.test(between)
      const after = isRange ? text.slice(next.end, found[index + 2]?.start) : between
      const times = readTimes(after)
      const last = isRange ? next.day : day
      const days = [day, ...Array.from({ length: (last - day + 7) % 7 }, (_, step) => (day + step + 1) % 7)]
      return days.map((of) => ({ day: of, ...times }))
    })
  }
}

function readTimes(after: string): Omit<DayTimes, 'day'> {
  // A row ends before dates with other hours, and so does everything before a year.
  const [row = ''] = after.slice(0, maxLength).split(new RegExp(`${rowEnd}|\\b20\\d\\d\\b`))
  const times = Array.from(row.matchAll(time), ([, hour, minutes = '00', half, hourOnly, halfOnly]) =>
    toTime(Number(hour ?? hourOnly), minutes, half ?? halfOnly)
  )
  return { times, isWholeDay: times.length === 0 && row.includes('24') }
}

/** Returns a time of 24 hours, such as 17:00 for 5 pm. */
function toTime(hour: number, minutes: string, half: string | undefined): string {
  const hours = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  return `${String(hours).padStart(2, '0')}:${minutes}`
}

/** Returns whether a text beside a day states the times of that day. */
export const isDayStated = ({ times, isWholeDay }: DayTimes, expected: string[]): boolean =>
  isSameTimes(times, expected) || (isWholeDay && isSameTimes(expected, ['00:00', '00:00']))

/** Returns whether the days of a page state a whole week. A closed day may be missing. */
export const isWeekStated = (days: DayTimes[], week: Week): boolean =>
  week.every(
    (times, day) =>
      days.some((stated) => stated.day === day && isDayStated(stated, times)) || times.length === 0
  )
