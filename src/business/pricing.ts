import { type Static, Type } from '@sinclair/typebox'
import { Amount, AmountOrNull, Currency, Flag, Name, Slug, Text, Texts, Url } from './values.ts'

const monthlyOperations = 'Cost and contents of the monthly operation'
const id = Slug('Stable id of the package.', 'bot-business')
const name = Name('Name of the package.', 'Business')
const details = {
  description: Type.Optional(
    Text('The clients that the package suits.', 'For a business that answers many clients.')
  ),
  price_display: Type.Optional(Name('The price as people read it.', '₪6,900')),
  price_note: Type.Optional(Text('A note on the price.', 'Before VAT, paid once.'))
}
const lists = {
  popular: Type.Optional(Flag('Whether this is the package that most clients choose.')),
  includes: Type.Optional(Texts('Included items.', ['A bot in WhatsApp', 'Training'])),
  excludes: Type.Optional(Texts('Items that are not included.', ['Fees of other providers'])),
  url: Type.Optional(
    Url('The page that shows the package.', 'https://business.example/pricing/#bot-business')
  )
}

export const Package = Type.Object(
  {
    id,
    name,
    one_time_ils: AmountOrNull('One-time price before VAT; null if the price is on request.', 6900),
    ...details,
    monthly_operations: Type.Optional(
      Type.Unsafe<string | null>({
        ...Text(`${monthlyOperations}; null if it is missing.`, 'Hosting and monitoring, billed monthly.'),
        type: ['string', 'null']
      })
    ),
    ...lists
  },
  { $id: 'Package', description: 'A build package as the pricing list shows it.' }
)
export type Package = Static<typeof Package>

export const PackageDetail = Type.Object(
  {
    id,
    name,
    one_time_ils: Amount('One-time price, before VAT.', 6900),
    currency: Currency('Currency of the amount, by ISO 4217.'),
    ...details,
    monthly_operations: Type.Optional(
      Text(`${monthlyOperations}.`, 'Hosting and monitoring, billed monthly.')
    ),
    ...lists,
    quote_url: Type.Optional(
      Url(
        'The page or address to ask for a quote for this package.',
        'https://business.example/contact/?package=bot-business'
      )
    )
  },
  { $id: 'PackageDetail', description: 'One build package with its one-time price.' }
)
export type PackageDetail = Static<typeof PackageDetail>

export const Pricing = Type.Object(
  {
    model: Text('How the business charges.', 'A one-time payment for the build, not a subscription.'),
    currency: Currency('Currency of every amount, by ISO 4217.'),
    entry_price_ils: Type.Optional(Amount('The lowest starting price of all, before VAT.', 1900)),
    max_project_ils: Type.Optional(Amount('The highest price of one project, before VAT.', 48000)),
    packages: Type.Array(Package, {
      description: 'The three build packages, from small to large.',
      minItems: 3,
      maxItems: 3
    }),
    notes: Type.Optional(Texts('Terms of every price.', ['VAT is added by law.'])),
    quote_url: Type.Optional(
      Url('The page or address to ask for a quote.', 'https://business.example/contact/')
    )
  },
  { $id: 'Pricing', description: 'How the business charges, and its three build packages.' }
)
export type Pricing = Static<typeof Pricing>
