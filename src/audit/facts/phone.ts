// Parts that callers from abroad omit are in brackets, as in +44 (0)20.
const toDigits = (phone: string) => phone.replace(/\(0\)/g, '').replace(/\D/g, '')

const isInternational = (phone: string) => /^\s*(?:tel:)?\s*(?:\+|00)/.test(phone)

/** Returns whether two numbers are the same. One may have a country code where the other has a zero, or nothing. */
export function isSamePhone(a: string, b: string): boolean {
  const [first, second] = [toDigits(a), toDigits(b)]
  if (first === second) return true
  const [short = '', long = ''] = [first, second]
    .map((digits) => digits.replace(/^0+/, ''))
    .sort((x, y) => x.length - y.length)
  if (isInternational(a) === isInternational(b)) return isInternational(a) && short === long
  return short.length >= 6 && long.endsWith(short) && long.length - short.length <= 3
}
