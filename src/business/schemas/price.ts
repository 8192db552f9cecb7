import { type Static, Type } from '@sinclair/typebox'
import type { ShownCurrency } from '../amounts.ts'
import { fieldOf } from '../json-value.ts'
import { removeDirectionMarks } from '../text.ts'
import { Choice, Decimal, Flag, Name } from './values.ts'

export const Price = Type.Object(
  {
    kind: Type.Optional(
      Choice(
        'Whether `amount` is a starting price (`from`), the price (`fixed`), or the lower end of a range up to `max` (`range`).',
        ['from', 'fixed', 'range']
      )
    ),
    amount: Decimal('The amount in `currency`, with its decimals.', '12.50'),
    max: Type.Optional(Decimal('The upper end of a range.', '20.00')),
    unit: Type.Optional(
      Name(
        'The unit of the amount: `hour`, `day`, `night`, `visit`, `person`, `item` or another. If absent, the amount is for the whole service or package.',
        'hour'
      )
    )
  },
  { $id: 'Price', description: 'A price: its kind, its amount and its unit.' }
)
export type Price = Static<typeof Price>

export const Tax = Type.Object(
  {
    included: Flag('Whether the amounts include the tax.'),
    name: Type.Optional(Name('Name of the tax.', 'VAT')),
    rate_percent: Type.Optional(
      Type.Number({ description: 'Rate of the tax in percent.', examples: [20], minimum: 0, maximum: 100 })
    )
  },
  {
    $id: 'Tax',
    description: 'Whether the amounts include tax. If absent, this is unknown.'
  }
)
export type Tax = Static<typeof Tax>

// Node.js 20 formats some currencies with other digits than ISO 4217 has, so they are listed here.
const digits: Record<string, number> = Object.fromEntries(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW'
  }).flatMap(([count, codes]) => codes.split(' ').map((code) => [code, Number(count)]))
)

/** Returns the number of decimals of a currency (ISO 4217). */
export const currencyDigits = (currency: string): number => digits[currency] ?? 2

/** Returns how pages may write amounts of a currency: with its signs in their language and in English. */
export function describeCurrency(currency: string, language: string): ShownCurrency {
  const signs = [language, 'en'].flatMap((locale) =>
    (['symbol', 'narrowSymbol', 'code'] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .flatMap(({ type, value }) => (type === 'currency' ? [removeDirectionMarks(value)] : []))
    )
  )
  return { digits: currencyDigits(currency), signs: [...new Set(signs)] }
}

/** Returns a function that writes amounts in a currency: all with decimals, unless all are whole. */
export function createAmountsWriter(language: string, currency: string): (...amounts: string[]) => string[] {
  const format = (digits: number) =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits
    })
  const [whole, exact] = [format(0), format(currencyDigits(currency))]
  // Every page that shows an amount writes it again.
  const cache = new Map<string, string[]>()
  return (...amounts) => {
    const key = amounts.join(' ')
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const { format } = amounts.every((amount) => Number.isInteger(Number(amount))) ? whole : exact
    const texts = amounts.map((amount) => format(Number(amount)))
    cache.set(key, texts)
    return texts
  }
}

/** Returns an amount in whole units, rounded up, as in the integer fields of v1. */
export const roundUp = (amount: string): number => Math.ceil(Number(amount))

/** Returns whether a price is a starting price; one without a kind is. */
export const isStarting = ({ kind = 'from' }: Price): boolean => kind === 'from'

/** Returns the amounts of a price: one, or both ends of a range. */
export const amountsOf = ({ amount, max }: Price): string[] => (max === undefined ? [amount] : [amount, max])

/** Returns the price of a service: one without `price` has only a starting price. */
export const servicePrice = ({ price, from_ils }: { price?: Price; from_ils: number }): Price =>
  price ?? startingPrice(from_ils)

/** Returns the starting price of a whole amount. */
export const startingPrice = (amount: number): Price => ({ kind: 'from', amount: String(amount) })

/** Returns the price of a package, or undefined if it is on request. */
export function packagePrice(item: { price?: Price; one_time_ils: number | null }): Price | undefined {
  if (item.price) return item.price
  return item.one_time_ils === null ? undefined : { kind: 'fixed', amount: String(item.one_time_ils) }
}

/** Returns the price of a service or package of unknown shape, or undefined if it has none. */
export function priceOf(item: unknown): Price | undefined {
  const price = fieldOf(item, 'price')
  if (isPrice(price)) return price
  const [from, once] = [fieldOf(item, 'from_ils'), fieldOf(item, 'one_time_ils')]
  if (typeof from === 'number') return startingPrice(from)
  return typeof once === 'number' ? { kind: 'fixed', amount: String(once) } : undefined
}

const isPrice = (value: unknown): value is Price => typeof fieldOf(value, 'amount') === 'string'

/** Returns a price with the tax added to it, rounded to the digits of the currency. */
export const addTax = (price: Price, ratePercent: number, digits: number): Price => ({
  ...price,
  amount: addRate(price.amount, ratePercent, digits),
  ...(price.max !== undefined && { max: addRate(price.max, ratePercent, digits) })
})

// Calculates with integers, because 1.1 * 1.15 is not exact.
function addRate(amount: string, ratePercent: number, digits: number): string {
  const [value, rate] = [toInteger(amount), toInteger(String(ratePercent))]
  const unit = 10n ** BigInt(rate.decimals)
  const product = value.integer * (100n * unit + rate.integer)
  const divisor = 100n * unit * 10n ** BigInt(value.decimals)
  const scale = 10n ** BigInt(digits)
  const rounded = (product * scale * 2n + divisor) / (divisor * 2n)
  const [whole, rest] = [rounded / scale, rounded % scale]
  return digits === 0 ? `${whole}` : `${whole}.${`${rest}`.padStart(digits, '0')}`
}

function toInteger(decimal: string) {
  const [whole = '', decimals = ''] = decimal.split('.')
  return { integer: BigInt(whole + decimals), decimals: decimals.length }
}
