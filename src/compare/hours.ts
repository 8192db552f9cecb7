import { once } from '../base/cache.ts'
import { listWeekdayNames } from '../base/calendar.ts'
import { type JsonObject, readText } from '../base/json-value.ts'
import { weekdays } from '../business/schemas/hours.ts'
import { absent, differs, type Statement, stated, type Week } from './fact.ts'
import { anyOf, type Meaning, otherDayNames } from './phrases.ts'
import { removeDirections, rowEnd } from './text.ts'

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

export const formatTimes = (times: string[]): string =>
  times.map((time, index) => (index === 0 ? time : `${index % 2 === 1 ? '–' : ', '}${time}`)).join('') ||
  'closed'

/** Returns whether two lists of times are the same. Midnight may be 24:00, and a whole day may end at 23:59. */
const isSameTimes = (a: string[], b: string[]): boolean =>
  a.map(toMidnight).join(' ') === b.map(toMidnight).join(' ')

/** Returns the time of the morning for a time of the evening, such as 05:00 for 17:00. */
function toHalfDay(time: string): string {
  const [hour = '', minutes] = time.split(':')
  return `${String(Number(hour) % 12).padStart(2, '0')}:${minutes}`
}

const toMidnight = (time: string) => time.replace(/^(24:00|23:59)$/, '00:00')

const timesOf = (week: Week, day: number) => week.slice(day, day + 1).flat()

/** Returns the first day whose times differ, with the other times; undefined if two weeks are the same. */
export function findOtherDay(week: Week, other: Week): string | undefined {
  const day = weekdays.findIndex((_, day) => !isSameTimes(timesOf(week, day), timesOf(other, day)))
  return day === -1 ? undefined : `${weekdays[day]} ${formatTimes(timesOf(other, day))}`
}

export function listDayNames(language: string): string[][] {
  const lists = [language, 'en'].flatMap((locale) => [
    listWeekdayNames(locale, 'long'),
    listWeekdayNames(locale, 'short')
  ])
  return weekdays.map((_, index) => {
    const names = lists.map((list) => `${list[index]}`.toLowerCase().replace(/\.$/, ''))
    // In Hebrew, "יום א׳" is "א׳" in a range.
    const letters = names.flatMap((name) => name.match(/\p{L}׳$/u) ?? [])
    const plural = names.slice(2, 3).map((english) => `${english}s`)
    return [...new Set([...names, ...letters, ...plural, ...otherDayNames.slice(index, index + 1).flat()])]
  })
}

/** Creates a function that returns the statement of a text about one of the weeks of the business. */
export function createHoursReader(
  language: string,
  weeks: Week[]
): (blocks: string) => (week: Week) => Statement {
  const read = once(() => createDayReader(language))
  return (blocks) => {
    const { days, others, hasEmptyRange } = read()(blocks)
    const timed = days.filter(({ times, isWholeDay }) => times.length > 0 || isWholeDay)
    const certain = timed.filter(({ isCertain }) => isCertain)
    const countDays = (list: number) =>
      new Set(certain.filter((day) => day.list === list).map(({ day }) => day)).size
    // A list of fewer days may be the times of a course.
    const wrong = certain.find((day) => isWrong(day, weeks, timed) && countDays(day.list) >= 3)
    // Hours that cannot be understood are not missing: "nine to five", or times before the days.
    const isUnclear = others.size > 0 || timed.some((day) => !day.isCertain)
    const shown = [...others, ...timed.flatMap(({ times }) => times)].map(toHalfDay)
    return (week) => {
      // An unknown value may be of any week, and is reported once.
      if (wrong && week === weeks[0]) return differs(`${weekdays[wrong.day]} ${formatTimes(wrong.times)}`)
      const hasTimes = week.flat().every((time) => shown.includes(toHalfDay(time)))
      return isWeekStated(timed, week) || hasEmptyRange || (isUnclear && hasTimes) ? stated : absent
    }
  }
}

/** Returns whether the times of a day contradict every week. Times inside the hours may be of a course, if the page also states the week. */
function isWrong(day: DayTimes, weeks: Week[], days: DayTimes[]): boolean {
  const expected = weeks.flatMap((week) => week.slice(day.day, day.day + 1))
  if (expected.some((times) => isDayStated(day, times))) return false
  const [from = ''] = day.times
  const [to = ''] = day.times.slice(-1)
  const isInside = expected.some((times) => {
    const [opens = ''] = times
    const [closes = ''] = times.slice(-1)
    return opens < from && to < closes
  })
  return !(isInside && weeks.some((week) => isWeekStated(days, week)))
}

interface DayTimes extends RowTimes {
  /** From Monday, which is 0. */
  day: number
  /** The number of the list or table of days: no other text is between its rows. */
  list: number
}

interface DayText {
  days: DayTimes[]
  /** The times of ranges that are next to no day. */
  others: Set<string>
  /** Whether a range of days has no times, as in "Monday to Friday, nine to five". */
  hasEmptyRange: boolean
}

const dayWords: [meaning: Meaning, days: number[]][] = [
  ['everyDay', [0, 1, 2, 3, 4, 5, 6]],
  ['workdays', [6, 0, 1, 2, 3, 4]],
  ['weekend', [4, 5, 6]]
]
const daysUntil = new RegExp(`^\\.?\\s*(?:[-–—]|${anyOf('until')})\\s*$`, 'u')
const daysAnd = new RegExp(`^\\.?\\s*(?:[,،&+/]|,?\\s?${anyOf('and')})\\s*[וو]?$`, 'u')
const maxLength = 80

