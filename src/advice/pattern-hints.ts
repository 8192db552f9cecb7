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
import { toSlug } from '../base/text.ts'
import {
  correctAmount,
  correctCurrency,
  correctDates,
  correctLanguage,
  correctTime,
  toLatinDigits
} from './corrections.ts'
import otherWords from './other-words.json' with { type: 'json' }

interface PatternAdvice {
  must: string
  correct?: (text: string) => string | undefined
  /** Returns how to correct a text for which there is no correction, as a sentence. */
  hint?: (text: string) => string | undefined
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
  if (/^https?:/.test(link)) return link.replaceAll(' ', '%20')
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
  const amount = text.includes('%') ? undefined : correctAmount(text.replace(starting, ''))
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
      if (/\d{10}|\.\d{5}/.test(text)) return 'Write at most nine digits, and at most four after a point.'
      const [low, high, ...others] = text.split(rangeSign).map(correctAmount)
      return low && high && isAmount(low) && isAmount(high) && others.length === 0
        ? `For a range, write {"kind":"range","amount":"${low}","max":"${high}"}.`
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
  const corrected = [text, plain]
    .flatMap((form) => correct?.(form) ?? [])
    .find((form) => form !== text && new RegExp(pattern).test(form))
  return corrected === undefined ? hint?.(text) : `Did you mean "${corrected}"?`
}
