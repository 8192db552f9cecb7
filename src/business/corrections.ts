import { isDate, listWeekdayNames } from './calendar.ts'

// Each function returns the value that the author of a text means, or undefined if that is not certain.

const pad = (number: number | string) => String(number).padStart(2, '0')

/** Corrects a time: `9:00`, `9am`, `17.30`, `1730` or `24:00`. */
export function correctTime(text: string): string | undefined {
  const match = /^\s*(\d{1,2})(?:[:.h]?(\d{2}))?(?::00)?\s*h?([ap])?\.?(?:m\.?)?\s*$/i.exec(text)
  const [, hour = '', minutes = '00', half] = match ?? []
  if (!match || (half && (Number(hour) < 1 || Number(hour) > 12))) return undefined
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  return `${pad(hours === 24 && minutes === '00' ? 0 : hours)}:${minutes}`
}

const months = [
  /^jan(uary)?$/,
  /^feb(ruary)?$/,
  /^mar(ch)?$/,
  /^apr(il)?$/,
  /^may$/,
  /^june?$/,
  /^july?$/,
  /^aug(ust)?$/,
  /^sept?(ember)?$/,
  /^oct(ober)?$/,
  /^nov(ember)?$/,
  /^dec(ember)?$/
]

/** Returns the year, month and day of a date with an English month: `24 December 2026` or `Dec 24th, 2026`. */
function readEnglishDate(text: string): string[] {
  const words = text.toLowerCase().split(/[\s,.]+/)
  const month = months.findIndex((name) => words.some((word) => name.test(word)))
  const year = words.find((word) => /^\d{4}$/.test(word))
  const day = words.map((word) => /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1]).find(Boolean)
  const isWhole = month >= 0 && year !== undefined && day !== undefined && words.filter(Boolean).length === 3
  return isWhole ? [year, String(month + 1), day] : []
}

/** Returns the dates, `YYYY-MM-DD`, that a text may mean: two if day and month could be swapped. */
export function correctDates(text: string): string[] {
  const yearFirst = /^\s*(\d{4})[-./ ](\d{1,2})[-./ ](\d{1,2})\s*$/.exec(text)
  const yearLast = /^\s*(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})\s*$/.exec(text)
  const readings = yearFirst
    ? [[yearFirst[1], yearFirst[2], yearFirst[3]]]
    : yearLast
      ? [
          [yearLast[3], yearLast[2], yearLast[1]],
          [yearLast[3], yearLast[1], yearLast[2]]
        ]
      : [readEnglishDate(text)]
  const dates = readings.map(([year = '', month = '', day = '']) => `${year}-${pad(month)}-${pad(day)}`)
  return [...new Set(dates.filter(isDate))]
}

