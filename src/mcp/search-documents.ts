import type { Business } from '../business/business.ts'
import { listWeekdayNames } from '../business/calendar.ts'
import { isParent } from '../business/json-value.ts'
import type { Operation } from '../business/operation.ts'
import { type FaqItem, questionId, questionUrl } from '../business/schemas/faq.ts'
import type { Package } from '../business/schemas/pricing.ts'
import { hasPrices } from '../business/schemas/services.ts'
import { encodePath } from '../http/link.ts'
import { createPace } from '../http/pace.ts'
import type { PageEntry, PageList } from '../surfaces/page-list.ts'
import { apiUrl, type McpContext } from './context.ts'
import { omitRounded, replaceLimits } from './exact-prices.ts'
import { getString, joinFacts, listFields } from './json.ts'
import { listQuestions, listTopics, titleOf } from './topics.ts'

/** A document that the tool `search` finds and `fetch` returns. */
export interface SearchDocument {
  id: string
  title: string
  /** Whole questions that the document answers. */
  questions?: string[]
  url: string
  kind: 'item' | 'question' | 'facts' | 'page'
  language: string
  /** Short texts to search besides the title, such as the id and the price. */
  readonly labels: string
  /** The text to search besides the title and labels: the facts of an item, or the description of a page. */
  readonly keywords: string
  /** Returns further text to search, which counts least. */
  readText?: () => Promise<string | undefined>
  metadata: Record<string, string>
  /** Returns the full text, or undefined if a page cannot be converted to Markdown. */
  read: () => Promise<string | undefined>
}

/**
 * Returns all documents by id: items (services, packages: each entry that an operation reads by id), FAQ questions, the
 * facts of the other operations, and pages.
 */
export async function readDocuments(context: McpContext): Promise<Map<string, SearchDocument>> {
  const { business, operations, pages, baseUrl } = context
  const documents = new Map<string, SearchDocument>()
  const pace = createPace()
  for (const operation of operations) {
    for (const id of operation.ids?.(business) ?? []) {
      const item = describeItem(operation, context, id)
      documents.set(item.id, item)
      await pace()
    }
  }
  // A page about one item has the same text as the item.
  const itemUrls = new Set(Array.from(documents.values(), ({ url }) => url))
  for (const { name, items } of business.faq.categories) {
    for (const item of items) {
      const question = describeQuestion(item, name, context)
      documents.set(question.id, question)
      await pace()
    }
  }
  const entries = await pages.entries()
  const paths = new Set(entries.map(({ path }) => path))
  for (const operation of operations) {
    const title = titleOf(business, operation.path)
    if (operation.ids || title === undefined) continue
    const facts = describeFacts(operation, context, title, paths)
    documents.set(facts.id, facts)
  }
  for (const entry of entries) {
    const page = describePage(entry, pages, baseUrl)
    if (!itemUrls.has(page.url)) documents.set(page.id, page)
    await pace()
  }
  return documents
}

/** Returns when a document last changed, if that is known, as its metadata. */
const modifiedOf = (changed: Date | undefined) => changed && { modified: changed.toISOString() }

const pathToId = (path: string) => path.slice(1, -'.json'.length)

function describeItem(operation: Operation, context: McpContext, id: string): SearchDocument {
  const { business, baseUrl } = context
  const url = apiUrl(context, operation, id)
  // Read on demand, because thousands of items would take memory.
  const readJson = () => operation.read(business, id, context.now())
  const body = readJson()
  const documentId = pathToId(operation.path.replace('{id}', id))
  return {
    id: documentId,
    title: getString(body, 'name') ?? id,
    url: getString(body, 'url') ?? url,
    kind: 'item',
    language: business.faq.language,
    get labels() {
      return `${documentId} ${listAmounts(readJson())} ${listTopics(business, operation.path)}`
    },
    get keywords() {
      return joinFacts(omitShared(readJson()), baseUrl)
    },
    metadata: { topic: operation.tag, api: url, ...modifiedOf(context.changed) },
    read: async () => JSON.stringify(omitRounded(readJson()))
  }
}

const rounded = ['from_ils', 'one_time_ils']
// They are the same in every item, and belong to the document of all prices.
const shared = ['currency', 'tax', 'pricing_note', 'quote_url']

