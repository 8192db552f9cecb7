import { type Business, englishName } from './business.ts'
import { findNextMidnight } from './local-time.ts'
import { createDateResolver, createDayResolver, findDateRange } from './opening-days.ts'
import { type Operation, operation } from './operation.ts'
import { listPlaces, type Place } from './places.ts'
import { Faq, hasQuestions } from './schemas/faq.ts'
import { Hours } from './schemas/hours.ts'
import { isPriced, PackageDetail, Pricing } from './schemas/pricing.ts'
import { Profile } from './schemas/profile.ts'
import { type Example, hasServices, Service, ServiceCatalog } from './schemas/services.ts'

const serviceIndexes = new WeakMap<Example[], Map<string, Example>>()

/** Returns a service by its id. The index of a catalogue is built once. */
function findService({ services: { examples } }: Business, id: string): Example | undefined {
  const index = serviceIndexes.get(examples) ?? new Map(examples.map((example) => [example.id, example]))
  serviceIndexes.set(examples, index)
  return index.get(id)
}

/** Returns the name of a business that has services or categories. */
const listingOf = (business: Business) => (hasServices(business.services) ? englishName(business) : undefined)
export const firstServiceOf = ({ services }: Business) => services.examples[0]?.name

const findPackage = ({ pricing }: Business, id: string) => pricing.packages.find((item) => item.id === id)

/** Returns the description of the list of services if it does not have both services and categories. */
function describeServices({ services: { examples, categories } }: Business): string | undefined {
  if (examples.length > 0)
    return categories.length > 0
      ? undefined
      : 'Every service with its price. Use it to list the services or to choose among them.'
  return categories.length > 0
    ? 'The categories of services. Use it to list what the business offers.'
    : 'The list of services, which is empty. Use it to find out whether the business has added any.'
}

/** Every operation of the specification. Everything that lists operations is generated from this table. */
export const operations: Operation[] = [
  operation({
    operationId: 'getBusinessProfile',
    path: '/profile.json',
    tag: 'Business',
    summary: 'Get the business profile',
    description:
      'Identity and contact details of the business. Use it for questions about the business itself, the area it serves and how to reach it.',
    questions: [['How can I reach {subject}?', englishName]],
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
    describe: describeServices,
    questions: [['Which services does {subject} offer?', listingOf]],
    schema: ServiceCatalog,
    read: ({ services }) => services
  }),
  operation({
    operationId: 'getPricing',
    path: '/pricing.json',
    tag: 'Pricing',
    summary: 'Get the pricing',
    description: 'How the business charges, and its terms. Use it for questions about payment.',
    describe: ({ pricing }) =>
      pricing.packages.length > 0
        ? `How the business charges, its packages${pricing.packages.every(isPriced) ? ' with their prices' : ''}, and its terms. Use it for questions about payment, or to compare the packages.`
        : undefined,
    questions: [['How does {subject} charge?', englishName]],
    schema: Pricing,
    read: ({ pricing }) => pricing
  }),
  operation({
    operationId: 'listFaq',
    path: '/faq.json',
    tag: 'FAQ',
    summary: 'List the questions and answers',
    description:
      'Questions that clients ask, grouped by topic, with answers in plain text. Use it for questions about how the business works, such as its terms and timing.',
    describe: ({ faq }) =>
      hasQuestions(faq)
        ? undefined
        : 'The list of questions and answers, which is empty. Use it to find out whether the business has added any.',
    questions: [['{subject}', ({ faq }) => faq.categories.flatMap(({ items }) => items)[0]?.question]],
    schema: Faq,
    read: ({ faq }) => faq
  }),
  operation({
    operationId: 'getService',
    path: '/services/{id}.json',
    tag: 'Services',
    summary: 'Get one service',
    description:
      'One service with its price. Use it when the question is about one service. Its ids are the `examples[].id` values of the service catalogue.',
    describe: ({ services }) =>
      services.examples.length > 0
        ? undefined
        : 'One service by its id. The list of services is empty, so no id is valid. Use it when the question is about one service.',
    questions: [['What does ‘{subject}’ cost?', firstServiceOf]],
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
    describe: ({ pricing }) =>
      pricing.packages.every(isPriced)
        ? undefined
        : pricing.packages.some(isPriced)
          ? 'One package with its price. Use it when the question is about one package. Its ids are the `packages[].id` values of the pricing, without those of packages that are priced on request.'
          : 'One package by its id. Every package is priced on request, so no id is valid. Use it when the question is about one package.',
    // A package on request has no details.
    questions: [
      [
        'What does ‘{subject}’ include?',
        ({ pricing }) => pricing.packages.filter(isPriced).find(({ includes }) => includes)?.name
      ],
      ['What does ‘{subject}’ cost?', ({ pricing }) => pricing.packages.find(isPriced)?.name]
    ],
    schema: PackageDetail,
    exists: ({ pricing }) => pricing.packages.length > 0,
    ids: ({ pricing }) => pricing.packages.filter(isPriced).map(({ id }) => id),
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
    questions: [['When is {subject} open this week?', englishName]],
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
  const url = new URL(page)
  url.searchParams.set(kind, id)
  return url.href
}
