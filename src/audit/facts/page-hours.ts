import { listDayNames } from './dates.ts'
import { removeDirections, rowEnd } from './normalize-text.ts'
import { type RowTimes, readRowTimes } from './row-times.ts'
import { isSameTimes, toHalfDay, type Week } from './week.ts'

/** The times next to the name of a day. */
export interface DayTimes extends RowTimes {
  /** From Monday, which is 0. */
  day: number
  /** The number of the list or table of days: no other text is between its rows. */
  list: number
}

/** The hours in a text. */
export interface DayText {
  days: DayTimes[]
  /** The times of ranges that are next to no day. */
  others: Set<string>
  /** Whether a range of days has no times, as in "Monday to Friday, nine to five". */
  hasEmptyRange: boolean
}

/** Words for several days. They can only confirm hours, because the weekend differs between countries. */
const dayWords: [pattern: string, days: number[]][] = [
  ['every ?day|daily|(?:7|seven) days(?: a week)?|כל יום|כל ימות השבוע', [0, 1, 2, 3, 4, 5, 6]],
  ['weekdays?', [6, 0, 1, 2, 3, 4]],
  ['weekends?|סוף השבוע|סופי שבוע', [4, 5, 6]]
]
const rangePattern = /^\.?\s*(?:[-–—]|to|until|till|through|thru|עד|bis|à|al?)\s*$/u
const listPattern = /^\.?\s*(?:[,&+/]|,?\s?(?:and|und|et|y|e))\s*ו?$/u
const maxLength = 80

/** A name of a day, or a word for several, in a text. */
interface Token {
  days: number[]
  isWord: boolean
  start: number
  end: number
}

/** Returns a function that finds the days in a text, in a language or in English, and the times next to each. */
export function createDayReader(language: string): (text: string) => DayText {
  const names = listDayNames(language)
  const byLength = names.flat().sort((a, b) => b.length - a.length)
  const words = dayWords.map(([pattern]) => pattern)
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])ו?(?:(${byLength.join('|')})|${words.map((word) => `(${word})`).join('|')})(?![\\p{L}\\p{N}])`,
    'gu'
  )
  const toToken = (match: RegExpExecArray): Token => {
    const [text, name] = match
    const wordDays = dayWords.find((_, index) => match[index + 2] !== undefined)?.[1] ?? []
    const days = name === undefined ? wordDays : [names.findIndex((all) => all.includes(name))]
    return { days, isWord: name === undefined, start: match.index, end: match.index + text.length }
  }
  return (blocks) => {
    const text = removeDirections(blocks)
      .toLowerCase()
      .replace(/['’](?=[^\p{L}])/gu, '׳')
    return readDays(text, [...text.matchAll(pattern)].map(toToken))
  }
}

function readDays(text: string, tokens: Token[]): DayText {
  const days: DayTimes[] = []
  let hasEmptyRange = false
  let list = 0
  const rest: string[] = []
  let restStart = 0
  let index = 0
  for (let first = tokens[0]; first; first = tokens[index]) {
    const { group, isRange, isCertain, size, end } = readGroup(text, tokens, index, first)
    if (/[\p{L}\p{N}]/u.test(text.slice(restStart, first.start))) list += 1
    index += size
    // A row ends with its block, or before a year, which is part of a date with other hours.
    const after = text.slice(end, Math.min(end + maxLength, tokens[index]?.start ?? text.length))
    const [row = ''] = after.split(new RegExp(`${rowEnd}|\\b20\\d\\d\\b`))
    const times = readRowTimes(row)
    hasEmptyRange ||= isRange && times.times.length === 0 && !times.isWholeDay
    days.push(...group.map((day) => ({ day, list, ...times, isCertain: times.isCertain && isCertain })))
    rest.push(text.slice(restStart, end))
    restStart = end + row.length
  }
  rest.push(text.slice(restStart))
  return { days, others: new Set(readRowTimes(rest.join(rowEnd)).times), hasEmptyRange }
}

/** Reads the days from a token on that share their times: "Monday – Friday", "Mon, Wed", or a day alone. */
function readGroup(text: string, tokens: Token[], start: number, first: Token) {
  const group = [...first.days]
  let isRange = false
  let isCertain = !first.isWord
  let size = 1
  let last = first
  for (; ; size++) {
    const next = tokens[start + size]
    const between = text.slice(last.end, next?.start)
    const joinsRange = rangePattern.test(between)
    if (next === undefined || next.isWord || last.isWord || !(joinsRange || listPattern.test(between))) break
    /* c8 ignore next: every name is of one day */
    const [from = 0, to = 0] = [...last.days, ...next.days]
    const steps = joinsRange ? (to - from + 7) % 7 : 0
    group.push(...Array.from({ length: steps }, (_, step) => (from + step + 1) % 7), ...next.days)
    isRange ||= joinsRange
    // In "closed Monday, Tuesday 9:00–17:00", the days of a list do not share the times.
    isCertain &&= joinsRange
    last = next
  }
  return { group: [...new Set(group)], isRange, isCertain, size, end: last.end }
}

/** Returns whether a text next to a day states the times of that day. */
export const isDayStated = ({ times, isWholeDay, isHalfUnknown }: DayTimes, expected: string[]): boolean =>
  isSameTimes(times, expected) ||
  (isHalfUnknown && isSameTimes(times.map(toHalfDay), expected.map(toHalfDay))) ||
  (isWholeDay && isSameTimes(expected, ['00:00', '00:00']))

/** Returns whether the days of a page state a whole week. A closed day may be missing. */
export const isWeekStated = (days: DayTimes[], week: Week): boolean =>
  week.every(
    (times, day) =>
      days.some((stated) => stated.day === day && isDayStated(stated, times)) || times.length === 0
  )
