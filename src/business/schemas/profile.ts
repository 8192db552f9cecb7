import { type Static, Type } from '@sinclair/typebox'
import { fieldOf } from '../../base/json-value.ts'
import { Actions } from './action.ts'
import { hoursFields, OpeningHours, timezoneField } from './hours.ts'
import {
  Amount,
  Choice,
  Currency,
  Day,
  Described,
  Email,
  Flag,
  FreeForm,
  Image,
  Languages,
  Links,
  List,
  Name,
  Phone,
  Slug,
  Text,
  Texts,
  Url,
  wholeUnits
} from './values.ts'

const LabelledPhone = Type.Object(
  {
    label: Name('Purpose of the number.', 'Bookings'),
    number: Phone('Phone number.', '+44 113 496 0001'),
    kind: Type.Optional(
      Choice('Kind of the number: for emergencies, text messages or fax. If absent, it is for calls.', [
        'emergency',
        'text',
        'fax'
      ])
    ),
    opening_hours: Type.Optional(
      Type.Array(OpeningHours, {
        description: 'When somebody answers, each week, in the time zone of the business.'
      })
    )
  },
  { $id: 'LabelledPhone', description: 'A further phone number.' }
)

export type LabelledPhone = Static<typeof LabelledPhone>

export const Contact = Type.Object(
  {
    email: Type.Optional(Email('Email address of the business.', 'hello@business.example')),
    phone: Type.Optional(Phone('Phone number of the business.', '+44 113 496 0001')),
    phones: List(LabelledPhone, 'Further phone numbers.'),
    whatsapp: Type.Optional(Url('Opens a WhatsApp chat with the business.', 'https://wa.me/97260000000')),
    contact_page: Type.Optional(
      Url('The page of the site that lists the ways to get in touch.', 'https://business.example/contact/')
    )
  },
  { $id: 'Contact', description: 'Ways to reach the business.' }
)
export type Contact = Static<typeof Contact>

const Address = Type.Object(
  {
    street: Type.Optional(Name('Street and number.', '8 Example Street')),
    locality: Type.Optional(Name('City or town.', 'Haifa')),
    region: Type.Optional(Name('State, province or district, as people write it in an address there.', 'TX')),
    postal_code: Type.Optional(
      Type.String({ description: 'Postal code.', examples: ['3100000'], minLength: 1, maxLength: 20 })
    ),
    country: Type.Optional(Name('Country: its name, or its ISO 3166-1 alpha-2 code.', 'IL'))
  },
  { $id: 'Address', description: 'A postal address.' }
)
export type Address = Static<typeof Address>

const Geo = Type.Object(
  {
    latitude: Type.Number({ description: 'Degrees north.', examples: [53.8], minimum: -90, maximum: 90 }),
    longitude: Type.Number({ description: 'Degrees east.', examples: [-1.55], minimum: -180, maximum: 180 })
  },
  { $id: 'Geo', description: 'A place on the map (WGS 84).' }
)
export type Geo = Static<typeof Geo>

const Amenity = Type.Object(
  {
    name: Name('The amenity.', 'Parking'),
    note: Type.Optional(Text('More about the amenity, such as where it is.', 'Two spaces behind the house'))
  },
  {
    $id: 'Amenity',
    description: 'Something that clients find at the place, such as parking or step-free access.'
  }
)
export type Amenity = Static<typeof Amenity>

const amenities = List(Amenity, 'What clients find at the place, such as parking or step-free access.')

const Notice = Type.Object(
  {
    text: Text('The notice, in a sentence or two.', 'The workshop moves on 4 January.'),
    from: Type.Optional(
      Day('The first local date of the notice. If absent, it holds already.', '2026-12-20')
    ),
    to: Type.Optional(Day('The last local date of the notice. If absent, it has no end.', '2027-01-04')),
    href: Type.Optional(Url('A page with more about it.', 'https://business.example/moving/'))
  },
  { $id: 'Notice', description: 'News that every page shows from one date to another.' }
)

const timezone = Type.Optional(timezoneField('Time zone of the hours, by its IANA name.'))

const Location = Type.Object(
  {
    id: Slug('Stable id of the location.', 'harbour'),
    name: Name('Name of the location.', 'Harbour branch'),
    address: Described(Address, 'Address of the location.'),
    phone: Type.Optional(Phone('Phone number of the location.', '+44 113 496 0002')),
    email: Type.Optional(Email('Email address of the location.', 'harbour@business.example')),
    actions: Actions('the location'),
    geo: Type.Optional(Described(Geo, 'The location on the map (WGS 84).')),
    amenities,
    timezone,
    ...hoursFields
  },
  { $id: 'Location', description: 'A further branch of the business.' }
)
export type Location = Static<typeof Location>

