import { type Static, Type } from '@sinclair/typebox'
import { maxServices } from './limits.ts'
import { Contact } from './profile.ts'
import { Amount, Currency, Name, Slug, Text, Texts, Url } from './values.ts'

export const Category = Type.Object(
  {
    id: Slug('Stable id of the category.', 'lead-management'),
    name: Name('Name of the category.', 'Lead management'),
    url: Url('The page that shows the category.', 'https://business.example/services/#lead-management'),
    focused_scope_from_ils: Type.Optional(
      Amount('Starting price of one focused automation of this category, before VAT.', 2400)
    ),
    full_build_from_ils: Type.Optional(Amount('Starting price of a full build, before VAT.', 9500))
  },
  { $id: 'Category', description: 'A group of services, with its starting prices.' }
)
export type Category = Static<typeof Category>

export const Example = Type.Object(
  {
    id: Slug('Stable id of the service.', 'leads'),
    name: Name('Name of the service.', 'Every lead in one place'),
    from_ils: Amount('Starting price, before VAT; each project is priced by its scope.', 2400),
    summary: Type.Optional(
      Text('A description of the service.', 'Collects the leads and answers them at once.')
    ),
    tag: Type.Optional(Name('A short label.', 'Sales')),
    tools: Type.Optional(Texts('The tools that it connects.', ['WhatsApp', 'Google Sheets'])),
    url: Type.Optional(Url('The page of the service.', 'https://business.example/services/leads/'))
  },
  { $id: 'Example', description: 'A concrete automation with its starting price.' }
)
export type Example = Static<typeof Example>

const pricingNote = Type.Optional(Text('Terms of every price.', 'Starting prices, before VAT.'))
const categories = { description: 'Groups of services, in the order to show them.' }
const examples = { description: 'Concrete automations, in the order to show them.' }

export const ServiceCatalog = Type.Object(
  {
    currency: Currency('Currency of every amount, by ISO 4217.'),
    pricing_note: pricingNote,
    categories: Type.Array(Category, categories),
    examples: Type.Array(Example, examples),
    contact: Type.Optional(Contact)
  },
  { $id: 'ServiceCatalog', description: 'The services of the business, with starting prices.' }
)
export type ServiceCatalog = Static<typeof ServiceCatalog>

/** services.json: like the published catalogue, but the currency and the URLs of categories are optional. */
export const ServiceCatalogFile = Type.Object({
  ...ServiceCatalog.properties,
  currency: Type.Optional(ServiceCatalog.properties.currency),
  categories: Type.Array(
    Type.Object({ ...Category.properties, url: Type.Optional(Category.properties.url) }),
    categories
  ),
  examples: Type.Array(Example, { ...examples, maxItems: maxServices })
})
export type ServiceCatalogFile = Static<typeof ServiceCatalogFile>

export const Service = Type.Object(
  {
    id: Example.properties.id,
    name: Example.properties.name,
    from_ils: Example.properties.from_ils,
    currency: Currency('Currency of the amount, by ISO 4217.'),
    summary: Example.properties.summary,
    tag: Example.properties.tag,
    tools: Example.properties.tools,
    pricing_note: pricingNote,
    url: Example.properties.url,
    quote_url: Type.Optional(
      Url(
        'The page or address to ask for a quote for this service.',
        'https://business.example/contact/?service=leads'
      )
    )
  },
  { $id: 'Service', description: 'One service with its starting price.' }
)
export type Service = Static<typeof Service>
