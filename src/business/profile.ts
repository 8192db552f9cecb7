import { type Static, Type } from '@sinclair/typebox'
import {
  Amount,
  Currency,
  Email,
  FreeForm,
  Language,
  Links,
  Name,
  Phone,
  Text,
  Texts,
  Url
} from './values.ts'

export const Contact = Type.Object(
  {
    email: Type.Optional(Email('Email address of the business.', 'hello@business.example')),
    phone: Type.Optional(Phone('Phone number of the business.', '+972-6-000-0000')),
    whatsapp: Type.Optional(Url('Opens a WhatsApp chat with the business.', 'https://wa.me/97260000000')),
    contact_page: Type.Optional(
      Url('The page of the site that lists the ways to get in touch.', 'https://business.example/contact/')
    )
  },
  { $id: 'Contact', description: 'Ways to reach the business.' }
)
export type Contact = Static<typeof Contact>

export const Address = Type.Object(
  {
    street: Type.Optional(Name('Street and number.', '8 Example Street')),
    locality: Type.Optional(Name('City or town.', 'Haifa')),
    postal_code: Type.Optional(
      Type.String({ description: 'Postal code.', examples: ['3100000'], minLength: 1, maxLength: 20 })
    ),
    country: Type.Optional(Name('Country: its name, or its code of ISO 3166-1 alpha-2.', 'IL'))
  },
  { $id: 'Address', description: 'Address of the business.' }
)
export type Address = Static<typeof Address>

export const PricingModel = Type.Object(
  {
    note: Type.Optional(
      Text('How prices are made, in one or two sentences.', 'A one-time payment for the build.')
    ),
    entry_price_ils: Type.Optional(Amount('The lowest starting price of all, before VAT.', 1900)),
    typical_range_ils: Type.Optional(
      Type.Array(Amount('An end of the range.', 3500), {
        description: 'The range that most projects fall in: lowest, highest.',
        examples: [[3500, 18000]],
        minItems: 2,
        maxItems: 2
      })
    ),
    max_project_ils: Type.Optional(Amount('The highest price of one project, before VAT.', 48000)),
    currency: Type.Optional(Currency('Currency of every amount, by ISO 4217.'))
  },
  { $id: 'PricingModel', description: 'How the business charges.' }
)
export type PricingModel = Static<typeof PricingModel>

export const Profile = Type.Object(
  {
    name: Name('Name of the business, in its own language.', 'Business'),
    name_en: Type.Optional(Name('Name of the business in English.', 'Business')),
    legal_form: Type.Optional(Name('Legal form under which the business is registered.', 'Sole proprietor')),
    tagline: Type.Optional(Name('The slogan of the business, in one line.', 'Less typing, more peace')),
    url: Url('The site of the business.', 'https://business.example/'),
    founder: Type.Optional(Name('Founder of the business.', 'A. Founder')),
    founded_year: Type.Optional(
      Type.Integer({
        description: 'Year in which the business was founded.',
        examples: [2019],
        minimum: 1000,
        maximum: 9999
      })
    ),
    category: Type.Optional(Text('Category of the business.', 'Automation studio')),
    not_category: Type.Optional(
      Text('Categories that the business does not belong to.', 'Not a marketing agency')
    ),
    contact: Contact,
    address: Address,
    service_area: Type.Optional(
      FreeForm('Area that the business serves. Each business chooses the fields.', {
        country: 'IL',
        remote: true
      })
    ),
    languages: Type.Optional(
      Type.Array(Language('A language, by BCP 47.'), {
        description: 'Languages in which the business serves its clients.',
        examples: [['he', 'en']],
        minItems: 1,
        uniqueItems: true
      })
    ),
    track_record: Type.Optional(
      FreeForm('Achievements of the business so far. Each business chooses the fields.', {
        projects_delivered: 140
      })
    ),
    stack: Type.Optional(Texts('Technologies in use.', ['WhatsApp Business Platform', 'Google Sheets'])),
    pricing_model: PricingModel,
    links: Type.Optional(
      Links('Further addresses, by name.', { pricing: 'https://business.example/pricing/' })
    )
  },
  { $id: 'Profile', description: 'Identity and contact details of the business.' }
)
export type Profile = Static<typeof Profile>

/** profile.json: like the published profile, but `url` is optional. */
export const ProfileFile = Type.Object({ ...Profile.properties, url: Type.Optional(Profile.properties.url) })
export type ProfileFile = Static<typeof ProfileFile>
