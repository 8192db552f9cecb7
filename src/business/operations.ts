import type { TSchema } from '@sinclair/typebox'
import { type Business, hasServices, statesPrices } from './business.ts'
import { listPlaces, readHours } from './opening-hours.ts'
import { Faq, hasQuestions } from './schemas/faq.ts'
import { Hours } from './schemas/hours.ts'
import type { Tax } from './schemas/price.ts'
import { PackageDetail, Pricing } from './schemas/pricing.ts'
import { Profile } from './schemas/profile.ts'
import { ServiceCatalog, Service as ServiceDetail } from './schemas/services.ts'
import { writeCatalog, writePackage, writePricing, writeProfile, writeService } from './v1.ts'

/** An operation of the API. Routes, OpenAPI, MCP tools and documentation are generated from it. */
export interface Operation {
  operationId: string
  /** Relative to the prefix of the version; it contains `{id}` if the operation reads one item. */
  path: string
  tag: string
  summary: string
  describe: (business: Business) => string
  /** Returns the subjects of its facts, in English, for descriptions of all facts. */
  subjects?: (business: Business) => string[]
  schema: TSchema
  /** Whether a business has the operation; every business has it if this is missing. */
  exists?: (business: Business) => boolean
  ids?: (business: Business) => string[]
  /** Returns the body at a time, for one of the `ids`; undefined if no item has the id. */
  read: (business: Business, now: Date, id?: string) => unknown
  /** Whether the body has the hours of the next dates, so it changes at midnight. */
  hasHours?: boolean
  /** Returns why ids have no body, if the reason is not that they do not exist. */
  reasons?: (business: Business) => Record<string, string>
}

/** Every operation of the specification. Everything that lists operations is generated from this table. */
export const operations: Operation[] = [
  operation({
    operationId: 'getBusinessProfile',
    path: '/profile.json',
    tag: 'Business',
    summary: 'Get the business profile',
    describe: ({ profile }) =>
      `Identity and contact details of the business. Use it for questions about the business itself, the area it serves${profile.payment_accepted ? ', the ways to pay' : ''} and how to reach it.`,
    subjects: ({ profile }) => (profile.contact.contact_page ? ['contact details'] : []),
    schema: Profile,
    read: ({ profile }) => writeProfile(profile)
  }),
  operation({
    operationId: 'listServices',
    path: '/services.json',
    tag: 'Services',
    summary: 'List the services',
    describe: describeServices,
    subjects: (business) => (hasServices(business) ? ['services'] : []),
    schema: ServiceCatalog,
    read: ({ catalog }) => writeCatalog(catalog)
  }),
  operation({
    operationId: 'getPricing',
    path: '/pricing.json',
    tag: 'Pricing',
    summary: 'Get the pricing',
    describe: ({ pricing: { packages } }) => {
      if (packages.length === 0)
        return 'How the business charges, and its terms. Use it for questions about payment.'
      const prices = packages.every(({ price }) => price) ? ' with their prices' : ''
      const otherUse = packages.length > 1 ? ', or to compare the packages' : ''
      return `How the business charges, its packages${prices}, and its terms. Use it for questions about payment${otherUse}.`
    },
    subjects: (business) => [
      ...(statesPrices(business) ? ['prices'] : []),
      ...(business.pricing.packages.length > 0 ? ['packages'] : [])
    ],
    schema: Pricing,
    read: ({ pricing }) => writePricing(pricing)
  }),
  operation({
    operationId: 'listFaq',
    path: '/faq.json',
    tag: 'FAQ',
    summary: 'List the questions and answers',
    describe: ({ faq }) =>
      hasQuestions(faq)
        ? 'Questions that clients ask, grouped by topic, with answers in plain text. Use it for questions about how the business works, such as its terms and timing.'
        : 'The list of questions and answers, which is empty. Use it to find out whether the business has added any.',
    subjects: ({ faq }) => (hasQuestions(faq) ? ['FAQ'] : []),
    schema: Faq,
    read: ({ faq }) => faq
  }),
  operation({
    operationId: 'getService',
    path: '/services/{id}.json',
    tag: 'Services',
    summary: 'Get one service',
    describe: ({ catalog }) =>
      catalog.services.length > 0
        ? 'One service with its price. Use it when the question is about one service. Its ids are the `examples[].id` values of the service catalogue.'
        : 'One service by its id. The list of services is empty, so no id is valid. Use it when the question is about one service.',
    schema: ServiceDetail,
    ids: ({ catalog }) => catalog.services.map(({ id }) => id),
    read: (business, _now, id) => {
      const { services, pricing_note } = business.catalog
      const service = services.find((item) => item.id === id)
      return (
        service && addTerms(business, 'service', writeService(service), pricing_note ? { pricing_note } : {})
      )
    }
  }),
  operation({
    operationId: 'getPackage',
    path: '/packages/{id}.json',
    tag: 'Pricing',
    summary: 'Get one package',
    describe: ({ pricing: { packages } }) => {
      if (!packages.some(({ price }) => price))
        return 'One package by its id. Every package is priced on request, so no id is valid. Use it when the question is about one package.'
      const except = packages.every(({ price }) => price)
        ? ''
        : ', without packages that are priced on request'
      return `One package with its price. Use it when the question is about one package. Its ids are the \`packages[].id\` values of the pricing${except}.`
    },
    schema: PackageDetail,
    exists: ({ pricing }) => pricing.packages.length > 0,
    ids: ({ pricing }) => pricing.packages.filter(({ price }) => price).map(({ id }) => id),
    read: (business, _now, id) => {
      const item = business.pricing.packages.find((entry) => entry.id === id)
      if (item?.price === undefined) return undefined
      const { monthly_operations, ...details } = writePackage(item)
      return addTerms(business, 'package', details, monthly_operations ? { monthly_operations } : {})
    },
    reasons: ({ pricing }) =>
      Object.fromEntries(
        pricing.packages
          .filter(({ price }) => price === undefined)
          .map(({ id }) => [id, `The package "${id}" is priced on request, so it has no entry of its own.`])
      )
  }),
  operation({
    operationId: 'getOpeningHours',
    path: '/hours.json',
    tag: 'Business',
    summary: 'Get the opening hours',
    describe: () =>
      'Weekly opening hours, dates with other hours, and the intervals of the next 14 dates with their UTC offset. Use it to say when the business is open.',
    schema: Hours,
    exists: ({ profile }) => listPlaces(profile).length > 0,
    hasHours: true,
    read: ({ profile }, now) => readHours(listPlaces(profile), now)
  })
]

