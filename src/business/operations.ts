import type { TSchema } from '@sinclair/typebox'
import type { Business } from './business.ts'
import { Faq } from './faq.ts'
import { PackageDetail, Pricing } from './pricing.ts'
import { Profile } from './profile.ts'
import { type Example, Service, ServiceCatalog } from './services.ts'

/** One operation of the API: what every surface needs to know of it. */
export interface Operation {
  operationId: string
  /** Below the version's prefix; an operation on one item has `{id}` in it. */
  path: string
  tag: string
  summary: string
  description: string
  /** Shape of the body. */
  schema: TSchema
  /** The ids that the path takes; absent where the path has none. */
  ids?: (business: Business) => string[]
  /** The body; undefined for an id that has none. Without it, the data file of the path's name is the body. */
  read?: (business: Business, id: string) => unknown
  /** Why an id has no body, if there is more to say than that it does not exist. */
  explain?: (business: Business, id: string) => string | undefined
}

/** An operation whose body has the type of its schema. */
export const operation = <T>(
  row: Operation & { schema: { static: T }; read: (business: Business, id: string) => T | undefined }
): Operation => row

/** The name of the data file that an operation publishes as it is, if it does. */
export const documentOf = ({ path, read }: Operation): string | undefined =>
  read ? undefined : path.slice(1, -'.json'.length)

/** The body of an operation; undefined for an id that has none. */
export function readBody(operation: Operation, business: Business, id: string): unknown {
  const document = documentOf(operation)
  return document === undefined ? operation.read?.(business, id) : business[document]
}

/** The body for the first of the ids, or the one body there is: what examples are taken from. */
export const sampleBody = (operation: Operation, business: Business): unknown =>
  readBody(operation, business, operation.ids?.(business)[0] ?? '')

/** The ids that an operation takes, in a sentence; a large catalogue is not listed. */
export function idsInWords({ ids }: Operation, business: Business): string {
  const known = ids?.(business) ?? []
  return known.length > 0 && known.length <= 20 ? `The ids are: ${known.join(', ')}.` : 'The id is not known.'
}

const serviceIndexes = new WeakMap<Example[], Map<string, Example>>()

/** A service by its id; the index of a catalogue is built once. */
function serviceOf({ services: { examples } }: Business, id: string): Example | undefined {
  const index = serviceIndexes.get(examples) ?? new Map(examples.map((example) => [example.id, example]))
  serviceIndexes.set(examples, index)
  return index.get(id)
}

const packageOf = ({ pricing }: Business, id: string) => pricing.packages.find((item) => item.id === id)

/** All operations of the specification (section 4.1). Whatever lists operations is made from this table. */
export const operations: Operation[] = [
  operation({
    operationId: 'getBusinessProfile',
    path: '/profile.json',
    tag: 'Business',
    summary: 'Get the business profile',
    description:
      'Who the business is: its name, category, contact, address, service area, track record and pricing model. Use it to say who they are, where they work and how to reach them.',
    schema: Profile,
    read: ({ profile }) => profile
  }),
  operation({
    operationId: 'listServices',
    path: '/services.json',
    tag: 'Services',
    summary: 'List the services',
    description:
      'Every service category and priced example. All prices are starting prices before VAT, not quotes: each project is priced by its scope. Use it to say what is offered, or to choose among the services.',
    schema: ServiceCatalog,
    read: ({ services }) => services
  }),
  operation({
    operationId: 'getPricing',
    path: '/pricing.json',
    tag: 'Pricing',
    summary: 'Get the pricing',
    description:
      'The pricing model and the three build packages with what each includes. A price is paid once for the build; it is not a subscription. Use it to compare the packages, or to say how the business charges.',
    schema: Pricing,
    read: ({ pricing }) => pricing
  }),
  operation({
    operationId: 'listFaq',
    path: '/faq.json',
    tag: 'FAQ',
    summary: 'List the questions and answers',
    description:
      'Questions that clients ask, grouped by topic, with answers in plain text. Use it for how the business works: terms, timing, technology, support.',
    schema: Faq,
    read: ({ faq }) => faq
  }),
  operation({
    operationId: 'getService',
    path: '/services/{id}.json',
    tag: 'Services',
    summary: 'Get one service',
    description:
      'One service with its starting price. Use it when the question is about one service. Its ids are the `examples[].id` values of the service catalog.',
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
      'One build package with its one-time price. Use it when the question is about one package. Its ids are the `packages[].id` values of the pricing.',
    schema: PackageDetail,
    ids: ({ pricing }) =>
      pricing.packages.filter(({ one_time_ils }) => one_time_ils !== null).map(({ id }) => id),
    read: (business, id) => {
      const item = packageOf(business, id)
      if (item === undefined || item.one_time_ils === null) return undefined
      const { monthly_operations, ...details } = item
      const { currency } = business.pricing
      const quote_url = quoteFor(business.pricing.quote_url, 'package', id)
      return {
        ...details,
        one_time_ils: item.one_time_ils,
        currency,
        ...(monthly_operations && { monthly_operations }),
        ...(quote_url && { quote_url })
      }
    },
    explain: (business, id) =>
      packageOf(business, id) && `The package "${id}" is priced on request, so it has no entry of its own.`
  })
]

/** Returns a service as v1 publishes it, or undefined if none has the id. */
export function readService(business: Business, id: string): Service | undefined {
  const { services, pricing } = business
  const example = serviceOf(business, id)
  if (example === undefined) return undefined
  const { currency, pricing_note } = services
  const quote_url = quoteFor(pricing.quote_url, 'service', id)
  return { ...example, currency, ...(pricing_note && { pricing_note }), ...(quote_url && { quote_url }) }
}

/** Where to ask for a quote: a page that takes a choice is opened with it; other links (mailto, tel) have no place for one. */
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
