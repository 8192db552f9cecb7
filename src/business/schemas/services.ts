import { Optional, Type } from '@sinclair/typebox'
import { limits } from '../limits.ts'
import { Price, Tax, TaxFile } from './price.ts'
import { Contact } from './profile.ts'
import { Component, Described, field, Image, wholeUnits } from './values.ts'

const Category = Component('Category', 'A group of services.', {
  id: field.slug('Stable id of the category.', 'repairs'),
  name: field.name('Name of the category.', 'Repairs'),
  url: field.url('The page that shows the category.', 'https://business.example/services/#repairs'),
  focused_scope_from_ils: Optional(
    field.amount(`Starting price for a limited scope in this category ${wholeUnits}.`, 2400)
  ),
  full_build_from_ils: Optional(
    field.amount(`Starting price for the full scope in this category ${wholeUnits}.`, 9500)
  )
})

const ChatMessage = Component('ChatMessage', 'A message in an example conversation.', {
  from: field.choice('Author of the message.', ['customer', 'business']),
  text: field.text('The message.', 'Can I bring it on Friday?')
})

const Example = Component('Example', 'A service with its price.', {
  id: field.slug('Stable id of the service.', 'tune-up'),
  name: field.name('Name of the service.', 'Tune-up'),
  category: Optional(field.slug('Id of its category.', 'repairs')),
  from_ils: field.amount(
    `Starting price ${wholeUnits}. If \`price\` is present, this is its amount rounded up: quote \`price\`.`,
    45
  ),
  price: Optional(Described(Price, 'The price of the service: its kind, its amount and its unit.')),
  tax: Optional(Tax),
  summary: Optional(field.text('A description of the service.', 'Brakes, gears and wheels adjusted.')),
  tag: Optional(field.name('A short label.', 'Popular')),
  duration: Optional(field.name('How long it takes.', 'about two hours')),
  includes: Optional(field.texts('Included items.', ['Cleaning', 'A test ride'])),
  tools: Optional(field.texts('Tools that the service connects or uses.', ['WhatsApp', 'Google Sheets'])),
  image: Optional(Described(Image, 'A picture of the service.')),
  example_chat: field.list(ChatMessage, 'An example conversation.'),
  url: Optional(field.url('The page of the service.', 'https://business.example/services/tune-up/'))
})

const pricingNote = Optional(field.text('Terms of every price.', 'Parts are charged separately.'))
const categories = { description: 'Groups of services, in the order to show them.' }
const examples = { description: 'Services with their prices, in the order to show them.' }

export const ServiceCatalog = Component(
  'ServiceCatalog',
  'The services of the business, with their prices.',
  {
    currency: field.currency('Currency of every amount, by ISO 4217.'),
    tax: Optional(Tax),
    pricing_note: pricingNote,
    categories: Type.Array(Category, categories),
    examples: Type.Array(Example, examples),
    contact: Optional(Contact)
  }
)

const { currency, tax, ...catalog } = ServiceCatalog.properties

/** services.json: like the published catalogue without `tax`; a field that the server can derive may be omitted. */
export const ServiceCatalogFile = Type.Object({
  ...catalog,
  currency: Optional(currency),
  categories: Optional(
    Type.Array(Type.Object({ ...Category.properties, url: Optional(Category.properties.url) }), categories)
  ),
  examples: Type.Array(
    Type.Object(
      {
        ...Example.properties,
        from_ils: Optional(Example.properties.from_ils),
        tax: Optional(TaxFile)
      },
      { examples: [{ id: 'tune-up', name: 'Tune-up', price: { kind: 'fixed', amount: '45' } }] }
    ),
    { ...examples, maxItems: limits.services }
  )
})

export const Service = Component('Service', 'One service with its price.', {
  ...Example.properties,
  currency: field.currency('Currency of the amount, by ISO 4217.'),
  tax: Optional(Tax),
  pricing_note: pricingNote,
  quote_url: Optional(
    field.url(
      'The URL to ask for a quote for this service: a page, `mailto:` or `tel:`.',
      'https://business.example/contact/?service=tune-up'
    )
  )
})
