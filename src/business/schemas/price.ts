import { Optional, type Static, Type } from '@sinclair/typebox'
import { Component, field } from './values.ts'

const kind =
  'Whether `amount` is a starting price (`from`), the price (`fixed`), or the lower end of a range up to `max` (`range`).'

export const Price = Component('Price', 'A price: its kind, its amount and its unit.', {
  kind: Optional(field.choice(kind, ['from', 'fixed', 'range'])),
  amount: field.decimal('The amount in `currency`, with its decimals.', '12.50'),
  max: Optional(field.decimal('The upper end of a range.', '20.00')),
  unit: Optional(
    field.name(
      'The unit of the amount: `hour`, `day`, `night`, `visit`, `person`, `item` or another. If absent, the amount is for the whole service or package.',
      'hour'
    )
  )
})
/** A price, with the tax of its item if that is not the tax of the pricing. */
export type Price = Static<typeof Price> & {
  kind: 'from' | 'fixed' | 'range'
  tax?: Tax
  /** The field that states the amount in whole units, if the item has no `price`. */
  wholeField?: string
}

export const Tax = Component('Tax', 'Whether the amounts include tax. If absent, this is unknown.', {
  included: field.flag('Whether the amounts include the tax.'),
  name: Optional(field.name('Name of the tax.', 'VAT')),
  rate_percent: Optional(
    Type.Number({ description: 'Rate of the tax in percent.', examples: [20], minimum: 0, maximum: 100 })
  ),
  exempt: Optional(field.flag('Whether no tax applies; `included` is then true, and the rate 0.'))
})
export type Tax = Static<typeof Tax>

/** The tax of an item in a file: an exemption needs nothing else. */
export const TaxFile = Type.Object({ ...Tax.properties, included: Optional(Tax.properties.included) })

// Node.js 20 formats some currencies with other digits than ISO 4217 has, so they are listed here.
const digits: Record<string, number> = Object.fromEntries(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW'
  }).flatMap(([count, codes]) => codes.split(' ').map((code) => [code, Number(count)]))
)

export const currencyDigits = (currency: string): number => digits[currency] ?? 2

export const isFraction = (amount: string): boolean => !Number.isInteger(Number(amount))

export const roundUp = (amount: string): number => Math.ceil(Number(amount))

export const isStarting = ({ kind }: Price): boolean => kind === 'from'

/** Returns whether the final price is open, so clients ask for it: only a starting price, or the price of a package on request. */
export const isOpen = (price: Price | undefined): boolean => price === undefined || isStarting(price)

export const amountsOf = ({ amount, max }: Price): string[] => (max === undefined ? [amount] : [amount, max])

/** Adds its own tax or the shared one to a price; undefined if it does not exclude a tax at a known rate. */
export function addTax(price: Price, shared: Tax | undefined, digits: number): Price | undefined {
  const { included, rate_percent: rate } = price.tax ?? shared ?? {}
  if (included !== false || rate === undefined) return undefined
  const { amount, max } = price
  const add = (text: string) => addRate(text, rate, digits)
  return { ...price, amount: add(amount), ...(max !== undefined && { max: add(max) }) }
}

// With integers, because 1.1 * 1.15 is not exact: an amount has at most four decimals, and a rate three.
function addRate(amount: string, ratePercent: number, digits: number): string {
  const units = BigInt(Math.round(Number(amount) * 1e4))
  const factor = BigInt(Math.round((100 + ratePercent) * 1e3))
  const divisor = 10n ** BigInt(9 - digits)
  const rounded = (units * factor * 2n + divisor) / (divisor * 2n)
  return (Number(rounded) / 10 ** digits).toFixed(digits)
}
