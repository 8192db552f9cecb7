import type { TSchema } from '@sinclair/typebox'
import type { Business } from './business.ts'
import { Faq } from './faq.ts'
import { Hours } from './hours.ts'
import {
  createDateResolver,
  createDayResolver,
  type DateRange,
  findDateRange,
  findNextMidnight,
  listPlaces,
  type Place
} from './opening-days.ts'
import { PackageDetail, Pricing } from './pricing.ts'
import { Profile } from './profile.ts'
import { type Example, Service, ServiceCatalog } from './services.ts'

/** An operation of the API. Routes, OpenAPI, MCP tools and documentation are generated from it. */
export interface Operation {
  operationId: string
  /** Relative to the prefix of the version; it contains `{id}` if the operation reads one item. */
  path: string
  tag: string
  summary: string
  description: string
  /** Returns another description if the facts of the business need one. */
  describe?: (business: Business) => string | undefined
  /** Schema of the body, which is an object. */
  schema: TSchema
  /** Whether a business has the operation; every business has it if this is missing. */
  exists?: (business: Business) => boolean
  /** Returns the valid ids; absent if the path has no `{id}`. */
  ids?: (business: Business) => string[]
  /** Returns the body at a time, or undefined if no item has the id; `date` is one of `dates`. */
  read: (business: Business, id: string, now: Date, date?: string) => unknown
  /** Returns the dates that can be read alone; absent if the body has no dates. */
  dates?: (business: Business, now: Date) => DateRange
  /** Returns when the body at a time changes; absent if it depends only on the facts. */
  expires?: (business: Business, now: Date) => Date | undefined
  /** Returns why an id has no body, if the reason is not that it does not exist. */
  explain?: (business: Business, id: string) => string | undefined
}

/** Returns a row of the table whose body has the type of its schema. */
export const operation = <T>(
  row: Operation & {
    schema: { static: T }
    read: (business: Business, id: string, now: Date, date?: string) => T | undefined
  }
): Operation => row

/** Returns the operations that a business has, each with its description for the business. */
export const operationsOf = (operations: Operation[], business: Business): Operation[] =>
  operations
    .filter(({ exists }) => exists?.(business) ?? true)
    .map((item) => ({ ...item, description: item.describe?.(business) ?? item.description }))

// Any date: an example that depended on the clock would change the OpenAPI document each day.
const sampleTime = new Date('2027-01-31T12:00:00Z')

/** Returns the body for the first id, or the only body; examples are taken from it. */
export const sampleBody = (operation: Operation, business: Business): unknown =>
  operation.read(business, operation.ids?.(business)[0] ?? '', sampleTime)

/** Returns a sentence that lists the valid ids, unless they are too many. */
export const idsInWords = (ids: string[]): string =>
  ids.length > 0 && ids.length <= 20 ? `Valid ids: ${ids.join(', ')}.` : 'The id is unknown.'

const serviceIndexes = new WeakMap<Example[], Map<string, Example>>()

/** Returns a service by its id. The index of a catalogue is built once. */
function findService({ services: { examples } }: Business, id: string): Example | undefined {
  const index = serviceIndexes.get(examples) ?? new Map(examples.map((example) => [example.id, example]))
  serviceIndexes.set(examples, index)
  return index.get(id)
}

const findPackage = ({ pricing }: Business, id: string) => pricing.packages.find((item) => item.id === id)

