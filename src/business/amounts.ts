/** A number in a text, perhaps with separators of thousands and decimals. At most fifteen digits are exact. */
export const numberPattern = "(?<!\\d)(?:\\d{1,3}(?:[,.\\s’']\\d{3}){1,4}|\\d{1,15})(?:[.,]\\d{1,4})?(?!\\d)"

/**
 * Returns the amounts that a number may mean in a currency with so many decimals: "1.250" is 1250, and with three
 * decimals also 1.25.
 */
export function parseAmount(text: string, digits: number): number[] {
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
