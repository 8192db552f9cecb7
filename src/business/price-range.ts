import type { Business } from './business.ts'
import {
  isStarting,
  type Price,
  packagePrice,
  roundUp,
  servicePrice,
  startingPrice
} from './schemas/price.ts'

/** Returns every price of services, packages and categories. */
export function listPrices({ services, pricing }: Business): Price[] {
  const categories = services.categories.flatMap((category) => [
    category.focused_scope_from_ils,
    category.full_build_from_ils
  ])
  return [
    ...services.examples.map(servicePrice),
    ...pricing.packages.flatMap((item) => packagePrice(item) ?? []),
    ...categories.flatMap((amount) => (amount === undefined ? [] : startingPrice(amount)))
  ]
}

/** Returns whether every price is a starting price; false if there are none. */
export function hasOnlyStartingPrices(prices: Price[]): boolean {
  return prices.length > 0 && prices.every(isStarting)
}

/** Returns the lowest price of all if the business states one: with its decimals, if it is the price of an item. */
export function lowestPrice(business: Business): Price | undefined {
  const entry = business.profile.pricing_model.entry_price_ils
  if (entry === undefined) return undefined
  const prices = listPrices(business)
  const [lowest] = prices
    .filter(({ amount }) => roundUp(amount) === entry)
    .toSorted((a, b) => Number(a.amount) - Number(b.amount))
  const { max, ...price } = lowest ?? { amount: String(entry) }
  const isFrom = lowest ? isStarting(lowest) : prices.some(isStarting)
  return { ...price, kind: isFrom ? 'from' : 'fixed' }
}

/** Returns the highest amount of all if the business states one: with its decimals, if it is the price of an item. */
export function highestAmount(business: Business): string | undefined {
  const limit = business.profile.pricing_model.max_project_ils
  if (limit === undefined) return undefined
  const amounts = listPrices(business).map(({ amount, max = amount }) => max)
  const [highest] = amounts
    .filter((amount) => roundUp(amount) === limit)
    .toSorted((a, b) => Number(b) - Number(a))
  return highest ?? String(limit)
}
