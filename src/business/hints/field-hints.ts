import type { ErrorObject } from 'ajv'
import { isObject } from '../json-value.ts'
import { findNearest } from '../nearest.ts'

const maxListed = 12

/** Returns a hint for an unknown field: the similar field or its place, or else to delete the unknown field. */
export function suggestField(error: ErrorObject, schema: unknown): string | undefined {
  const name: string = error.params.additionalProperty
  const siblings = Object.keys(error.parentSchema?.properties)
  const meant = namesFor(name)
  const sibling = findSynonym(meant, siblings)
  if (sibling) return `Did you mean "${sibling}"?`
  const [, file = ''] = error.instancePath.split('/')
  // Words are texts of the interface, not facts.
  const places = listFieldPaths(schema).filter(
    (place) => meant.includes(place.name) && isWords(place.file) === isWords(file)
  )
  const [place] = places.sort((a, b) => rank(a, file) - rank(b, file))
  if (place) return `Did you mean ${describe(place)}?`
  const nearest = findNearest(name, siblings)
  if (nearest) return `Did you mean "${nearest}"?`
  return siblings.length > maxListed
    ? `Delete it: docs/data.md lists the fields of ${file}.json.`
    : `Delete it: the fields here are ${siblings.join(', ')}.`
}

const isWords = (file: string) => file.startsWith('words')

/** Returns the field that an unknown field of the same object probably is, or undefined if it is like none. */
export const findRenamed = (name: string, siblings: string[]): string | undefined =>
  findSynonym(namesFor(name), siblings) ?? findNearest(name, siblings)

const namesFor = (name: string) => [name, ...synonymsOf(plain(name))]

const findSynonym = (meant: string[], siblings: string[]) =>
  siblings.find((field) => meant.some((word) => plain(word) === plain(field)))

/** A field of a data file: the names of the objects and lists around it, from the outside in. */
interface FieldPath {
  file: string
  parents: string[]
  name: string
}

function listFieldPaths(schema: unknown): FieldPath[] {
  return fieldsOf(schema).flatMap(([file, part]) => listFields(file, [], part))
}

function listFields(file: string, parents: string[], schema: unknown): FieldPath[] {
  return fieldsOf(schema).flatMap(([name, field]) => [
    { file, parents, name },
    ...listFields(file, [...parents, name], field)
  ])
}

/** Returns the fields of an object, or of the objects in a list. */
const fieldsOf = (schema: unknown): [string, unknown][] =>
  !isObject(schema)
    ? []
    : isObject(schema.properties)
      ? Object.entries(schema.properties)
      : fieldsOf(schema.items)

// A field of the same file is likelier, and so is one that is less deep.
const rank = ({ file, parents }: FieldPath, here: string) => parents.length * 2 + (file === here ? 0 : 3)

const describe = ({ file, parents, name }: FieldPath) =>
  [`"${name}"`, ...parents.toReversed().map((parent) => `in "${parent}"`), `of ${file}.json`].join(' ')

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const synonymsOf = (name: string) =>
  synonyms.filter(([, words]) => words.includes(name)).map(([field]) => field)

// Other names of the fields, each as `plain` returns it.
const synonyms: [field: string, words: string[]][] = Object.entries({
  name: 'title label heading',
  url: 'website site web homepage link href',
  tagline: 'slogan headline motto',
  summary: 'description desc details text',
  story: 'about history bio description desc',
  legal_form: 'company companytype',
  business_type: 'type schematype',
  phone: 'telephone tel mobile cell phonenumber',
  phones: 'telephones phonenumbers',
  email: 'mail emailaddress',
  street: 'address1 addressline1 streetaddress',
  locality: 'city town village',
  postal_code: 'zip zipcode postcode postal',
  geo: 'coordinates location map',
  latitude: 'lat',
  longitude: 'lng lon long',
  timezone: 'tz timezoneid',
  opening_hours: 'hours openinghour openingtimes openhours businesshours',
  special_hours: 'holidays holiday closures closed exceptions',
  day: 'weekday days dayofweek',
  opens: 'open start opening',
  closes: 'close end closing',
  from: 'date startdate',
  to: 'until enddate through',
  locations: 'branches offices shops',
  same_as: 'social socialmedia socials facebook instagram linkedin twitter profiles',
  image: 'photo picture img cover',
  logo: 'icon',
  src: 'path file source url',
  alt: 'alttext caption description',
  people: 'team staff employees',
  testimonials: 'reviews recommendations quotes',
  payment_accepted: 'payment payments paymentmethods',
  price: 'cost amount rate fee',
  kind: 'type pricetype',
  max: 'maximum amountto to',
  unit: 'per units',
  duration: 'length time takes',
  tax: 'vat',
  included: 'includes vatincluded taxincluded inclusive',
  rate_percent: 'rate percent percentage',
  licence: 'copyright rights',
  question: 'q title',
  answer: 'a reply text',
  items: 'questions faqs entries',
  categories: 'topics groups',
  examples: 'services products items'
}).map(([field, words]) => [field, words.split(' ')])
