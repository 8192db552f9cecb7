import { getString, isParent } from '../business/json-value.ts'
import type { Operation } from '../business/operation.ts'
import { type FaqItem, questionId, questionUrl } from '../business/schemas/faq.ts'
import { encodePath } from '../http/link.ts'
import { createPace } from '../http/pace.ts'
import type { PageEntry, PageList, Subject } from '../surfaces/page-list.ts'
import { apiUrl, type SurfaceContext } from '../surfaces/surface-context.ts'
import { omitRounded } from './exact-prices.ts'
import { describeFacts, joinFacts, modifiedOf, pathToId } from './facts-document.ts'
import { listTopics, titleOf } from './topics.ts'

/** A document that the tool `search` finds and `fetch` returns. */
export interface SearchDocument {
  id: string
  title: string
  /** Whole questions that the document answers. */
  questions?: string[]
  url: string
  kind: 'item' | 'question' | 'facts' | 'page'
  /** What a page is about; the other documents are about the business. */
  subject?: Subject
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
export async function readDocuments(context: SurfaceContext): Promise<Map<string, SearchDocument>> {
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
  const itemPages = new Set(
    Array.from(documents.values())
      .filter(hasOwnPage)
      .map(({ url }) => url)
  )
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
    if (!itemPages.has(page.url)) documents.set(page.id, page)
    await pace()
  }
  return documents
}

/** Returns whether the URL of an item ends with its id. That page has the same text; any other page, such as /contact/, has more. */
const hasOwnPage = ({ id, url }: SearchDocument): boolean =>
  url.replace(/\/$/, '').endsWith(id.slice(id.lastIndexOf('/')))

function describeItem(operation: Operation, context: SurfaceContext, id: string): SearchDocument {
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
  { business: { faq }, changed }: SurfaceContext
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

const describePage = (
  { path, subject, title, description, language, modified }: PageEntry,
  pages: PageList,
  baseUrl: string
): SearchDocument => ({
  id: `pages${path}`,
  title,
  url: baseUrl + encodePath(path),
  kind: 'page',
  subject,
  language,
  labels: `pages${path}`,
  keywords: description,
  metadata: { language, ...modifiedOf(modified) },
  readText: () => pages.markdown(path),
  read: () => pages.markdown(path)
})
