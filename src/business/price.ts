import { type Static, Type } from '@sinclair/typebox'
import { Choice, Decimal, Flag, Name } from './values.ts'

export const Price = Type.Object(
  {
    kind: Type.Optional(
      Choice(
        'Whether `amount` is the lowest price (from), the price (fixed), or the lower end of a range up to `max` (range).',
        ['from', 'fixed', 'range']
      )
    ),
    amount: Decimal('The amount in the currency of the document, with its decimals.', '12.50'),
    max: Type.Optional(Decimal('The upper end of a range.', '20.00')),
    unit: Type.Optional(
      Name(
        'What the amount is for: hour, day, night, visit, person, item or another unit; the whole service if it is missing.',
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
    description: 'Whether the amounts include tax. Nothing is known about it if this is missing.'
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

/** Returns an amount in whole units, rounded up, as the integer fields of v1 have it. */
export const roundUp = (amount: string): number => Math.ceil(Number(amount))

/** Returns the price of a service: one with only a starting price has that. */
export const servicePrice = ({ price, from_ils }: { price?: Price; from_ils: number }): Price =>
  price ?? { kind: 'from', amount: String(from_ils) }

/** Returns the price of a package, or undefined if it is on request. */
export function packagePrice(item: { price?: Price; one_time_ils: number | null }): Price | undefined {
  if (item.price) return item.price
  return item.one_time_ils === null ? undefined : { kind: 'fixed', amount: String(item.one_time_ils) }
}

/** Returns whether a service or a package has a starting price. */
export const hasStartingPrices = ({ services, pricing }: Prices): boolean =>
  [...services.examples.map(servicePrice), ...pricing.packages.map(packagePrice)].some(
    (price) => price !== undefined && (price.kind ?? 'from') === 'from'
  )

interface Prices {
  services: { examples: Parameters<typeof servicePrice>[0][] }
  pricing: { packages: Parameters<typeof packagePrice>[0][] }
}
