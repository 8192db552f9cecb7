import { Optional, type Static, Type } from '@sinclair/typebox'
import { Price, Tax, TaxFile } from './price.ts'
import { Component, Described, field, wholeUnits } from './values.ts'

const monthlyOperations = 'Cost and contents of the monthly operation'
const rounded = 'If `price` is present, this is its amount rounded up: quote `price`.'

const Package = Component('Package', 'A package as the pricing list shows it.', {
  id: field.slug('Stable id of the package.', 'gold'),
  name: field.name('Name of the package.', 'Gold'),
  one_time_ils: Type.Unsafe<number | null>({
    ...field.amount(`One-time price ${wholeUnits}; null if the price is on request. ${rounded}`, 6900),
    type: ['integer', 'null']
  }),
  tax: Optional(Tax),
  price: Optional(Described(Price, 'The price of the package: its kind, its amount and its unit.')),
  description: Optional(field.text('The clients that the package suits.', 'For daily riders.')),
  price_display: Optional(
    field.name('The amount as people read it; `price.kind` is `from` if it is a starting price.', '₪6,900')
  ),
  price_note: Optional(field.text('A note on the price.', 'Paid once.')),
  monthly_operations: Optional(
    Type.Unsafe<string | null>({
      ...field.text(`${monthlyOperations}; null if unknown.`, 'Storage, billed monthly.'),
      type: ['string', 'null']
    })
  ),
  popular: Optional(field.flag('Whether this is the package that most clients choose.')),
  includes: Optional(field.texts('Included items.', ['Two tune-ups', 'A puncture kit'])),
  excludes: Optional(field.texts('Items that are not included.', ['Parts'])),
  url: Optional(field.url('The page that shows the package.', 'https://business.example/pricing/#gold'))
})

const { id, name, one_time_ils: _, ...details } = Package.properties

export const PackageDetail = Component('PackageDetail', 'One package with its price.', {
  id,
  name,
  // Only packages with a price have this body.
  one_time_ils: Type.Unsafe<number | null>(field.amount(`One-time price ${wholeUnits}. ${rounded}`, 6900)),
  currency: field.currency('Currency of the amount, by ISO 4217.'),
  ...details,
  monthly_operations: Optional(field.text(`${monthlyOperations}.`, 'Storage, billed monthly.')),
  quote_url: Optional(
    field.url(
      'The URL to ask for a quote for this package: a page, `mailto:` or `tel:`.',
      'https://business.example/contact/?package=gold'
    )
  )
})

const packages = { description: 'The packages, in the order to show them; empty if the business has none.' }

export const Pricing = Component('Pricing', 'How the business charges.', {
  model: field.text('How the business charges.', 'You pay when the work is done.'),
  currency: field.currency('Currency of every amount, by ISO 4217.'),
  tax: Optional(Tax),
  entry_price_ils: Optional(
    field.amount(`The lowest price that is not zero, ${wholeUnits}, rounded up.`, 1900)
  ),
  max_project_ils: Optional(field.amount(`The highest price, ${wholeUnits}, rounded up.`, 48000)),
  packages: Type.Array(Package, packages),
  notes: Optional(field.texts('Terms of every price.', ['Estimates are free.'])),
  quote_url: Optional(
    field.url('The URL to ask for a quote: a page, `mailto:` or `tel:`.', 'https://business.example/contact/')
  )
})
export type Pricing = Static<typeof Pricing>

/** pricing.json: like the published pricing; `packages` may be left out, and `one_time_ils` next to `price`. */
export const PricingFile = Type.Object({
  ...Pricing.properties,
  packages: Optional(
    Type.Array(
      Type.Object(
        {
          ...Package.properties,
          one_time_ils: Optional(Package.properties.one_time_ils),
          tax: Optional(TaxFile)
        },
        { examples: [{ id: 'gold', name: 'Gold', price: { kind: 'fixed', amount: '350' } }] }
      ),
      packages
    )
  )
})