export const operationsOf = (operations: Operation[], business: Business): Operation[] =>
  operations.filter(({ exists }) => exists?.(business) ?? true)

// Any date: an example that depended on the clock would change the OpenAPI document each day.
const sampleTime = new Date('2027-01-31T12:00:00Z')

/** Returns the body for the first id, or the only body; examples are taken from it. */
export const sampleBody = (operation: Operation, business: Business): unknown =>
  operation.read(business, sampleTime, operation.ids?.(business)[0])

const conjunction = new Intl.ListFormat('en-GB')

/** Returns the subjects of the facts, in English, such as "contact details, services and prices". */
export function listSubjects(business: Business): string {
  const subjects = operationsOf(operations, business).flatMap((row) => row.subjects?.(business) ?? [])
  return conjunction.format(subjects.length > 0 ? subjects : ['identity'])
}

/** Returns an item with what it has besides in a list: the currency, the tax, its other terms and the link to ask for a quote. */
function addTerms<Item extends { id: string; tax?: Tax }, Terms>(
  business: Business,
  kind: 'service' | 'package',
  item: Item,
  terms: Terms
) {
  const { currency, tax: shared } = business.pricing
  const tax = item.tax ?? shared
  const quote_url = quoteFor(business, kind, item.id)
  return { ...item, currency, ...(tax && { tax }), ...terms, ...(quote_url && { quote_url }) }
}

/** Returns the link to ask for a quote. A page of this site gets the choice as a query parameter. */
export function quoteFor(
  { pricing: { quote_url }, baseUrl }: Business,
  kind: 'service' | 'package',
  id: string
): string | undefined {
  if (!quote_url?.startsWith(`${baseUrl}/`)) return quote_url
  const url = new URL(quote_url)
  url.searchParams.set(kind, id)
  return url.href
}

/** Returns a row of the table whose body has the type of its schema. */
function operation<T>(
  row: Operation & {
    schema: { static: T }
    read: (business: Business, now: Date, id?: string) => T | undefined
  }
): Operation {
  return row
}

function describeServices({ catalog: { services, categories } }: Business): string {
  if (services.length > 0)
    return `Every service with its price${categories.length > 0 ? ', and the categories of services' : ''}. Use it to list the services or to choose among them.`
  return categories.length > 0
    ? 'The categories of services. Use it to list what the business offers.'
    : 'The list of services, which is empty. Use it to find out whether the business has added any.'
}

/** The version of the OpenAPI document (section 9 of the specification), which is neither the version of the package nor the version in the paths. */
export const documentVersion = '1.0.0'

export const noticeMonths = 12

/** Operations have the same operationId in every version that has them. */
export interface ApiVersion {
  /** Its part of the path, such as `v1`. */
  name: string
  operations: Operation[]
  hasAlias?: boolean
  deprecation?: Deprecation
}

/** The end of a version (section 9 of the specification); dates as `2027-01-31`. */
interface Deprecation {
  announced: string
  /** The server must not serve the version after this day; at least `noticeMonths` after the announcement. */
  ends: string
  /** The page that explains it: a URL, or a path of the site such as `/developers/#v1`. */
  documentation: string
}

/** Returns the suffix that the OpenAPI document adds to the names of a version, so names never change. */
export const nameSuffix = ({ name }: ApiVersion): string => (name === 'v1' ? '' : name.toUpperCase())

export const canonicalPrefix = ({ name }: ApiVersion): string => `/api/${name}`

export const listPrefixes = (version: ApiVersion): string[] => [
  canonicalPrefix(version),
  ...(version.hasAlias ? ['/api'] : [])
]

/** Returns the newest of the versions, which are sorted by age. Throws if there are none. */
export function currentVersion(versions: ApiVersion[]): ApiVersion {
  const current = versions.at(-1)
  if (current === undefined) throw new Error('versions: the API needs at least one version')
  return current
}
