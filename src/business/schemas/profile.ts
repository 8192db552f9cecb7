import { Optional, type Static, Type } from '@sinclair/typebox'
import { hoursFields } from './hours.ts'
import { Component, Described, field, Image, wholeUnits } from './values.ts'

const LabelledPhone = Component('LabelledPhone', 'A further phone number.', {
  label: field.name('Purpose of the number.', 'Bookings'),
  number: field.phone('Phone number.', '+44 113 496 0001')
})

export const Contact = Component('Contact', 'Ways to reach the business.', {
  email: Optional(field.email('Email address of the business.', 'hello@business.example')),
  phone: Optional(field.phone('Phone number of the business.', '+44 113 496 0001')),
  phones: field.list(LabelledPhone, 'Further phone numbers.'),
  whatsapp: Optional(field.url('Opens a WhatsApp chat with the business.', 'https://wa.me/97260000000')),
  contact_page: Optional(
    field.url(
      'The page of the site that lists the ways to get in touch.',
      'https://business.example/contact/'
    )
  )
})
export type Contact = Static<typeof Contact>

const Address = Component('Address', 'A postal address.', {
  street: Optional(field.name('Street and number.', '8 Example Street')),
  locality: Optional(field.name('City or town.', 'Haifa')),
  region: Optional(field.name('State, province or district, as people write it in an address there.', 'TX')),
  postal_code: Optional(
    Type.String({ description: 'Postal code.', examples: ['3100000'], minLength: 1, maxLength: 20 })
  ),
  country: Optional(field.name('Country: its name, or its ISO 3166-1 alpha-2 code.', 'IL'))
})
export type Address = Static<typeof Address>

const Geo = Component('Geo', 'A place on the map (WGS 84).', {
  latitude: Type.Number({ description: 'Degrees north.', examples: [53.8], minimum: -90, maximum: 90 }),
  longitude: Type.Number({ description: 'Degrees east.', examples: [-1.55], minimum: -180, maximum: 180 })
})
export type Geo = Static<typeof Geo>

const timezone = Optional(field.identifier('Time zone of the hours, by its IANA name.', 'Europe/London'))

const Location = Component('Location', 'A further branch of the business.', {
  id: field.slug('Stable id of the location.', 'harbour'),
  name: field.name('Name of the location.', 'Harbour branch'),
  address: Described(Address, 'Address of the location.'),
  phone: Optional(field.phone('Phone number of the location.', '+44 113 496 0002')),
  email: Optional(field.email('Email address of the location.', 'harbour@business.example')),
  geo: Optional(Described(Geo, 'The location on the map (WGS 84).')),
  timezone,
  ...hoursFields
})

const Person = Component('Person', 'A person who works in the business.', {
  name: field.name('Name of the person.', 'A. Founder'),
  role: Optional(field.name('Role of the person.', 'Mechanic')),
  bio: Optional(field.text('About the person, in a few sentences.', 'Has repaired bicycles since 2009.')),
  image: Optional(Described(Image, 'A picture of the person.'))
})

const Testimonial = Component('Testimonial', 'The opinion of a client about the business.', {
  quote: field.text('The words of the client.', 'They fixed it while I waited.'),
  name: field.name('Name of the client.', 'A. Client'),
  role: Optional(field.name('Role of the client.', 'Commuter')),
  date: Optional(field.day('Date of the testimonial.', '2026-05-31')),
  url: Optional(field.url('URL of the original.', 'https://reviews.example/1'))
})

const PricingModel = Component('PricingModel', 'How the business charges.', {
  note: Optional(
    field.text('How prices are set, in one or two sentences.', 'You pay when the work is done.')
  ),
  entry_price_ils: Optional(
    field.amount(`The lowest price that is not zero, ${wholeUnits}, rounded up.`, 1900)
  ),
  typical_range_ils: Optional(
    Type.Array(field.amount('An end of the range.', 3500), {
      description: `The range of most prices, lowest and highest, ${wholeUnits}.`,
      examples: [[3500, 18000]],
      minItems: 2,
      maxItems: 2
    })
  ),
  max_project_ils: Optional(field.amount(`The highest price, ${wholeUnits}, rounded up.`, 48000)),
  currency: Optional(field.currency('Currency of every amount, by ISO 4217.'))
})

