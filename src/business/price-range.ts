import type { Business } from './business.ts'
import {
  isStarting,
  type Price,
  packagePrice,
  roundUp,
  servicePrice,
  startingPrice
} from './schemas/price.ts'
import type { ServiceCatalog } from './schemas/services.ts'

/** Returns every price of services, packages and categories. */
export const listPrices = ({ services, pricing }: Business): Price[] => [
  ...services.examples.map(servicePrice),
  ...pricing.packages.flatMap((item) => packagePrice(item) ?? []),
  ...listCategoryPrices(services)
]

/** Returns whether a service, a package or a category has a price. */
export const statesPrices = (business: Business): boolean => listPrices(business).length > 0

/** Returns every price of services and categories. */
export const listServicePrices = (services: ServiceCatalog): Price[] => [
  ...services.examples.map(servicePrice),
  ...listCategoryPrices(services)
]

const listCategoryPrices = ({ categories }: ServiceCatalog): Price[] =>
  categories
    .flatMap(({ focused_scope_from_ils, full_build_from_ils }) => [
      focused_scope_from_ils,
      full_build_from_ils
    ])
    .flatMap((amount) => (amount === undefined ? [] : startingPrice(amount)))

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