/** Returns the facts of one item only, without its price, which some fields round up. */
const omitShared = (item: unknown) =>
  isParent(item) &&
  Object.fromEntries(Object.entries(item).filter(([field]) => ![...rounded, ...shared].includes(field)))

/** Returns the amounts of an item, as they are and as short as they can be: a word index reads `12.500` as 12500. */
function listAmounts(item: unknown): string {
  /* c8 ignore next: every item is an object */
  if (!isParent(item)) return ''
  const { price } = item
  const amounts = isParent(price) ? [price.amount, price.max] : rounded.map((field) => item[field])
  return amounts
    .filter((amount) => amount !== undefined && amount !== null)
    .flatMap((amount) => [amount, Number(amount)])
    .join(' ')
}

const describeQuestion = (
  item: FaqItem,
  topic: string,
  { business: { faq }, changed }: McpContext
): SearchDocument => {
  const { id, question, answer } = item
  return {
    id: `faq/${id}`,
    title: question,
    url: questionUrl(faq, item),
    kind: 'question',
    language: faq.language,
    // An id that was made from the question has the same words.
    labels: `faq ${id === questionId(question) ? '' : id}`,
    keywords: `${answer} ${topic}`,
    metadata: { topic, language: faq.language, ...modifiedOf(changed) },
    read: async () => `${question}\n\n${answer}`
  }
}

// Items have their own documents, the profile has the contact, the pricing has the tax, and days change at midnight.
const omitted: Record<string, string[]> = {
  '/services.json': ['examples', 'contact', 'currency', 'tax'],
  '/hours.json': ['days']
}

const isOnRequest = ({ one_time_ils }: Package) => one_time_ils === null

/** Returns the terms of the prices of categories, which search finds in the document of all prices. */
const termsOf = (path: string, { services, pricing: { currency, tax } }: Business) =>
  path === '/services.json' && services.categories.some(hasPrices) ? { currency, tax } : {}

/** Returns a note on the items that the document of an operation omits, so a reader does not take the others for all. */
function describeOmitted(path: string, { services, pricing }: Business): string | undefined {
  if (path === '/services.json' && services.examples.length > 0)
    return 'Each service is a document of its own. The tool list_services returns all of them.'
  if (path === '/pricing.json')
    return [
      services.examples.length > 0 && 'The tool list_services returns the prices of services.',
      !pricing.packages.every(isOnRequest) &&
        'Packages with a price are not listed here: the tool get_pricing returns all packages.'
    ]
      .filter(Boolean)
      .join(' ')
  return undefined
}

/** Describes the facts of an operation that are in no item, such as the terms of all prices. */
function describeFacts(
  operation: Operation,
  context: McpContext,
  title: string,
  paths: Set<string>
): SearchDocument {
  const { business, baseUrl } = context
  const { path, tag } = operation
  const id = pathToId(path)
  const page = `/${id}/`
  const topics = listTopics(business, path)
  const text = JSON.stringify(operation.read(business, '', context.now()), (field, value) => {
    if (omitted[path]?.includes(field)) return undefined
    if (field === 'packages') return business.pricing.packages.filter(isOnRequest)
    return Array.isArray(value) ? value : replaceLimits(value, business)
  })
  const { tax } = business.pricing
  const taxWords = id === 'pricing' && tax ? ['tax', tax.name].join(' ') : ''
  return {
    id,
    title,
    questions: listQuestions(business, path),
    url: paths.has(page) ? baseUrl + page : String(business.profile.contact.contact_page),
    kind: 'facts',
    language: business.faq.language,
    labels: id === 'hours' ? `${topics} ${listDays(business)}` : topics,
    keywords: `${id} ${taxWords}`,
    readText: async () => `${listNames(business, id)} ${joinFacts(JSON.parse(text), baseUrl)}`,
    metadata: { topic: tag, api: apiUrl(context, operation), ...modifiedOf(context.changed) },
    read: async () =>
      JSON.stringify({
        note: describeOmitted(path, business),
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

const describePage = (
  { path, title, description, language, modified }: PageEntry,
  pages: PageList,
  baseUrl: string
): SearchDocument => ({
  id: `pages${path}`,
  title,
  url: baseUrl + encodePath(path),
  kind: 'page',
  language,
  labels: `pages${path}`,
  keywords: description,
  metadata: { language, ...modifiedOf(modified) },
  readText: () => pages.markdown(path),
  read: () => pages.markdown(path)
})