export const Profile = Component('Profile', 'Identity and contact details of the business.', {
  name: field.name('Name of the business, in its own language.', 'Business'),
  name_en: Optional(field.name('Name of the business in English.', 'Business')),
  legal_form: Optional(field.name('Legal form under which the business is registered.', 'Sole proprietor')),
  tagline: Optional(field.name('The slogan of the business, in one line.', 'Back on the road by evening')),
  url: field.url('The site of the business.', 'https://business.example/'),
  founder: Optional(field.name('Founder of the business.', 'A. Founder')),
  founded_year: Optional(field.year('Year in which the business was founded.', 2019)),
  category: Optional(field.text('Category of the business.', 'Bicycle workshop')),
  not_category: Optional(
    field.text('Categories that the business does not belong to.', 'Not a shop for new bicycles')
  ),
  business_type: Optional(
    field.identifier(
      'Type of the business: a type of schema.org for an organisation or a place that serves clients.',
      'BikeStore'
    )
  ),
  contact: Contact,
  reply_time: Optional(field.name('How soon the business replies.', 'within one working day')),
  address: Described(Address, 'Main address of the business.'),
  geo: Optional(Described(Geo, 'The main address on the map (WGS 84).')),
  timezone,
  ...hoursFields,
  by_appointment: Optional(field.flag('Whether clients need an appointment.')),
  locations: field.list(Location, 'Further branches; `address` is the main one.'),
  same_as: Optional(
    field.distinct(
      field.url('A profile of the business elsewhere.', 'https://social.example/business'),
      'Profiles of the business on other sites.'
    )
  ),
  logo: Optional(Described(Image, 'The logo of the business.')),
  image: Optional(Described(Image, 'A picture of the business.')),
  story: Optional(field.texts('The story of the business, in paragraphs.', ['It began with a van.'])),
  people: field.list(Person, 'The people who work in the business.'),
  testimonials: field.list(Testimonial, 'The opinions of clients about the business.'),
  payment_accepted: Optional(field.texts('Ways to pay.', ['Cash', 'Card'])),
  service_area: Optional(
    field.freeForm('Area that the business serves. Each business chooses the fields.', {
      places: ['Leeds', 'York']
    })
  ),
  languages: Optional(
    field.distinct(
      field.language('A language, by BCP 47.'),
      'Languages in which the business serves its clients.',
      ['he', 'en']
    )
  ),
  track_record: Optional(
    field.freeForm('Achievements of the business so far. Each business chooses the fields.', {
      repairs: 1400
    })
  ),
  stack: Optional(field.texts('Technologies in use.', ['WhatsApp', 'Google Sheets'])),
  pricing_model: PricingModel,
  links: Optional(field.links('Further URLs, by name.', { pricing: 'https://business.example/pricing/' }))
})
export type Profile = Static<typeof Profile>

/** profile.json: like the published profile, but `url`, `address` and `pricing_model` are optional. */
export const ProfileFile = Type.Object({
  ...Profile.properties,
  url: Optional(Profile.properties.url),
  address: Optional(Profile.properties.address),
  pricing_model: Optional(PricingModel)
})
type ProfileFile = Static<typeof ProfileFile>

export function hasContactFacts({ contact, address, ...profile }: Omit<ProfileFile, 'name'>): boolean {
  const { contact_page, ...ways } = contact
  const { locations, opening_hours, same_as, geo } = profile
  const facts = [...Object.values({ ...ways, ...address }), locations, opening_hours, same_as, geo]
  return facts.some((fact) => fact !== undefined)
}
