import { once } from '../base/cache.ts'
import { isDate, listWeekdayNames } from '../base/calendar.ts'
import { isCountryCode } from '../base/countries.ts'
import {
  blank,
  colour,
  currency,
  day,
  decimal,
  image,
  language,
  link,
  phone,
  slug,
  time,
  whatsapp
} from '../base/json-schema.ts'
import { isLanguage } from '../base/language.ts'
import { fold, normalizeDigits } from '../base/spelling.js'
import { toSlug } from '../base/text.ts'
import otherWords from './other-words.json' with { type: 'json' }

interface PatternAdvice {
  must: string
  /** Returns the value that the author of a text means, or undefined if that is not certain. */
  correct?: (text: string) => string | undefined
  /** Returns how to correct a text for which there is no correction, as a sentence. */
  hint?: (text: string) => string | undefined
}

/** Returns the advice of a pattern in the table, of one that `createTextPattern` returned, or of any other. */
export function adviceFor(pattern: string): PatternAdvice {
  const known = table[pattern]
  if (known) return known
  if (!pattern.includes('[^{}]')) return { must: `must match ${pattern}` }
  const placeholders = [...new Set(Array.from(pattern.matchAll(/\[\{\](\w+)/g), ([, name]) => `{${name}}`))]
  return placeholders.length === 0
    ? { must: 'must not be blank or have braces' }
    : {
        must: `must contain ${placeholders.join(' and ')}, and no other braces`,
        hint: () => 'Copy the words in braces as they are.'
      }
}

export function hintFor(pattern: string, text: string): string | undefined {
  const { correct, hint } = adviceFor(pattern)
  // Copied texts have invisible marks, and people type the digits of their language.
  const plain = toLatinDigits(text.replace(/\p{Cf}/gu, ''))
  const corrected = [...[text, plain].flatMap((form) => correct?.(form) ?? []), plain].find(
    (form) => form !== text && new RegExp(pattern).test(form)
  )
  return corrected === undefined ? hint?.(text) : `Did you mean "${corrected}"?`
}

const correctPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .replace(/^(tel:|phone:|☎|📞)\s*/i, '')

function correctLink(text: string): string {
  const link = text
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(https?):\/*/i, (_, scheme) => `${scheme.toLowerCase()}://`)
  if (/^[^\s@/:]+@[^\s@/:][^\s@/:.]*\.[^\s@/:]+$/.test(link)) return `mailto:${link}`
  if (/^[+*]?\d[\d ().-]{5,}$/.test(link)) return `tel:${link.replace(/[^\d+*]/g, '')}`
  if (
    /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?([/?#]\S*)?$/i.test(link) &&
    !/^[^/]*\.(html?|pdf|jpe?g|png|svg)$/i.test(link)
  )
    return `https://${link}`
  // A space in the name of the host has no correct form.
  if (/^https?:/.test(link)) return URL.canParse(link) ? link.replaceAll(' ', '%20') : text
  return /^[\p{L}\p{N}_-]+(\/\S*|\.\w+)$/u.test(link) ? `/${link}` : link
}

/** Corrects a colour: `2337c6`, `#2337c6ff` or `rgb(35, 55, 198)`. */
function correctColour(text: string): string | undefined {
  const [, long, short] = /^\s*#?(?:([\da-f]{6})(?:ff)?|([\da-f]{3})f?)\s*;?\s*$/i.exec(text) ?? []
  const hex = long ?? short
  if (hex !== undefined) return `#${hex}`
  const channels = /^\s*rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)\s*;?\s*$/i.exec(text)?.slice(1)
  if (channels?.every((value) => Number(value) <= 255) !== true) return undefined
  return `#${channels.map((value) => Number(value).toString(16).padStart(2, '0')).join('')}`
}

function lastDateOf(text: string): string | undefined {
  const [year = 0, month = 0] = new RegExp(day).test(text) ? text.split('-').map(Number) : []
  if (month < 1 || month > 12) return undefined
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

const starting = new RegExp(
  `(?<!\\p{L})(?:${otherWords.starting.join('|')})(?!\\p{L})|(?:החל\\s*)?מ[-־]?\\s*(?=[\\d₪])`,
  'iu'
)
const perUnit =
  /\d[^\d]*?(?:\/|(?<!\p{L})(?:per|pro|par|por|al|לכל)(?!\p{L}))\s*(?:l[ae]\s|l['’])?(\p{L}+)\s*$/iu

/** Returns the price that a text states, such as `from £45` or `45/hour`; undefined if it is a range, or not certain. */
export function readPrice(text: string) {
  const unit = perUnit.exec(text)?.[1]
  const amount = readUnclear(text) ? undefined : correctAmount(text.replace(starting, ''))
  const kind = starting.test(text) ? 'from' : 'fixed'
  return amount && isAmount(amount) ? { kind, amount, ...(unit && { unit }) } : undefined
}

const isAmount = (text: string) => new RegExp(decimal).test(text)

const rangeSign = /[-\u2010-\u2015]|(?<!\p{L})(?:to|bis|à|a|al|tot|до|עד)(?!\p{L})/iu

const isAbsolute = (text: string) => /^[a-z]+:/i.test(text)

const table: Record<string, PatternAdvice> = {
  [blank]: { must: 'must not be blank' },
  [slug]: {
    must: 'must be a slug: a lower-case Latin letter, then lower-case letters, digits and hyphens',
    // A number at the start is part of the name, as in "5-pack".
    correct: (text) => toSlug(text.replace(/^\s*(\d[^\s-]*)[\s-]+(.*)$/s, '$2-$1')),
    hint: () => 'It is part of a URL: write a short word in Latin letters, such as "repairs".'
  },
  [currency]: {
    must: 'must be an ISO 4217 currency code, such as ILS',
    correct: correctCurrency,
    hint: (text) =>
      /^(\$|dollars?)$/i.test(text.trim())
        ? 'Several currencies have this name: write USD, CAD, AUD or another code.'
        : 'Write the three letters of the currency, such as GBP, EUR, ILS or USD.'
  },
  [language]: {
    must: 'must be a BCP 47 language tag, such as he or en-GB',
    correct: correctLanguage,
    hint: () => 'Write the code of the language, such as "en" for English.'
  },
  [phone]: {
    must: 'must be a phone number, such as +44 113 496 0001, (512) 555-0142 or *2700',
    correct: correctPhone,
    hint: () => 'Write one number, in digits, spaces, hyphens and brackets; further numbers go in "phones".'
  },
  [link]: {
    must: 'must be a link: https, http, mailto, tel or a path of the site that begins with /',
    correct: correctLink,
    hint: (text) =>
      /^[\w-]+$/.test(text)
        ? `For a page of this site, write "/${text}"; for another one, copy its whole URL from the browser.`
        : 'Copy the whole URL from the browser, such as "https://business.example/page/".'
  },
  [whatsapp]: {
    must: 'must be a number with its country code, such as +44 7700 900123, or a link',
    correct: (text) => {
      const number = correctPhone(text)
        .replace(/^00(?=[1-9])/, '+')
        .replace('/', ' ')
      return /[a-z]/i.test(number) ? correctLink(text) : number
    },
    hint: (text) =>
      /^\D*[1-9]/.test(text)
        ? 'Begin with + and the country code.'
        : 'Write + and the country code in place of the first 0, such as +44 in the United Kingdom or +972 in Israel.'
  },
  [image]: {
    must: 'must be the path of an image in the site folder, such as /images/workshop.jpg',
    correct: (text) =>
      isAbsolute(text)
        ? undefined
        : `/${text
            .trim()
            .replace(/[\\/]+/g, '/')
            .replace(/^(\.?\/)*(site\/)?/, '')
            .replace(/\s/g, '%20')}`,
    hint: () =>
      'Copy the image into the site folder and write its path there, such as "/images/workshop.jpg".'
  },
  [decimal]: {
    must: 'must be an amount in quotes, such as "12.50"',
    correct: (text) => {
      const { kind, amount, unit } = readPrice(text) ?? {}
      return kind === 'fixed' && unit === undefined ? amount : undefined
    },
    hint: (text) => {
      const price = readPrice(text)
      if (price) return `Write ${JSON.stringify(price)}.`
      const hint = hintForAmounts(text, JSON.stringify)
      if (hint) return hint
      return /\d{10}|\.\d{5}/.test(text)
        ? 'Write at most nine digits, and at most four after a point.'
        : 'Write digits only, with a point before the decimals and without a currency, such as "1250.00".'
    }
  },
  [time]: {
    must: 'must be a time from 00:00 to 23:59, such as 09:30',
    correct: correctTime,
    hint: (text) => {
      const [opens, closes, ...others] = text.split(rangeSign).map(correctTime)
      return opens && closes && others.length === 0
        ? `Write ${JSON.stringify({ opens, closes })}.`
        : 'Write two digits for the hour, a colon and two digits for the minutes; midnight is "00:00".'
    }
  },
  [day]: {
    must: 'must be a date, such as 2027-01-31',
    correct: (text) => {
      const [date, other] = correctDates(text)
      return other === undefined ? date : undefined
    },
    hint: (text) => {
      if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return `Write the day too, such as "${text}-15".`
      const last = lastDateOf(text)
      if (last) return `The last day of that month is ${last}.`
      const dates = correctDates(text).map((date) => `"${date}"`)
      return `Write the year, the month and the day: ${dates.join(' or ') || '"2027-01-31"'}.`
    }
  },
  [colour]: {
    must: 'must be a colour, such as #2337c6 or #23c',
    correct: correctColour,
    hint: () => 'Write # and six digits of 0-9 and a-f, as a colour picker shows them, such as "#2337c6".'
  }
}

const pad = (number: number | string) => String(number).padStart(2, '0')

/** Corrects a time: `9:00`, `9am`, `17.30`, `17,30`, `1730` or `24:00`; undefined for `25` or `9.75`. */
export function correctTime(text: string): string | undefined {
  const match = /^\s*(\d{1,2})(?:[:.,h]?(\d{2}))?(?::00)?\s*(?:h|uhr)?([ap])?\.?(?:m\.?)?\s*$/i.exec(text)
  const [, hour = '', minutes = '00', half] = match ?? []
  if (!match || (half && (Number(hour) < 1 || Number(hour) > 12))) return undefined
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  const corrected = `${pad(hours === 24 && minutes === '00' ? 0 : hours)}:${minutes}`
  return new RegExp(time).test(corrected) ? corrected : undefined
}

// The Arabic separator is always between thousands.
const toLatinDigits = (text: string): string => normalizeDigits(text.replaceAll('٬', ''))

/** Returns the year, month and day of a date with the name of a month: `24 December 2026` or `le 1er août 2027`. */
function readDateInWords(text: string): string[] {
  const words = text.split(/[\s,.]+/)
  const months = words.flatMap((word) => (/\d/.test(word) ? [] : (correctMonth(word) ?? [])))
  const years = words.filter((word) => /^\d{4}$/.test(word))
  const days = words.flatMap((word) => /^(\d{1,2})(?!\d)\D{0,2}$/.exec(word)?.[1] ?? [])
  return [years, months, days].every(({ length }) => length === 1) ? [years, months, days].flat() : []
}

/** Returns the dates, `YYYY-MM-DD`, that a text may mean: two if day and month could be swapped, none of another calendar. */
function correctDates(text: string): string[] {
  const yearFirst =
    /^\s*(\d{4})[-./ 年년]{1,2}(\d{1,2})[-./ 月월]{1,2}(\d{1,2})(?:[.日일]?|T.*)\s*$/.exec(text) ??
    /^\s*(\d{4})(\d\d)(\d\d)\s*$/.exec(text)
  const [, first, second, last] = /^\s*(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})\s*$/.exec(text) ?? []
  const other = yearFirst?.slice(1) ?? readDateInWords(text)
  // A reading that the text does not have gives no date.
  const readings = [other, [last, second, first], [last, first, second]]
  const dates = readings.map(([year = '', month = '', day = '']) => `${year}-${pad(month)}-${pad(day)}`)
  return [...new Set(dates.filter((date) => isDate(date) && date > '1900' && date < '2200'))]
}

// A minus, a percentage, a thousand or more, letters that look like digits, and raised digits or fractions.
const factor = String.raw`[km]\b|thousand|tausend|tsd|tys|тыс|mil|bin|lakh|lac|crore|juta|ribu|triệu|ngh?[iì]n|ngàn|млн|мил|[万萬만千천]|लाख|हज|لاکھ|هزار|ہزار|ألف|אלף|מיליון|میلیون|مليون`
const otherNumber = new RegExp(`^\\D*[-−–]\\D*\\d|%|\\d\\s*(?:${factor})|\\d[oil]\\b|(?!\\d)\\p{N}`, 'iu')

/**
 * Returns the parts of a number with two readings, alone or with a currency: in many countries, and for currencies with
 * three decimals, 1,250 may be little more than one.
 */
const readUnclear = (text: string) =>
  starting.test(text) || perUnit.test(text) || /\S\s+\S+\s+\S/.test(text)
    ? null
    : /^([1-9]\d{0,2})([.,])(\d{3})$/.exec(findNumber(text))

/** Returns the hint for a range, such as `450–780 ₪`, or for a number with two readings, which `write` writes as a value. */
export function hintForAmounts(text: string, write: (amount: string) => string): string | undefined {
  const [amount, max, ...others] = text.split(rangeSign).map(correctAmount)
  if (amount && max && isAmount(amount) && isAmount(max) && others.length === 0)
    return `For a range, write ${JSON.stringify({ kind: 'range', amount, max })}.`
  const [, whole, mark, decimals = ''] = readUnclear(text) ?? []
  if (whole === undefined) return undefined
  const name = mark === ',' ? 'comma' : 'point'
  return `Write ${write(whole + decimals)} if the ${name} is between thousands, or ${write(`${whole}.${decimals.replace(/0$/, '')}`)} if not.`
}

/** Returns the only number of a text, without its spaces; empty if there is none. */
function findNumber(text: string): string {
  // Where there are no cents, people write a dash: 38,- or 38.—
  const latin = toLatinDigits(text).replace(/(?<=\d[.,])\s?[-−\u2010-\u2015]+(?=\D*$)/, '00')
  if (otherNumber.test(latin)) return ''
  const [, number = ''] =
    // A point before the first digit, unless it ends an abbreviation, such as Rs.50.
    /^\D*?(\d[\d.,\s'’]*)\D*$/.exec(latin.replace(/^([^\p{L}\d]*?)[.,](?=\d)/u, '$10.')) ?? []
  return number.replace(/[\s'’](?=\d{3}(?!\d))/g, '').trim()
}

/** Corrects an amount: `£12.50`, `12,50`, `1 250 NIS` or `1.250,00`. */
export function correctAmount(text: string): string | undefined {
  const number = findNumber(text)
  const plain =
    /^(\d+)(?:[.,](\d{1,2}))?$/.exec(number) ?? /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(number)
  const [, whole = '', fraction] = plain ?? /^([1-9]\d{0,2}(?:\.\d{3})+),(\d{1,2})$/.exec(number) ?? []
  if (whole === '') return undefined
  const units = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '')
  return fraction === undefined ? units : `${units}.${fraction.padEnd(2, '0')}`
}

const languages =
  'en he ar ru fr de es it pt nl pl ro uk tr fa am yi ja zh ko hi sv da nb fi el cs hu th vi'.split(' ')

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
function correctLanguage(text: string): string {
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

// Names and signs that people write and that Intl does not have.
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
function correctCurrency(text: string): string {
  return currenciesByName().get(plainCurrency(text.trim())) ?? text.trim().toUpperCase()
}

// `fold` writes final letters in their regular form.
const plainName = (name: string) =>
  fold(name.trim())
    .replace(/^(?:יומ\s+|วัน)/, '')
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