/** Every operation of the specification. Everything that lists operations is generated from this table. */
export const operations: Operation[] = [
  operation({
    operationId: 'getBusinessProfile',
    path: '/profile.json',
    tag: 'Business',
    summary: 'Get the business profile',
    description:
      'Identity and contact details of the business. Use it for questions about the business itself, the area it serves and how to reach it.',
    schema: Profile,
    read: ({ profile }) => profile
  }),
  operation({
    operationId: 'listServices',
    path: '/services.json',
    tag: 'Services',
    summary: 'List the services',
    description:
      'Every service with its price, and the categories of services. Use it to list the services or to choose among them.',
    describe: ({ services }) =>
      services.examples.length > 0
        ? undefined
        : 'The categories of services. Use it to list what the business offers.',
    schema: ServiceCatalog,
    read: ({ services }) => services
  }),
  operation({
    operationId: 'getPricing',
    path: '/pricing.json',
    tag: 'Pricing',
    summary: 'Get the pricing',
    description: 'How the business charges, and its terms. Use it to say how the business charges.',
    describe: ({ pricing }) =>
      pricing.packages.length > 0
        ? 'How the business charges, its packages with their prices, and its terms. Use it to say how the business charges, or to compare its packages.'
        : undefined,
    schema: Pricing,
    read: ({ pricing }) => pricing
  }),
  operation({
    operationId: 'listFaq',
    path: '/faq.json',
    tag: 'FAQ',
    summary: 'List the questions and answers',
    description:
      'Questions that clients ask, grouped by topic, with answers in plain text. Use it for how the business works, such as its terms and timing.',
    schema: Faq,
    read: ({ faq }) => faq
  }),
  operation({
    operationId: 'getService',
    path: '/services/{id}.json',
    tag: 'Services',
    summary: 'Get one service',
    description:
      'One service with its price. Use it when the question is about one service. Its ids are the `examples[].id` values of the service catalog.',
    schema: Service,
    ids: ({ services }) => services.examples.map(({ id }) => id),
    read: readService
  }),
  operation({
    operationId: 'getPackage',
    path: '/packages/{id}.json',
    tag: 'Pricing',
    summary: 'Get one package',
    description:
      'One package with its price. Use it when the question is about one package. Its ids are the `packages[].id` values of the pricing.',
    schema: PackageDetail,
    exists: ({ pricing }) => pricing.packages.length > 0,
    ids: ({ pricing }) =>
      pricing.packages.filter(({ one_time_ils }) => one_time_ils !== null).map(({ id }) => id),
    read: (business, id) => {
      const item = findPackage(business, id)
      if (item === undefined || item.one_time_ils === null) return undefined
      const { monthly_operations, ...details } = item
      const { currency, tax } = business.pricing
      const quote_url = quoteFor(business.pricing.quote_url, 'package', id)
      return {
        ...details,
        one_time_ils: item.one_time_ils,
        currency,
        ...(tax && { tax }),
        ...(monthly_operations && { monthly_operations }),
        ...(quote_url && { quote_url })
      }
    },
    explain: (business, id) =>
      findPackage(business, id) && `The package "${id}" is priced on request, so it has no entry of its own.`
  }),
  operation({
    operationId: 'getOpeningHours',
    path: '/hours.json',
    tag: 'Business',
    summary: 'Get the opening hours',
    description:
      'Weekly opening hours, dates with other hours, and the intervals of the next 14 dates with their UTC offset. Use it to say when the business is open.',
    schema: Hours,
    exists: ({ profile }) => listPlaces(profile).length > 0,
    dates: ({ profile }, now) => findDateRange(listPlaces(profile), now),
    read: ({ profile }, _id, now, date) => {
      const resolveDate = date === undefined ? undefined : createDateResolver(date)
      const resolveDays = resolveDate ? (place: Place) => [resolveDate(place)] : createDayResolver(now)
      return { locations: listPlaces(profile).map((place) => ({ ...place, days: resolveDays(place) })) }
    },
    expires: ({ profile }, now) => findNextMidnight(listPlaces(profile), now)
  })
]

/** Returns a service as v1 publishes it, or undefined if none has the id. */
export function readService(business: Business, id: string): Service | undefined {
  const { services, pricing } = business
  const example = findService(business, id)
  if (example === undefined) return undefined
  const { currency, tax, pricing_note } = services
  const quote_url = quoteFor(pricing.quote_url, 'service', id)
  return {
    ...example,
    currency,
    ...(tax && { tax }),
    ...(pricing_note && { pricing_note }),
    ...(quote_url && { quote_url })
  }
}

/** Returns the link to ask for a quote. A page gets the choice as a query parameter; mailto and tel links have none. */
export function quoteFor(
  page: string | undefined,
  kind: 'service' | 'package',
  id: string
): string | undefined {
  if (!page?.startsWith('http')) return page
  const address = new URL(page)
  address.searchParams.set(kind, id)
  return address.href
}
