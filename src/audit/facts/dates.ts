import { listWeekdayNames } from '../../business/calendar.ts'
import { weekdays } from '../../business/schemas/hours.ts'

const styles = ['full', 'long', 'medium', 'short'] as const

// Creating a format takes longer than its use.
const created = new Map<string, Intl.DateTimeFormat[]>()

/** Returns the ways in which a page may write a date, or the beginning of a range of dates. */
export function formatDates(from: string, to: string, language: string): string[] {
  const start = toDate(from)
  const end = toDate(to)
  if (Number.isNaN(start.getTime() + end.getTime())) return [from]
  const formats = created.get(language) ?? createFormats(language)
  created.set(language, formats)
  const texts = formats.flatMap((format) => [format.format(start), format.formatRange(start, end)])
  return [...new Set([from, ...texts])]
}

const createFormats = (language: string) =>
  [language, 'en-GB', 'en-US'].flatMap((locale) =>
    styles.map((dateStyle) => new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }))
  )

const toDate = (date: string) => new Date(`${date}T12:00:00Z`)

/** English abbreviations other than those of three letters, from Monday. */
const abbreviations: string[][] = [[], ['tues'], ['weds'], ['thur', 'thurs'], [], [], []]

/** Returns every name of each weekday, from Monday, in a language and in English, in lower case. */
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
    return [...new Set([...names, ...letters, ...plural, ...abbreviations.slice(index, index + 1).flat()])]
  })
}
