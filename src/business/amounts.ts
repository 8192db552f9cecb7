import { escapePattern } from './text.ts'

/**
 * A number in a text, perhaps with separators of thousands, or of hundreds as in India (1,50,000), and decimals. At most
 * fifteen digits are exact.
 */
export const numberPattern =
  "(?<!\\d)(?:\\d{1,3}(?:[,.\\s’']\\d{3}){1,4}|\\d{1,2}(?:,\\d{2}){1,4},\\d{3}|\\d{1,15})(?:[.,]\\d{1,4})?(?!\\d)"

/**
 * Returns the amounts that a number may mean in a currency with so many decimals: "1.250" is 1250, and with three
 * decimals also 1.25.
 */
function parseAmount(text: string, digits: number): number[] {
  /* c8 ignore next: the pattern matches every text */
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,4}))?$/s.exec(text) ?? []
  const isGrouped = decimals.length === 3
  return [
    ...(decimals === '' || isGrouped ? [toNumber(whole + decimals, '')] : []),
    ...(decimals !== '' && decimals.length <= digits ? [toNumber(whole, decimals)] : [])
  ]
}

const toNumber = (whole: string, decimals: string) => Number(`${whole.replace(/\D/g, '')}.${decimals}0`)

/** Returns every amount that the numbers of a text may mean. */
export const readAmounts = (text: string, digits: number): number[] =>
  Array.from(text.matchAll(new RegExp(numberPattern, 'g')), ([number]) => parseAmount(number, digits)).flat()

/** How pages may write amounts of a currency. */
export interface ShownCurrency {
  /** The number of its decimals. */
  digits: number
  /** Its signs and codes besides the common ones. */
  signs: string[]
}

// Only real codes, because a number is next to other capitals too, as in "ISO 4217".
const commonSigns = [
  ...['₪', 'ש[״"]ח', 'שקל(?:ים)?', 'NIS', '\\p{Sc}'],
  `(?:${Intl.supportedValuesOf('currency').join('|')})`
]
const space = '[\\s\\u200e\\u200f\\u2066-\\u2069]{0,8}'

/** Returns a function that returns the amounts that have a currency before or after them. */
export function createAmountReader({ digits, signs }: ShownCurrency): (text: string) => number[] {
  const sign = `(?:${[...signs.map(escapePattern), ...commonSigns].join('|')})`
  const number = `(${numberPattern})`
  // Two patterns, because the "1" of "Course A1 £890" is before a sign too. The second looks back from digits only.
  const patterns = [`${number}(?=${space}${sign})`, `(?=\\d)(?<=${sign}${space})${number}`].map(
    (pattern) => new RegExp(pattern, 'gu')
  )
  return (text) =>
    patterns.flatMap((pattern) =>
      Array.from(text.matchAll(pattern), ([amount]) => parseAmount(amount, digits)).flat()
    )
}
