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

// The digits of Arabic and Persian, and the wide ones of Japanese. The last four bits of each are its value.
const otherDigits = /[٠-٩۰-۹０-９]/g

const toNumber = (whole: string, decimals: string) => Number(`${whole.replace(/\D/g, '')}.${decimals}0`)

export const readAmounts = (text: string, digits: number): number[] =>
  Array.from(text.matchAll(new RegExp(numberPattern, 'g')), ([number]) => parseAmount(number, digits)).flat()

export interface ShownCurrency {
  digits: number
  /** Its signs, codes and names; those of all currencies if this is empty. */
  signs: string[]
  /** The signs and names of its hundredth part, such as `p` and `pence`. */
  hundredths: string[]
}

// Only real codes, because a number is next to other capitals too, as in "ISO 4217".
const allSigns = ['\\p{Sc}', ...Intl.supportedValuesOf('currency')]

/** The sign or the word between two numbers of a range, as in "30–45", "30 to 45" and "בין 30 ל־45". */
export const rangeMark =
  "(?:\\s?[-–—~〜～]\\s?|\\s(?:to|till?|until|through|and|à|et|jusqu['’]à|bis|und|a|até|y|e|tot|en|do|до|и|עד)\\s|\\sל[-־–]?\\s?)"

const choiceMark = '(?:/|\\s(?:or|ou|oder|o|of|или|או)\\s)'

/** As in $1.5k. */
const thousand = '[kK](?![\\p{L}\\d])'

const space = '[\\s\\u200e\\u200f\\u2066-\\u2069]{0,8}'

// Words of these scripts have no spaces between them.
const joined = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]$/u

// Codes that are English words.
const words = new Set(['ALL', 'CUP', 'MAD', 'MOP', 'PEN', 'TOP', 'TRY'])

// The point at the end is often missing.
const toForm = (name: string) => escapePattern(name).replace(/\\\.$/, '\\.?')

/** Returns the pattern of signs, and of names in small and capital letters. A name is a whole word: "2 Eurostar tickets" are no amount. */
function toPattern(names: string[]): string {
  const groups = new Map<string, string[]>()
  for (const name of names) {
    const start = /^\p{L}/u.test(name) ? '(?<!\\p{L})' : ''
    const end = /[\p{L}.]$/u.test(name) && !joined.test(name) ? '(?!\\p{L})' : ''
    const hasForms = /\p{L}{2}/u.test(name) && !words.has(name)
    const forms = hasForms ? [name.toLowerCase(), capitalize(name.toLowerCase()), name.toUpperCase()] : []
    const key = `${start}(?:)${end}`
    groups.set(key, [...(groups.get(key) ?? []), ...[name, ...forms].map(toForm)])
  }
  return Array.from(groups, ([key, forms]) => key.replace('(?:', () => `(?:${forms.join('|')}`)).join('|')
}

/** Matches a sticky pattern at a place of a text. */
function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index
  return pattern.exec(text)
}

/**
 * Returns a function that returns the amounts that have a currency before or after them. Raised or lowered digits are the decimals of an
 * amount without any, if they are as many as the currency has; else no part of a number, such as the digits of a footnote.
 */
export function createAmountReader({ digits, signs, hundredths }: ShownCurrency): (text: string) => number[] {
  const sign = `(?:${signs.length > 0 ? toPattern(signs) : allSigns.join('|')})`
  const raised = `([${shiftedDigits}]+)`
  const hundredth = hundredths.length > 0 ? `\\s?(?:${toPattern(hundredths)})(?!\\.m)` : '(?!)'
  // As in 12€50, and as in "12 € 50" at the end of a phrase or "12 € 50 Cent".
  const decimals = digits > 0 ? `\\d{${digits}}(?![.,]?\\d|${space}${sign})` : '(?!)'
  const apart = `${decimals}(?=\\s?(?:[.,;)\u2064]|$)|${hundredth})`
  const number = new RegExp(`(${numberPattern})(?:\\s?[.,]?${raised}|(${thousand}))?`, 'gu')
  // The lower end of a range may be without its sign, as in "62–84 €" and "62 or 84 €", or the upper one. 45,- and 45:- and
  // 45/- are prices without a sign too.
  const after = new RegExp(
    `(?:(?:${rangeMark}|${choiceMark})${numberPattern}(?:${thousand})?)?(?:[,.:/][-–—=]+)?${space}${sign}(?:${space}${raised}|(${decimals})|[^\\S\\n](${apart}))?|(?:[,.:/][-–—]|/=)(?![\\p{L}\\d])`,
    'uy'
  )
  const before = new RegExp(`(?<=${sign}${space}(?:${numberPattern}(?:${thousand})?${rangeMark})?)`, 'uy')
  const ofHundredths = new RegExp(hundredth, 'uy')
  const isDecimals = new RegExp(`(?<=\\d${sign})${decimals}|(?<=\\d${space}${sign}[^\\S\\n])${apart}`, 'uy')
  const read = (amount: string, raised: string, isThousands: boolean) =>
    isThousands
      ? parseAmount(amount, digits).map((n) => Math.round(n * 1000))
      : parseRaised(amount, unshiftDigits(raised), digits)
  return (given) => {
    const text = given.replace(otherDigits, (digit) => String(digit.charCodeAt(0) & 15))
    return Array.from(
      text.matchAll(number),
      ({ 0: whole, 1: amount = '', 2: direct, 3: thousands, index }) => {
        const isSigned = matchAt(before, text, index)
        // Not the p of "£12 p.p.".
        if (!isSigned && matchAt(ofHundredths, text, index + whole.length))
          return parseAmount(amount, 0).map((n) => n / 100)
        const follows = matchAt(after, text, index + whole.length)
        const isShown = follows ?? (isSigned && !matchAt(isDecimals, text, index))
        const [, afterSign, joined, separate] = follows ?? []
        // In £20 £25, the second sign belongs to the second amount.
        const parts = isSigned ? undefined : (joined ?? separate)
        return isShown ? read(amount, direct ?? afterSign ?? parts ?? '', thousands !== undefined) : []
      }
    ).flat()
  }
}
