import type { Business } from '../business/business.ts'
import { listWeekdayNames } from '../business/calendar.ts'
import { isParent } from '../business/json-value.ts'
import type { Operation } from '../business/operation.ts'
import { isPriced } from '../business/schemas/pricing.ts'
import { hasPrices } from '../business/schemas/services.ts'
import { apiUrl, type SurfaceContext } from '../surfaces/surface-context.ts'
import { maxListedEntries } from './cut-lists.ts'
import { replaceLimits } from './exact-prices.ts'
import { listQuestions, listTopics } from './topics.ts'

// Items have their own documents, the profile has the contact, the pricing has the tax, and days change at midnight.
const omitted: Record<string, string[]> = {
  '/services.json': ['examples', 'contact', 'currency', 'tax'],
  '/hours.json': ['days']
}

/** Returns the terms of the prices of categories, which search finds in the document of all prices. */
const termsOf = (path: string, { services, pricing: { currency, tax } }: Business) =>
  path === '/services.json' && services.categories.some(hasPrices) ? { currency, tax } : {}

/** Returns a note on the items that the document of an operation omits, so a reader does not take the others for all. */
function describeOmitted(path: string, context: SurfaceContext): string | undefined {
  const { services, pricing } = context.business
  const place = (path: string, tool: string) =>
    `at ${apiUrl(context, { path })}; the tool ${tool} returns at most ${maxListedEntries}`
  if (path === '/services.json' && services.examples.length > 0)
    return `Each service is a document of its own. All are ${place('/services.json', 'list_services')}.`
  if (path !== '/pricing.json') return undefined
  const notes = [
    ...(services.examples.length > 0
      ? [`The prices of services are ${place('/services.json', 'list_services')}.`]
      : []),
    ...(pricing.packages.some(isPriced)
      ? [
          `Packages with a price are not listed here: all packages are ${place('/pricing.json', 'get_pricing')}.`
        ]
      : [])
  ]
  return notes.length > 0 ? notes.join(' ') : undefined
}

/** Describes the facts of an operation that are in no item, such as the terms of all prices. */
export function describeFacts(
  operation: Operation,
  context: SurfaceContext,
  title: string,
  paths: Set<string>
) {
  const { business, baseUrl } = context
  const { path, tag } = operation
  const id = pathToId(path)
  const page = `/${id}/`
  const topics = listTopics(business, path)
  const text = JSON.stringify(operation.read(business, '', context.now()), (field, value) => {
    if (omitted[path]?.includes(field)) return undefined
    if (field === 'packages') return business.pricing.packages.filter((item) => !isPriced(item))
    return Array.isArray(value) ? value : replaceLimits(value, business)
  })
  const { tax } = business.pricing
  const taxWords = id === 'pricing' && tax ? ['tax', tax.name].join(' ') : ''
  return {
    id,
    title,
    questions: listQuestions(business, path),
    url: paths.has(page) ? baseUrl + page : String(business.profile.contact.contact_page),
    kind: 'facts' as const,
    language: business.faq.language,
    labels: id === 'hours' ? `${topics} ${listDays(business)}` : topics,
    keywords: `${id} ${taxWords}`,
    readText: async () => `${listNames(business, id)} ${joinFacts(JSON.parse(text), baseUrl)}`,
    metadata: { topic: tag, api: apiUrl(context, operation), ...modifiedOf(context.changed) },
    read: async () =>
      JSON.stringify({
        note: describeOmitted(path, context),
        ...JSON.parse(text),
        ...termsOf(path, business)
      })
  }
}

/** Returns the names of the fields of the profile, by which people ask for their values. */
function listNames({ profile }: Business, id: string): string {
  if (id !== 'profile') return ''
  const { service_area, track_record } = profile
  return `${Object.keys(profile).join(' ')} ${listFields({ service_area, track_record })}`
}

/** Returns the names of all days of the week, because the hours of each are known: a day without any is closed. */
const listDays = ({ faq }: Business): string =>
  [...new Set(['en', faq.language])].flatMap((language) => listWeekdayNames(language)).join(' ')

/** Returns when a document last changed, if that is known, as its metadata. */
export const modifiedOf = (changed: Date | undefined) => changed && { modified: changed.toISOString() }

export const pathToId = (path: string) => path.slice(1, -'.json'.length)

/** Returns all texts and numbers in a value, except the URLs of this site. */
export function joinFacts(value: unknown, baseUrl: string): string {
  if (typeof value === 'string') return value.startsWith(`${baseUrl}/`) ? '' : value
  if (typeof value === 'number') return String(value)
  return isParent(value)
    ? Object.values(value)
        .map((part) => joinFacts(part, baseUrl))
        .join(' ')
    : ''
}

/** Returns the names of all fields in a value. */
const listFields = (value: unknown): string =>
  isParent(value)
    ? Object.entries(value)
        .map(([field, part]) => `${Array.isArray(value) ? '' : field} ${listFields(part)}`)
        .join(' ')
    : ''