/** Returns the last date of the month of a text of the form `YYYY-MM-DD`, or undefined if there is no such month. */
export function lastDateOf(text: string): string | undefined {
  const [year = 0, month = 0] = text.split('-').map(Number)
  if (month < 1 || month > 12) return undefined
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

// A minus, and a thousand or a million in short.
const otherNumber = /^\D*[-−–]\D*\d|\d\s*[km]\b/i

/** Corrects an amount: `£12.50`, `12,50`, `1,250 NIS` or `1.250,00`. One separator before three digits is not certain. */
export function correctAmount(text: string): string | undefined {
  if (otherNumber.test(text)) return undefined
  const number = /^\D*?(\d[\d.,\s'’]*)\D*$/.exec(text)?.[1]?.replace(/[\s'’]/g, '') ?? ''
  const plain =
    /^(\d+)(?:[.,](\d{1,2}))?$/.exec(number) ?? /^(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(number)
  const [, whole = '', fraction] = plain ?? /^(\d{1,3}(?:\.\d{3})+),(\d{1,2})$/.exec(number) ?? []
  if (whole === '') return undefined
  const units = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '')
  return fraction === undefined ? units : `${units}.${fraction.padEnd(2, '0')}`
}

/** Corrects the punctuation of a phone number. */
export const correctPhone = (text: string): string =>
  text
    .trim()
    .replace(/^(tel:|phone:|☎|📞)\s*/i, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[/\u00a0]/g, ' ')
    .replace(/^\((\d+)\)/, '$1')

const currencies: Record<string, string> = {
  '₪': 'ILS',
  '£': 'GBP',
  '€': 'EUR',
  '₹': 'INR',
  '₽': 'RUB',
  '₺': 'TRY',
  '₴': 'UAH',
  zł: 'PLN',
  NIS: 'ILS',
  'ש״ח': 'ILS',
  'ש"ח': 'ILS',
  SHEKEL: 'ILS',
  UKP: 'GBP',
  STG: 'GBP',
  POUND: 'GBP',
  STERLING: 'GBP',
  EURO: 'EUR'
}

/** Corrects the sign, the English name or the lower case of a currency code. */
export function correctCurrency(text: string): string {
  const name = text.trim()
  return (
    currencies[name] ??
    currencies[name.toUpperCase().replace(/S$/, '')] ??
    currencies[name.toUpperCase()] ??
    name.toUpperCase()
  )
}

// Names from Intl, read when the first text needs them.
const names = new Map<string, Map<string, string>>()

function namesOf(subject: string, read: () => [name: string, value: string][]): Map<string, string> {
  const found = names.get(subject) ?? new Map(read())
  names.set(subject, found)
  return found
}

const languages = 'en he ar ru fr de es it pt nl pl ro uk tr fa am yi ja zh ko hi sv da nb fi el cs hu'.split(
  ' '
)

const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** Corrects the name of a language, in English or in itself, or the form of its tag. */
export function correctLanguage(text: string): string {
  const tag = text.trim().toLowerCase().replaceAll('_', '-')
  const nameIn = (names: Intl.DisplayNames, code: string) => String(names.of(code)).toLowerCase()
  const namesIn = (language: string) => new Intl.DisplayNames(language, { type: 'language' })
  const byName = namesOf('languages', () => {
    const english = namesIn('en')
    const codes = letters.flatMap((first) => letters.map((second) => first + second))
    return [
      // An old code, such as iw, has the name of its replacement.
      ...codes
        .filter((code) => Intl.getCanonicalLocales(code)[0] === code)
        .map((code): [string, string] => [nameIn(english, code), code]),
      ...languages.map((code): [string, string] => [nameIn(namesIn(code), code), code])
    ]
  })
  return byName.get(tag) ?? tag
}

const plainDay = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/^יום\s+/, '')
    .replace(/[.'’׳״"]+$/, '')

/** Corrects the name of a day: capitals, an abbreviation, or another language. Returns undefined for any other text. */
export function correctDay(text: string): string | undefined {
  const byName = namesOf('days', () => {
    const days = listWeekdayNames('en').map(plainDay)
    return languages.flatMap((language) =>
      (['short', 'long'] as const).flatMap((weekday) =>
        listWeekdayNames(language, weekday).map((name, index): [string, string] => [
          plainDay(name),
          `${days[index]}`
        ])
      )
    )
  })
  const word = plainDay(text)
  const english = [...byName.values()].find((day) => /^[a-z]{3}/.test(word) && day.startsWith(word))
  return english ?? byName.get(word)
}

/** Corrects an email address: `mailto:` and white space. */
export const correctEmail = (text: string): string => text.replace(/^\s*mailto:|\s|\?.*$/gi, '')

/** Corrects a link that lacks its scheme or its first slash. */
export function correctLink(text: string): string {
  const link = text
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(https?):\/*/i, (_, scheme) => `${scheme.toLowerCase()}://`)
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(link)) return `mailto:${link}`
  if (/^[+*]?\d[\d ().-]{5,}$/.test(link)) return `tel:${link.replace(/[^\d+*]/g, '')}`
  if (
    /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?([/?#]\S*)?$/i.test(link) &&
    !/^[^/]*\.(html?|pdf|jpe?g|png|svg)$/i.test(link)
  )
    return `https://${link}`
  if (/^https?:/.test(link)) return link.replaceAll(' ', '%20')
  return /^[\p{L}\p{N}_-]+(\/\S*|\.\w+)$/u.test(link) ? `/${link}` : link
}

/** Corrects a colour: `2337c6`, `#2337c6ff` or `rgb(35, 55, 198)`. */
export function correctColour(text: string): string | undefined {
  const [, long, short] = /^\s*#?(?:([\da-f]{6})(?:ff)?|([\da-f]{3})f?)\s*;?\s*$/i.exec(text) ?? []
  const hex = long ?? short
  if (hex !== undefined) return `#${hex}`
  const channels = /^\s*rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)\s*;?\s*$/i.exec(text)?.slice(1)
  if (channels?.every((value) => Number(value) <= 255) !== true) return undefined
  return `#${channels.map((value) => pad(Number(value).toString(16))).join('')}`
}
