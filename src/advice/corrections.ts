import { once } from '../base/cache.ts'
import { isDate, listWeekdayNames } from '../base/calendar.ts'
import { isCountryCode } from '../base/countries.ts'
import { isLanguage } from '../base/language.ts'
import { fold } from '../base/spelling.js'

// Each function returns the value that the author of a text means, or undefined if that is not certain.

const pad = (number: number | string) => String(number).padStart(2, '0')

/** Corrects a time: `9:00`, `9am`, `17.30`, `1730` or `24:00`. */
export function correctTime(text: string): string | undefined {
  const match = /^\s*(\d{1,2})(?:[:.h]?(\d{2}))?(?::00)?\s*(?:h|uhr)?([ap])?\.?(?:m\.?)?\s*$/i.exec(text)
  const [, hour = '', minutes = '00', half] = match ?? []
  if (!match || (half && (Number(hour) < 1 || Number(hour) > 12))) return undefined
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  return `${pad(hours === 24 && minutes === '00' ? 0 : hours)}:${minutes}`
}

/** Returns a text with Arabic and Persian digits as 0 to 9: their last four bits are the digit. */
export const toLatinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))

/** Returns the year, month and day of a date with the name of a month: `24 December 2026` or `le 1er août 2027`. */
function readDateInWords(text: string): string[] {
  const words = text.split(/[\s,.]+/)
  const months = words.flatMap((word) => (/\d/.test(word) ? [] : (correctMonth(word) ?? [])))
  const years = words.filter((word) => /^\d{4}$/.test(word))
  const days = words.flatMap((word) => /^(\d{1,2})(?!\d)\D{0,2}$/.exec(word)?.[1] ?? [])
  return [years, months, days].every(({ length }) => length === 1) ? [years, months, days].flat() : []
}

/** Returns the dates, `YYYY-MM-DD`, that a text may mean: two if day and month could be swapped. */
export function correctDates(text: string): string[] {
  const yearFirst =
    /^\s*(\d{4})[-./ 年년]{1,2}(\d{1,2})[-./ 月월]{1,2}(\d{1,2})(?:[.日일]?|T.*)\s*$/.exec(text) ??
    /^\s*(\d{4})(\d\d)(\d\d)\s*$/.exec(text)
  const yearLast = /^\s*(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})\s*$/.exec(text)
  const readings = yearFirst
    ? [[yearFirst[1], yearFirst[2], yearFirst[3]]]
    : yearLast
      ? [
          [yearLast[3], yearLast[2], yearLast[1]],
          [yearLast[3], yearLast[1], yearLast[2]]
        ]
      : [readDateInWords(text)]
  const dates = readings.map(([year = '', month = '', day = '']) => `${year}-${pad(month)}-${pad(day)}`)
  return [...new Set(dates.filter(isDate))]
}

// A minus, a thousand or a million in short, letters that look like digits, and raised digits or fractions.
const otherNumber = /^\D*[-−–]\D*\d|\d\s*[km]\b|\d[oil]\b|(?!\d)\p{N}/iu

