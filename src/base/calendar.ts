import leven from 'leven'
import { primaryLanguage } from './language.ts'

/** Returns whether a text of the form `2027-01-31` is a date of the Gregorian calendar. */
export function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  // Date.parse accepts `2027` and `2027-01` too.
  return text.length === 10 && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Returns the time of 24 hours a minute before another, such as `23:59` of `00:00`. */
export const subtractMinute = (time: string): string =>
  new Date(Date.parse(`2024-01-02T${time}:00Z`) - 60_000).toISOString().slice(11, 16)

/** Returns dates of Intl as people write them: with plain spaces, no leading zeros, and "1er" for the first day in French. */
export function tidyDate(text: string, language: string): string {
  const plain = text
    .replace(/\s/g, ' ')
    // Some versions of Intl have spaces between two days.
    .replace(/(?<!\S)(\d{1,2}) – (?=\d{1,2}(?!\S*\d))/, '$1–')
    .replace(/(?<!\d)0(?=\d[ –])/g, '')
  return primaryLanguage(language) === 'fr' ? plain.replace(/(?<!\d)1(?= \p{L}|–\d)/gu, '1er') : plain
}

export function listWeekdayNames(language: string, weekday: 'long' | 'short' = 'long'): string[] {
  const { format } = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
  // 1 January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, index) => format(Date.UTC(2024, 0, index + 1)))
}

// The names of three letters that IANA has. Intl knows others, such as CST and IST, which the time arithmetic rejects.
const shortNames = ['CET', 'EET', 'EST', 'GMT', 'HST', 'MET', 'MST', 'PRC', 'ROC', 'ROK', 'UCT', 'UTC', 'WET']

const isAbbreviation = (name: string) => /^[a-z]{3}$/i.test(name) && !shortNames.includes(name)

/** Returns whether Intl knows a time zone by this IANA name, in the same case. */
export function isTimezone(name: string): boolean {
  const canonical = isAbbreviation(name) ? undefined : resolve(name)
  return canonical !== undefined && (canonical === name || canonical.toLowerCase() !== name.toLowerCase())
}

export function suggestTimezone(text: string): string {
  const nearest = resolve(text) ?? findNearest(text)
  if (nearest && isAbbreviation(text) && !shortNames.includes(text.toUpperCase()))
    return `Several time zones have this abbreviation: write a region and a city, such as ${nearest}.`
  return nearest
    ? `Did you mean "${nearest}"?`
    : 'Write the name of a region and a city, such as Europe/London: it includes daylight saving time.'
}

function resolve(name: string): string | undefined {
  // An offset, such as +02:00, has no daylight saving time.
  if (!/^[a-z]/i.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

function findNearest(text: string): string | undefined {
  if (!/^[a-z _/-]+$/i.test(text)) return undefined
  const wanted = text.trim().replaceAll(' ', '_').toLowerCase()
  const names = Intl.supportedValuesOf('timeZone')
  const city = names.find((name) => name.toLowerCase().endsWith(`/${wanted}`))
  return (
    city ?? names.find((name) => wanted.length <= name.length + 2 && leven(name.toLowerCase(), wanted) <= 2)
  )
}
