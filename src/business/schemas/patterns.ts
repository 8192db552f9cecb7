import {
  correctAmount,
  correctColour,
  correctCurrency,
  correctDates,
  correctLanguage,
  correctLink,
  correctPhone,
  correctTime,
  lastDateOf
} from '../corrections.ts'

/** A pattern that texts of the data must match, and what to tell the author of another text. */
interface Pattern {
  source: string
  /** The message for a text that does not match. */
  must: string
  /** Returns a text that may match instead. */
  correct?: (text: string) => string | undefined
  /** Returns how to correct a text for which there is no correction, as a sentence. */
  hint?: (text: string) => string | undefined
}

export const blank: Pattern = {
  source: '\\S',
  must: 'must not be blank'
}

export const slug: Pattern = {
  source: '^[a-z][a-z0-9-]*$',
  must: 'must be a slug: a lower-case Latin letter, then lower-case letters, digits and hyphens',
  correct: (text) =>
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^[^a-z]+|-+$/g, ''),
  hint: () => 'It is part of a URL: write a short word in Latin letters, such as "repairs".'
}

export const currency: Pattern = {
  source: '^[A-Z]{3}$',
  must: 'must be an ISO 4217 currency code, such as ILS',
  correct: correctCurrency,
  hint: (text) =>
    text.trim() === '$'
      ? 'Several currencies have this sign: write USD, CAD, AUD or another code.'
      : 'Write the three letters of the currency, such as GBP, EUR, ILS or USD.'
}

export const language: Pattern = {
  source: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
  must: 'must be a BCP 47 language tag, such as he or en-GB',
  correct: correctLanguage,
  hint: () => 'Write the code of the language, such as "en" for English.'
}

export const phone: Pattern = {
  source: '^[+*]?[0-9][0-9 ().-]{2,24}$',
  must: 'must be a phone number, such as +972-3-123-4567',
  correct: correctPhone,
  hint: () => 'Write one number, in digits, spaces, hyphens and brackets; further numbers go in "phones".'
}

const isAbsolute = (text: string) => /^[a-z]+:/i.test(text)

export const link: Pattern = {
  source: '^(https?://[^\\s/?#]|mailto:[^\\s@]+@[^\\s@]|tel:[+*]?[0-9]|/(?![/\\\\]))[^\\s\\\\]*$',
  must: 'must be a link: https, http, mailto, tel or a path of the site that begins with /',
  correct: correctLink,
  hint: () => 'Copy the whole URL from the browser, such as "https://business.example/page/".'
}

/** A link, or the number of a WhatsApp account with its country code (E.164: at most 15 digits). */
export const whatsapp: Pattern = {
  source: `${link.source}|^[+][1-9](?:[ ().-]*[0-9]){6,14}$`,
  must: 'must be a number with its country code, such as +44 7700 900123, or a link',
  correct: (text) => {
    const number = correctPhone(text).replace(/^00(?=[1-9])/, '+')
    return /[a-z]/i.test(number) ? correctLink(text) : number
  },
  hint: (text) =>
    /^\s*[1-9]/.test(text)
      ? 'Begin with + and the country code.'
      : 'Write + and the country code in place of the first 0, such as +44 in the United Kingdom or +972 in Israel.'
}

// Each part of a path begins with a character that is not a dot: the server does not serve other files.
export const image: Pattern = {
  source: '^(/[^\\s\\\\/?#.][^\\s\\\\/?#]*)+$',
  must: 'must be the path of an image in the site folder, such as /images/workshop.jpg',
  correct: (text) =>
    isAbsolute(text)
      ? undefined
      : `/${text
          .trim()
          .replace(/[\\/]+/g, '/')
          .replace(/^(\.?\/)*(site\/)?/, '')
          .replace(/\s/g, '%20')}`,
  hint: () => 'Copy the image into the site folder and write its path there, such as "/images/workshop.jpg".'
}

export const decimal: Pattern = {
  source: '^(0|[1-9][0-9]{0,8})([.][0-9]{1,4})?$',
  must: 'must be an amount in quotes, such as "12.50"',
  correct: (text) => (text.includes('%') ? undefined : correctAmount(text)),
  hint: () => 'Write digits only, with a point before the decimals and without a currency, such as "1250.00".'
}

export const time: Pattern = {
  source: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  must: 'must be a time from 00:00 to 23:59, such as 09:30',
  correct: correctTime,
  hint: () => 'Write two digits for the hour, a colon and two digits for the minutes; midnight is "00:00".'
}

export const day: Pattern = {
  source: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  must: 'must be a date, such as 2027-01-31',
  correct: (text) => {
    const [date, other] = correctDates(text)
    return other === undefined ? date : undefined
  },
  hint: (text) => {
    if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return `Write the day too, such as "${text}-15".`
    const dates = correctDates(text).map((date) => `"${date}"`)
    return `Write the year, the month and the day: ${dates.join(' or ') || '"2027-01-31"'}.`
  }
}

export const colour: Pattern = {
  source: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$',
  must: 'must be a colour, such as #2337c6 or #23c',
  correct: correctColour,
  hint: () => 'Write # and six digits of 0-9 and a-f, as a colour picker shows them, such as "#2337c6".'
}

/** Every pattern of the schemas, by its source. */
export const patterns = new Map<string, Pattern>(
  [blank, slug, currency, language, phone, link, whatsapp, image, decimal, time, day, colour].map((item) => [
    item.source,
    item
  ])
)

/** Returns a pattern for a text that has placeholders, such as `{name}`, and no other braces. Adds it to the patterns. */
export function createTextPattern(placeholders: string[]): Pattern {
  const escapeBraces = (placeholder: string) => placeholder.replace(/[{}]/g, '\\$&')
  const parts = placeholders.map((placeholder) => `|${escapeBraces(placeholder)}`).join('')
  const source = `^(?=[^]*\\S)${placeholders.map((placeholder) => `(?=[^]*${escapeBraces(placeholder)})`).join('')}([^{}]${parts})+$`
  const existing = patterns.get(source)
  if (existing) return existing
  const pattern =
    placeholders.length > 0
      ? {
          source,
          must: `must contain ${placeholders.join(' and ')}, and no other braces`,
          hint: () => 'Copy the words in braces as they are.'
        }
      : { source, must: 'must not be blank or have braces' }
  patterns.set(source, pattern)
  return pattern
}

/** Returns how to correct a text that does not match a pattern, as a sentence, or undefined if nothing is known. */
export function hintFor(source: string, text: string): string | undefined {
  const pattern = patterns.get(source)
  const correct = pattern?.correct?.(text)
  return correct !== undefined && correct !== text && new RegExp(source).test(correct)
    ? `Did you mean "${correct}"?`
    : pattern?.hint?.(text)
}

/** Returns how to correct a text that looks like a date but is not a date in the calendar. */
export function hintForDate(text: string): string {
  const last = lastDateOf(text)
  return last
    ? `The last day of that month is ${last}.`
    : 'Write the year, the month and the day: "2027-01-31".'
}

/** Returns the link of a WhatsApp number, or the link that it already is. */
export const toWhatsappLink = (text: string): string =>
  text.startsWith('+') ? `https://wa.me/${text.replace('(0)', '').replace(/\D/g, '')}` : text