/** Corrects an amount: `£12.50`, `12,50`, `1,250 NIS` or `1.250,00`. One separator before three digits is not certain. */
export function correctAmount(text: string): string | undefined {
  // Where there are no cents, people write a dash: 38,- or 38.—
  const latin = toLatinDigits(text).replace(/(?<=\d[.,])\s?[-−\u2010-\u2015]+(?=\D*$)/, '00')
  if (otherNumber.test(latin)) return undefined
  const number =
    /^\D*?(\d[\d.,\s'’]*)\D*$/
      // A point before the first digit, unless it ends an abbreviation, such as Rs.50.
      .exec(latin.replace(/^([^\p{L}\d]*?)[.,](?=\d)/u, '$10.'))?.[1]
      ?.replace(/[\s'’](?=\d{3}(?!\d))/g, '')
      .trim() ?? ''
  const plain =
    /^(\d+)(?:[.,](\d{1,2}))?$/.exec(number) ?? /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(number)
  const [, whole = '', fraction] = plain ?? /^([1-9]\d{0,2}(?:\.\d{3})+),(\d{1,2})$/.exec(number) ?? []
  if (whole === '') return undefined
  const units = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '')
  return fraction === undefined ? units : `${units}.${fraction.padEnd(2, '0')}`
}

const languages = 'en he ar ru fr de es it pt nl pl ro uk tr fa am yi ja zh ko hi sv da nb fi el cs hu'.split(
  ' '
)

const letters = [...'abcdefghijklmnopqrstuvwxyz']

// The tables of names from Intl are made when the first text needs them.
const languagesByName = once(() => {
  const namesIn = (language: string, codes: string[]) => {
    const names = new Intl.DisplayNames(language, { type: 'language' })
    return codes.map((code) => [String(names.of(code)).toLowerCase(), code] as const)
  }
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  // An old code, such as iw, has the name of its replacement.
  const current = codes.filter((code) => Intl.getCanonicalLocales(code)[0] === code)
  return new Map([...namesIn('en', current), ...languages.flatMap((code) => namesIn(code, [code]))])
})

/** Corrects the name of a language, in English or in itself, an old code such as `iw`, or the form of a tag such as `en_GB`. */
export function correctLanguage(text: string): string {
  const tag = text.trim().toLowerCase().replaceAll('_', '-')
  return canonicalize(languagesByName().get(tag) ?? tag)
}

function canonicalize(tag: string): string {
  try {
    const [canonical = tag] = Intl.getCanonicalLocales(tag)
    // The code of a country in place of its language, such as gr.
    return isCountryCode(tag.toUpperCase()) && !isLanguage(tag)
      ? new Intl.Locale(`und-${tag}`).maximize().language
      : canonical
  } catch {
    return tag
  }
}

// What people write beside the names and signs that Intl has.
const otherCurrencies =
  'ILS:nis ILS:שח ILS:ש״ח ILS:ש"ח ILS:shekel ILS:שקל PLN:zł GBP:£ GBP:pound GBP:sterling GBP:stg GBP:ukp EUR:euro CHF:fr'

const plainCurrency = (name: string) => name.toLowerCase().replace(/[.\s]+$|(?<=\p{L}{3})s$/gu, '')

const currenciesByName = once(() => {
  const codes = Intl.supportedValuesOf('currency')
  const names = languages.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'currency' })
    return codes.map((code) => [String(names.of(code)), code] as const)
  })
  const signs = codes.map((currency) => {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    return [String(format.formatToParts(1).find(({ type }) => type === 'currency')?.value), currency] as const
  })
  const others = otherCurrencies.split(' ').map((pair) => {
    const [code = '', name = ''] = pair.split(':')
    return [name, code] as const
  })
  const all = [...names, ...signs.filter(([sign]) => sign !== '$'), ...others]
  return new Map(all.map(([name, code]) => [plainCurrency(name), code]))
})

/** Corrects the name or the sign of a currency, or its code in small letters: `Euros`, `R$` or `usd`. */
export const correctCurrency = (text: string): string =>
  currenciesByName().get(plainCurrency(text.trim())) ?? text.trim().toUpperCase()

// `fold` writes final letters in their regular form.
const plainName = (name: string) =>
  fold(name.trim())
    .replace(/^יומ\s+/, '')
    .replace(/[.'’׳״"]+$/, '')

/** Returns a function that finds a value by a name that Intl has, or by three or more of its first letters. */
function createFinder(
  listNames: (language: string, style: 'short' | 'long') => (readonly [name: string, value: string])[]
): (text: string) => string | undefined {
  const valuesByName = once(() => {
    const all = languages
      .flatMap((language) => [...listNames(language, 'long'), ...listNames(language, 'short')])
      .map(([name, value]) => [plainName(name), value] as const)
    const values = new Map(all)
    // In German, So is Sunday; in Czech, Saturday.
    const unclear = new Set(all.flatMap(([name, value]) => (values.get(name) === value ? [] : [name])))
    return new Map(all.filter(([name]) => !unclear.has(name)))
  })
  return (text) => {
    const word = plainName(text)
    const [, value] =
      [...valuesByName()].find(([name]) => /^[a-z]{3}/.test(word) && name.startsWith(word)) ?? []
    return valuesByName().get(word) ?? value
  }
}

/** Corrects the name of a day: capitals, an abbreviation, or another language. */
export const correctDay = createFinder((language, style) => {
  const days = listWeekdayNames('en').map((name) => name.toLowerCase())
  return listWeekdayNames(language, style).map((name, index) => [name, `${days[index]}`])
})

const findMonth = createFinder((language, style) =>
  listMonthNames(language, style).flatMap((names, index) =>
    names.map((name) => [name, `${index + 1}`] as const)
  )
)

const correctMonth = (text: string): string | undefined => findMonth(text.replace(/^ב/, ''))

function listMonthNames(language: string, month: 'long' | 'short'): string[][] {
  const formats = ([{ month }, { month, day: 'numeric' }] as const).map(
    (fields) => new Intl.DateTimeFormat(language, { ...fields, calendar: 'gregory', timeZone: 'UTC' })
  )
  const partsOf = (index: number) => formats.flatMap((format) => format.formatToParts(Date.UTC(2024, index)))
  return Array.from({ length: 12 }, (_, index) =>
    partsOf(index).flatMap(({ type, value }) => (type === 'month' ? value : []))
  )
}
