/** Returns whether a text of the form `2027-01-31` is a date of the Gregorian calendar. */
export function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  // Date.parse accepts `2027` and `2027-01` too.
  return text.length === 10 && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Returns the time of 24 hours a minute before another, such as `23:59` of `00:00`. */
export const subtractMinute = (time: string): string =>
  new Date(Date.parse(`2024-01-02T${time}:00Z`) - 60_000).toISOString().slice(11, 16)

export function listWeekdayNames(language: string, weekday: 'long' | 'short' = 'long'): string[] {
  const { format } = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
  // 1 January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, index) => format(Date.UTC(2024, 0, index + 1)))
}
