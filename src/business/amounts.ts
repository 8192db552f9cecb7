import { capitalize, escapePattern, shiftedDigits, unshiftDigits } from '../base/text.ts'

/** A number in a text, perhaps with separators, also as in India (1,50,000), and decimals. At most fifteen digits are exact. */
const numberPattern =
  "(?<!\\d)(?:\\d{1,3}(?:[,.\\s’']\\d{3}){1,4}|\\d{1,2}(?:,\\d{2}){1,4},\\d{3}|\\d{1,15})(?:[.,]\\d{1,4})?(?!\\d)"

/** Returns what a number may mean: "1.250" is 1250 and, in a currency with three decimals, also 1.25. */
function parseAmount(text: string, digits: number): number[] {
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,4}))?$/s.exec(text) ?? []
  const isGrouped = decimals.length === 3
  return [
    ...(decimals === '' || isGrouped ? [toNumber(whole + decimals, '')] : []),
    ...(decimals !== '' && decimals.length <= digits ? [toNumber(whole, decimals)] : [])
  ]
}

const parseRaised = (text: string, raised: string, digits: number): number[] =>
  raised !== '' && raised.length === digits && !/[.,](?:\d{1,2}|\d{4})$/.test(text)
    ? [toNumber(text, raised)]
    : parseAmount(text, digits)

const toNumber = (whole: string, decimals: string) => Number(`${whole.replace(/\D/g, '')}.${decimals}0`)

export const readAmounts = (text: string, digits: number): number[] =>
  Array.from(text.matchAll(new RegExp(numberPattern, 'g')), ([number]) => parseAmount(number, digits)).flat()

export interface ShownCurrency {
  digits: number
  /** Its signs, codes and names; those of all currencies if this is empty. */
  signs: string[]
}

// Only real codes, because a number is next to other capitals too, as in "ISO 4217".
const allSigns = ['\\p{Sc}', ...Intl.supportedValuesOf('currency')]

/** The sign or the word between two numbers of a range, as in "30–45", "30 to 45" and "בין 30 ל־45". */
export const rangeMark = '(?:\\s?[-–—]\\s?|\\s(?:to|and|à|et|bis|und|a|y|e|tot|en|до|и|עד)\\s|\\sל[-־–]?\\s?)'

const space = '[\\s\\u200e\\u200f\\u2066-\\u2069]{0,8}'

// Words of these scripts have no spaces between them.
const joined = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]$/u

/** Returns patterns of a sign, and of a name also in capitals. A name is a whole word: "2 Eurostar tickets" are no amount. */
function toPatterns(name: string): string[] {
  const start = /^\p{L}/u.test(name) ? '(?<!\\p{L})' : ''
  const end = /\p{L}$/u.test(name) && !joined.test(name) ? '(?!\\p{L})' : ''
  const forms = /\p{Ll}{3}/u.test(name)
    ? [name, name.toLowerCase(), capitalize(name), name.toUpperCase()]
    : [name]
  return forms.map((form) => start + escapePattern(form) + end)
}

/**
 * Returns a function that returns the amounts that have a currency before or after them. Raised or lowered digits are the decimals of an
 * amount without any, if they are as many as the currency has; else no part of a number, such as the digits of a footnote.
 */
export function createAmountReader({ digits, signs }: ShownCurrency): (text: string) => number[] {
  const own = signs.flatMap(toPatterns)
  const sign = `(?:${(own.length > 0 ? own : allSigns).join('|')})`
  const raised = `(?:[${shiftedDigits}]+)`
  const number = `(${numberPattern})(?:\\s?[.,]?(${raised}))?`
  // As in 12€50, and as in "12 € 50" at the end of a phrase.
  const decimals = digits > 0 ? `\\d{${digits}}(?![.,]?\\d|${space}${sign})` : '(?!)'
  const apart = `${decimals}(?=\\s?(?:[.,;)\u2064]|$))`
  // Two patterns, because the "1" of "Course A1 £890" is before a sign too. The second looks back from digits only.
  // The lower end of a range may be without its sign, as in "62–84 €", or the upper one.
  // As in 45,- and 45:- and 45/-, which are prices without a sign too.
  const bare = '[,:/][-–—](?![\\p{L}\\d])'
  const patterns = [
    `${number}(?=(?:${rangeMark}${numberPattern})?(?:[,.:/][-–—=]+)?${space}${sign}(?:${space}(${raised})|(${decimals}|[^\\S\\n]${apart}))?|${bare})`,
    `(?=\\d)(?!${numberPattern}${bare})(?<=${sign}${space}(?:${numberPattern}${rangeMark})?)(?<!\\d${sign}(?=${decimals})|\\d${space}${sign}[^\\S\\n](?=${apart}))${number}`
  ].map((pattern) => new RegExp(pattern, 'gu'))
  return (text) =>
    patterns.flatMap((pattern) =>
      Array.from(text.matchAll(pattern), ([, amount = '', after, afterSign, joined]) =>
        parseRaised(amount, unshiftDigits(after ?? afterSign ?? joined?.trim() ?? ''), digits)
      ).flat()
    )
}