interface Token {
  days: number[]
  isWord: boolean
  start: number
  end: number
}

/** Returns a function that finds the days in a text, in a language or in English, and the times next to each. */
function createDayReader(language: string): (text: string) => DayText {
  const names = listDayNames(language)
  const byLength = names.flat().sort((a, b) => b.length - a.length)
  const words = dayWords.map(([meaning]) => `(${anyOf(meaning)})`)
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])[וو]?(?:${[`(${byLength.join('|')})`, ...words].join('|')})(?![\\p{L}\\p{N}])`,
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
    // An Arabic "and" is part of the next word.
    const between = text.slice(last.end, next && next.start + Number(text.startsWith('و', next.start)))
    const joinsRange = daysUntil.test(between)
    if (next === undefined || next.isWord || last.isWord || !(joinsRange || daysAnd.test(between))) break
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

const isDayStated = ({ times, isWholeDay, isHalfUnknown }: DayTimes, expected: string[]): boolean =>
  isSameTimes(times, expected) ||
  (isHalfUnknown && isSameTimes(times.map(toHalfDay), expected.map(toHalfDay))) ||
  (isWholeDay && isSameTimes(expected, ['00:00', '00:00']))

/** Returns whether the days of a page state a whole week. A closed day may be missing. */
const isWeekStated = (days: DayTimes[], week: Week): boolean =>
  week.every(
    (times, day) =>
      days.some((stated) => stated.day === day && isDayStated(stated, times)) || times.length === 0
  )

/** The times in a text next to the name of a day. */
interface RowTimes {
  times: string[]
  /** Whether the text contains "24" and no times, as in "open 24 hours". */
  isWholeDay: boolean
  /** Whether a time may be of the morning or of the evening, as in "9–5". */
  isHalfUnknown: boolean
  /** Whether the times can contradict the hours of a day; others, such as one time alone, can only confirm them. */
  isCertain: boolean
}

const hour = '(?<![\\d.:]|\\p{Sc}\\s?)(\\d{1,2})'
const minutes = '(?:[:.h](\\d{2})(?!\\d))'
const half = '(?:\\s*([ap])\\.?\\s?m\\b\\.?)'
const unit = '(?:\\s*(h|uhr|uur)(?!\\p{L}))'
const bare = `${hour}${minutes}?(?:${half}|${unit})?`
const rangePattern = new RegExp(
  `${bare}\\s*(?:[-–—]|${anyOf('until')})\\s*${bare}(?![\\d%]|\\s?\\p{Sc})`,
  'giu'
)
const timePattern = new RegExp(`${hour}(?:${minutes}${half}?|${half}|${unit})`, 'giu')

interface Written {
  index: number
  hours: number
  minutes: number
  /** "a" or "p"; empty if the text has neither. */
  half: string
  /** Whether the text shows that the number is a time. */
  isMarked: boolean
}

function toWritten(index: number, [hours, minutes, half = '', unit]: (string | undefined)[]): Written {
  const isMarked = [minutes, half, unit].some(Boolean)
  return { index, hours: Number(hours), minutes: Number(minutes ?? 0), half: half.toLowerCase(), isMarked }
}

/** Reads the times of a text: ranges such as "9–5", and other times that have minutes, a half or a unit. */
function readRowTimes(row: string): RowTimes {
  const ranges = [...row.matchAll(rangePattern)].flatMap((match) => [
    toWritten(match.index, match.slice(1, 5)),
    toWritten(match.index + 1, match.slice(5, 9))
  ])
  // Spaces let the other times keep their places.
  const rest = row.replace(rangePattern, (range) => ' '.repeat(range.length))
  const others = [...rest.matchAll(timePattern)].map((match) =>
    toWritten(match.index, [match[1], match[2], match[3] ?? match[4], match[5]])
  )
  const written = [...ranges, ...others]
    .filter(({ hours, minutes }) => hours <= 24 && minutes < 60)
    .sort((a, b) => a.index - b.index)
  const times = written.map(toTime)
  const isLastEarlier = !isAscending(times.slice(-2))
  const isHalfUnknown =
    written.some(({ hours, isMarked }) => hours <= 12 && !isMarked) ||
    (isLastEarlier && written.every(({ hours, half }) => hours > 0 && hours <= 12 && half === ''))
  // Only the last time of a day may be after midnight.
  const isInOrder = isAscending(times.slice(0, -1))
  const isEveryMarked = written.every(({ isMarked }) => isMarked)
  return {
    times,
    isWholeDay: times.length === 0 && row.includes('24'),
    isHalfUnknown,
    isCertain: times.length % 2 === 0 && isEveryMarked && isInOrder && !isHalfUnknown
  }
}

const isAscending = (times: string[]) => [...new Set(times)].sort().join() === times.join()

function toTime({ hours, minutes, half }: Written): string {
  const hour = half === '' ? hours : (hours % 12) + (half === 'p' ? 12 : 0)
  return [hour, minutes].map((number) => String(number).padStart(2, '0')).join(':')
}
