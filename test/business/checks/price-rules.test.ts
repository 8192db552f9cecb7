import { t } from 'tap'
import type { Edits } from '../../helper.ts'
import { byLine, type Mistake, testMistakes } from '../shop.ts'

const place = 'services.json /examples/2'
/** Returns edits that replace the price of a service. */
const priced = (price: object, fields = {}): Edits => ({
  'services#/examples/2': { id: 'linings', name: 'Linings', price, ...fields }
})

// Mistakes in prices, and the lines that report them.
const mistakes = byLine({
  'pricing.json /packages/0/price_display: does not match one_time_ils (null), got "$40". Omit it to have it generated from the price.':
    { 'pricing#/packages/0/one_time_ils': null, 'pricing#/packages/0/price_display': '$40' },
  'pricing.json /packages/0/price/kind: must be one of "from", "fixed", "range", got "on_request". If it is on request, write "one_time_ils": null in place of the price.':
    { 'pricing#/packages/0': { id: 'small', name: 'Small', price: { kind: 'on_request' } } },
  'pricing.json /packages/0: has no price: `price` or `one_time_ils` is missing. If the price is on request, write "one_time_ils": null.':
    { 'pricing#/packages/0/one_time_ils': undefined },
  [`${place}/from_ils: must be the amount of \`price\` (30.50) rounded up to whole units, got 30. Omit it to have it generated from \`price\`.`]:
    priced({ amount: '30.50' }, { from_ils: 30 }),
  'pricing.json /packages/0/one_time_ils: must be the amount of `price` (40) rounded up to whole units, got null. Omit it to have it generated from `price`.':
    { 'pricing#/packages/0/one_time_ils': null, 'pricing#/packages/0/price': { amount: '40' } },
  [`${place}/price/max: is only for the kind "range", got "40". Write "kind": "range", or omit it.`]: priced({
    amount: '30',
    max: '40'
  }),
  [`${place}/price/kind: must be one of "from", "fixed", "range", got "ranges". Did you mean "range"?`]:
    priced({
      kind: 'ranges',
      amount: '30',
      max: '40'
    }),
  [`${place}/price/max: is missing. It is the upper end of the range.`]: priced({
    kind: 'range',
    amount: '30'
  }),
  [`${place}/price/max: must be above /examples/2/price/amount (40), got "30". Swap the two.`]: priced({
    kind: 'range',
    amount: '40',
    max: '30'
  }),
  [`${place}/price/max: must be above /examples/2/price/amount (30), got "30.00". If there is one price, its kind is "fixed".`]:
    priced({ kind: 'range', amount: '30', max: '30.00' }),
  [`${place}/price/amount: must have at most 2 decimals, as USD has (ISO 4217), got "30.125". Write "30125" if the point is between thousands.`]:
    priced({ kind: 'fixed', amount: '30.125' }),
  [`${place}/price/amount: must have no decimals, as ISK has (ISO 4217), got "30.00". Write "30".`]: {
    ...priced({ kind: 'fixed', amount: '30.00' }),
    'pricing#/currency': 'ISK'
  },
  [`${place}/price/amount: must have at most 2 decimals, as USD has (ISO 4217), got "30.120". Write "30120" if the point is between thousands, or "30.12" if not.`]:
    priced({ kind: 'fixed', amount: '30.120' }),
  [`${place}/price/amount: must not be below the entry price, pricing.json /entry_price_ils (20), got "18.50". Correct one of the two, or omit the entry price.`]:
    priced({ amount: '18.50' }),
  [`${place}/price/max: must not be above the maximum, pricing.json /max_project_ils (4000), got "4000.01". Correct one of the two, or omit the maximum.`]:
    priced({ kind: 'range', amount: '30', max: '4000.01' }),
  'pricing.json /packages/0/price_display: does not match price (39.50), got "$40". Omit it to have it generated from the price.':
    {
      'pricing#/packages/0': {
        id: 'small',
        name: 'Small',
        price: { amount: '39.50' },
        price_display: '$40'
      }
    },
  'pricing.json /currency: must be an ISO 4217 currency code, such as ILS, got "£". Did you mean "GBP"?': {
    'pricing#/currency': '£',
    'pricing#/packages/0/price_display': '$40'
  },
  'pricing.json /tax/rate_percent: must be a percentage, not a fraction, got 0.2. Write the percentage, such as 20 for 20%.':
    { 'pricing#/tax': { included: true, rate_percent: 0.2 } },
  'pricing.json /tax/rate_percent: must have at most 3 decimals, got 19.12345': {
    'pricing#/tax': { included: true, rate_percent: 19.12345 }
  },
  [`${place}/tax/rate_percent: must be a percentage, not a fraction, got 0.2. Write the percentage, such as 20 for 20%.`]:
    { 'services#/examples/2/tax': { included: true, rate_percent: 0.2 } },
  [`${place}/tax: does not say whether the amount includes the tax, got {"rate_percent":5}. Add "included": true or false.`]:
    { 'services#/examples/2/tax': { rate_percent: 5 } },
  [`${place}/tax: is exempt, so no tax is added to it, got {"included":false,"exempt":true}. Write only "exempt": true, or leave it out.`]:
    { 'services#/examples/2/tax': { included: false, exempt: true } }
})

const service = (id: string, price: object, fields = {}) => ({ id, name: id, price, ...fields })
const priceTexts = {
  '$1.5k': { amount: '1500' },
  'up to ₹12,34,567.50': { kind: 'range', amount: '39', max: '1234567.50' }
}
const correct: Edits[] = [
  {
    'services#/examples': [
      service('a', { amount: '60.50' }),
      service('b', { amount: '60.50' }, { from_ils: 61 }),
      service('c', { kind: 'fixed', amount: '19.01' }),
      service('d', { kind: 'range', amount: '60', max: '60.01', unit: 'wheel' })
    ]
  },
  { 'pricing#/packages': undefined },
  ...Object.entries(priceTexts).map(([price_display, price]) => ({
    'pricing#/max_project_ils': 2_000_000,
    'pricing#/packages/0': service('s', price, { price_display })
  })),
  { 'pricing#/tax': { included: false, name: 'VAT', rate_percent: 17.5 } },
  { 'pricing#/tax': { included: false, rate_percent: 0 } }
]

t.test('the check of prices reports mistakes, and accepts correct ones', (t) =>
  testMistakes(t, [...mistakes, ...correct.map((edits): Mistake => [edits, []])])
)
