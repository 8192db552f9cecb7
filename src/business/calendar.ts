import leven from 'leven'

/** Returns whether a text of the form `2027-01-31` is a date of the Gregorian calendar. */
export function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  // Date.parse accepts `2027` and `2027-01` too.
  return text.length === 10 && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Returns the names of the days of the week in a language, from Monday. */
export function listWeekdayNames(language: string, weekday: 'long' | 'short' = 'long'): string[] {
  const { format } = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
  // 1 January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, index) => format(Date.UTC(2024, 0, index + 1)))
}

/** Returns whether Intl knows a time zone by this IANA name, in the same case. */
export function isTimezone(name: string): boolean {
  const canonical = resolve(name)
  return canonical !== undefined && (canonical === name || canonical.toLowerCase() !== name.toLowerCase())
}

/** Returns a hint for a text that is not the name of a time zone. */
export function suggestTimezone(text: string): string {
  const nearest = resolve(text) ?? findNearest(text)
  return nearest
    ? `Did you mean "${nearest}"?`
    : 'Write the name of a region and a city, such as Europe/London: it includes daylight saving time.'
}

/** Returns the name that Intl has for a time zone, or undefined if it does not know the time zone. */
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
