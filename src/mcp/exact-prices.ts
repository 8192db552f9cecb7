import type { Business } from '../business/business.ts'
import { isParent } from '../business/json-value.ts'
import { highestAmount, lowestPrice } from '../business/price-range.ts'
import { priceOf } from '../business/schemas/price.ts'
import type { SurfaceContext } from '../surfaces/surface-context.ts'

/** Returns an item with its price in words instead of the integers of v1, which may be rounded up. */
export function writePriceInWords(item: unknown, { describePrice }: SurfaceContext): unknown {
  const price = priceOf(item)
  if (!isParent(item) || price === undefined) return item
  const { from_ils, one_time_ils, price_display, ...facts } = item
  return { ...facts, price: describePrice(price) }
}

/** Returns an item without the integers of v1 if it also has an exact price. */
export function omitRounded(item: unknown): unknown {
  if (!isParent(item) || item.price === undefined) return item
  const { from_ils, one_time_ils, ...facts } = item
  return facts
}

/** Returns an object with the exact lowest and highest amount in place of those that v1 rounds up. */
export function replaceLimits(value: unknown, business: Business): unknown {
  if (!isParent(value)) return value
  const { entry_price_ils: entry, max_project_ils: limit, ...facts } = value
  if (entry === undefined && limit === undefined) return value
  const lowest = lowestPrice(business)?.amount
  const highest = highestAmount(business)
  return {
    ...facts,
    ...(entry !== undefined &&
      (Number(lowest) === entry ? { entry_price_ils: entry } : { lowest_price: lowest })),
    ...(limit !== undefined &&
      (Number(highest) === limit ? { max_project_ils: limit } : { highest_price: highest }))
  }
}
