import { Type } from '@sinclair/typebox'
import type { Version } from '../../../src/api/versions.ts'
import { operation } from '../../../src/business/operations.ts'

const Prices = Type.Object(
  {
    currency: Type.String({ description: 'Currency.', examples: ['ILS'], pattern: '^[A-Z]{3}$' }),
    from: Type.Integer({ description: 'Lowest price.', examples: [1900], minimum: 0 })
  },
  { $id: 'Prices', description: 'Prices, as the second version shows them.' }
)

/** A second version for the tests: its own shapes of the same facts. */
export const v2: Version = {
  name: 'v2',
  operations: [
    operation({
      operationId: 'getPrices',
      path: '/prices.json',
      tag: 'Pricing',
      summary: 'Get the prices',
      description: 'The prices in short.',
      schema: Prices,
      read: ({ pricing }) => ({ currency: pricing.currency, from: pricing.entry_price_ils ?? 0 })
    })
  ]
}