/** The response of an operation has another name than an item of a list. */
export const LocationDetail = Type.Object(Location.properties, {
  $id: 'LocationDetail',
  description: 'A branch of the business with its time zone.'
})

export const locationPath = ({ id }: Location): string => `/locations/${id}/`

/** Returns whether a location has facts besides its address, and so a page. */
export const hasMoreThanAddress = ({ phone, email, actions, amenities, opening_hours }: Location): boolean =>
  [phone, email, actions, amenities, opening_hours].some((fact) => fact !== undefined)

const Credential = Type.Object(
  {
    name: Name('Name of the credential.', 'Registered gas engineer'),
    number: Type.Optional(Name('Its number, with which clients can check it.', '512345')),
    issuer: Type.Optional(Name('Body that issued it.', 'Gas Safe Register')),
    url: Type.Optional(Url('Where clients can check it.', 'https://register.example/512345')),
    image: Type.Optional(Described(Image, 'Its badge.'))
  },
  { $id: 'Credential', description: 'A licence, certificate, registration, insurance or membership.' }
)
export type Credential = Static<typeof Credential>

const Person = Type.Object(
  {
    name: Name('Name of the person.', 'A. Founder'),
    role: Type.Optional(Name('Role of the person.', 'Mechanic')),
    bio: Type.Optional(Text('About the person, in a few sentences.', 'Has repaired bicycles since 2009.')),
    image: Type.Optional(Described(Image, 'A picture of the person.')),
    languages: Languages('Languages that the person speaks.'),
    credentials: List(Credential, 'Credentials of the person.'),
    url: Type.Optional(Url('A page about the person.', 'https://people.example/founder')),
    actions: Actions('the person')
  },
  { $id: 'Person', description: 'A person who works in the business.' }
)

const score = {
  value: Type.Number({ description: 'The rating.', examples: [4.8], minimum: 0, maximum: 1000 }),
  best: Type.Optional(
    Type.Number({ description: 'The best one there; 5 if absent.', examples: [5], minimum: 1, maximum: 1000 })
  )
}
const Score = Type.Object(score, { $id: 'Score', description: 'A rating by one client.' })
export type Score = Static<typeof Score>

const Rating = Type.Object(
  {
    source: Name('The site that shows the rating.', 'Google Maps'),
    ...score,
    count: Type.Optional(
      Type.Integer({ description: 'Number of ratings.', examples: [132], minimum: 1, maximum: 1e9 })
    ),
    url: Url('The page that shows the rating.', 'https://maps.example/business'),
    date: Day('Date on which the page showed the rating.', '2026-10-31')
  },
  { $id: 'Rating', description: 'The rating of the business on another site.' }
)

const service = Type.Optional(Slug('Id of the service that it is about.', 'tune-up'))

const Testimonial = Type.Object(
  {
    quote: Text('The words of the client.', 'They fixed it while I waited.'),
    name: Name('Name of the client.', 'A. Client'),
    role: Type.Optional(Name('Role of the client.', 'Commuter')),
    date: Type.Optional(Day('Date of the testimonial.', '2026-05-31')),
    url: Type.Optional(Url('URL of the original.', 'https://reviews.example/1')),
    source: Type.Optional(Name('The site that has the original.', 'Google Maps')),
    rating: Type.Optional(Described(Score, 'The rating by the client.')),
    service,
    image: Type.Optional(Described(Image, 'A picture of the client.'))
  },
  { $id: 'Testimonial', description: 'The opinion of a client about the business.' }
)
export type Testimonial = Static<typeof Testimonial>

const GalleryImage = Type.Object(
  { ...Image.properties, caption: Type.Optional(Text('Text below the image.', 'A wheel, trued.')), service },
  { $id: 'GalleryImage', description: 'An image of the gallery.' }
)
export type GalleryImage = Static<typeof GalleryImage>

const PricingModel = Type.Object(
  {
    note: Type.Optional(
      Text('How prices are set, in one or two sentences.', 'You pay when the work is done.')
    ),
    entry_price_ils: Type.Optional(
      Amount(`The lowest price that is not zero, ${wholeUnits}, rounded up.`, 1900)
    ),
    typical_range_ils: Type.Optional(
      Type.Array(Amount('An end of the range.', 3500), {
        description: `The range of most prices, lowest and highest, ${wholeUnits}.`,
        examples: [[3500, 18000]],
        minItems: 2,
        maxItems: 2
      })
    ),
    max_project_ils: Type.Optional(Amount(`The highest price, ${wholeUnits}, rounded up.`, 48000)),
    currency: Type.Optional(Currency('Currency of every amount, by ISO 4217.'))
  },
  { $id: 'PricingModel', description: 'How the business charges.' }
)

