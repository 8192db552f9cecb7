import { priceOf } from '../business/price.ts'
import type { McpContext } from './context.ts'
import { isObject } from './json.ts'

/** Returns an item with its price in words instead of the integers of v1, which may be rounded up. */
export function quoteItem(item: unknown, { describePrice }: McpContext): unknown {
  const price = priceOf(item)
  if (!isObject(item) || price === undefined) return item
  const { from_ils, one_time_ils, price_display, ...facts } = item
  return { ...facts, price: describePrice(price) }
}

/** Returns an item without the integers of v1 if it has an exact price beside them. */
export function omitRounded(item: unknown): unknown {
  if (!isObject(item) || item.price === undefined) return item
  const { from_ils, one_time_ils, ...facts } = item
  return facts
}
