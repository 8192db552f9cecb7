import t from 'tap'
import { listBusinessTypes } from '../../scripts/business-types.ts'
import businessTypes from '../../src/business/business-types.json' with { type: 'json' }

t.test('the list of business types is the one of schema.org', async (t) => {
  t.same(businessTypes, listBusinessTypes())
  t.ok(businessTypes.includes('LocalBusiness') && businessTypes.includes('BikeStore'))
})