export const Profile = Type.Object(
  {
    name: Name('Name of the business, in its own language.', 'Business'),
    name_en: Type.Optional(Name('Name of the business in English.', 'Business')),
    legal_form: Type.Optional(Name('Legal form under which the business is registered.', 'Sole proprietor')),
    tagline: Type.Optional(Name('The slogan of the business, in one line.', 'Back on the road by evening')),
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
    category: Type.Optional(Text('Category of the business.', 'Bicycle workshop')),
    not_category: Type.Optional(
      Text('Categories that the business does not belong to.', 'Not a shop for new bicycles')
    ),
    business_type: Type.Optional(
      Type.String({
        description:
          'Type of the business: a type of schema.org for an organisation or a place that serves clients.',
        examples: ['BikeStore'],
        minLength: 1,
        maxLength: 64
      })
    ),
    contact: Contact,
    actions: Actions('the business'),
    reply_time: Type.Optional(Name('How soon the business replies.', 'within one working day')),
    address: Described(Address, 'Main address of the business.'),
    geo: Type.Optional(Described(Geo, 'The main address on the map (WGS 84).')),
    timezone,
    ...hoursFields,
    by_appointment: Type.Optional(Flag('Whether clients need an appointment.')),
    by_appointment_note: Type.Optional(
      Text('An exception or a detail of appointments.', 'Except in emergencies.')
    ),
    notice: Type.Optional(Notice),
    amenities,
    locations: List(Location, 'Further branches; `address` is the main one.'),
    same_as: Type.Optional(
      Type.Array(Url('A profile of the business elsewhere.', 'https://social.example/business'), {
        description: 'Profiles of the business on other sites.',
        minItems: 1,
        uniqueItems: true
      })
    ),
    logo: Type.Optional(Described(Image, 'The logo of the business.')),
    image: Type.Optional(Described(Image, 'A picture of the business.')),
    gallery: List(GalleryImage, 'Pictures of the business and its work.'),
    story: Type.Optional(Texts('The story of the business, in paragraphs.', ['It began with a van.'])),
    people: List(Person, 'The people who work in the business.'),
    credentials: List(Credential, 'Credentials of the business.'),
    ratings: List(Rating, 'Ratings of the business on other sites.'),
    testimonials: List(Testimonial, 'The opinions of clients about the business.'),
    payment_accepted: Type.Optional(Texts('Ways to pay.', ['Cash', 'Card'])),
    service_area: Type.Optional(
      FreeForm(
        'Area that the business serves. Each business chooses the fields; `places`, `radius` (a `value` in the `unit` `km` or `mi` around the main address), `remote` and `note` have a meaning.',
        {
          country: 'IL',
          remote: true
        }
      )
    ),
    languages: Languages('Languages in which the business serves its clients.'),
    track_record: Type.Optional(
      FreeForm('Achievements of the business so far. Each business chooses the fields.', {
        repairs: 1400
      })
    ),
    stack: Type.Optional(Texts('Technologies in use.', ['WhatsApp', 'Google Sheets'])),
    pricing_model: PricingModel,
    links: Type.Optional(Links('Further URLs, by name.', { pricing: 'https://business.example/pricing/' }))
  },
  { $id: 'Profile', description: 'Identity and contact details of the business.' }
)
export type Profile = Static<typeof Profile>

// Half of the circumference of the earth, in kilometres.
const maxRadius = 20_000

/** Returns the radius of a service area if it is one: a free-form field may have any other form. */
export function readRadius(area: unknown): { value: number; unit: string } | undefined {
  const radius = fieldOf(area, 'radius')
  const [value, unit] = [fieldOf(radius, 'value'), fieldOf(radius, 'unit')]
  const isDistance = typeof value === 'number' && value > 0 && value <= maxRadius
  return isDistance && (unit === 'km' || unit === 'mi') ? { value, unit } : undefined
}

/** profile.json: like the published profile, but `url`, `address` and `pricing_model` are optional. */
export const ProfileFile = Type.Object({
  ...Profile.properties,
  url: Type.Optional(Profile.properties.url),
  address: Type.Optional(Profile.properties.address),
  pricing_model: Type.Optional(PricingModel)
})
export type ProfileFile = Static<typeof ProfileFile>

export function hasContactFacts({
  contact,
  address,
  service_area,
  ...profile
}: Omit<ProfileFile, 'name'>): boolean {
  const { contact_page, ...ways } = contact
  const { actions, locations, opening_hours, same_as, geo } = profile
  return (
    [ways, address, service_area].some((facts = {}) => Object.keys(facts).length > 0) ||
    [actions, locations, opening_hours, same_as, geo].some((fact) => fact !== undefined)
  )
}
