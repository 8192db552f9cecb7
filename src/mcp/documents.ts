import { createHash } from 'node:crypto'
import type { FaqItem } from '../business/faq.ts'
import type { Operation } from '../business/operations.ts'
import { priceOf } from '../business/price.ts'
import { encodePath } from '../http/encode-path.ts'
import { createPace } from '../http/pace.ts'
import type { PageEntry, Pages } from '../http/pages.ts'
import { apiUrl, type McpContext } from './context.ts'
import { getString, joinStrings } from './json.ts'
import { omitRounded } from './quote.ts'

/** A document that the tool `search` finds and `fetch` returns. */
export interface SearchDocument {
  id: string
  title: string
  url: string
  kind: 'item' | 'question' | 'page'
  /** The text to search besides the id and title: the whole text, or for a page its description. */
  readonly keywords: string
  metadata: Record<string, string>
  /** Returns the full text, or undefined if a page cannot be converted to Markdown. */
  read: () => Promise<string | undefined>
}

/** Returns all items (services, packages: whatever an operation reads by id), FAQ questions and pages, by id. */
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
  for (const entry of await pages.entries()) {
    const page = describePage(entry, pages, baseUrl)
    if (!itemUrls.has(page.url)) documents.set(page.id, page)
    await pace()
  }
  return documents
}

function describeItem(operation: Operation, context: McpContext, id: string): SearchDocument {
  const url = apiUrl(context, operation, id)
  // Read on demand, because thousands of items would take memory.
  const readJson = () => operation.read(context.business, id, context.now())
  const body = readJson()
  return {
    id: operation.path.replace('{id}', id).slice(1, -'.json'.length),
    title: getString(body, 'name') ?? id,
    url: getString(body, 'url') ?? url,
    kind: 'item',
    get keywords() {
      const item = readJson()
      const price = priceOf(item)
      return [joinStrings(item), ...(price ? [context.describePrice(price)] : [])].join(' ')
    },
    metadata: { topic: operation.tag, api: url },
    read: async () => JSON.stringify(omitRounded(readJson()))
  }
}

const describeQuestion = (
  { question, answer }: FaqItem,
  topic: string,
  { business: { faq } }: McpContext
): SearchDocument => ({
  // A hash of the question, so that its id stays the same when other questions are added or removed.
  id: `faq/${createHash('sha256').update(question).digest('hex').slice(0, 10)}`,
  title: question,
  url: String(faq.source),
  kind: 'question',
  keywords: answer,
  metadata: { topic, language: faq.language },
  read: async () => `${question}\n\n${answer}`
})

const describePage = (
  { path, title, description, language, modified }: PageEntry,
  pages: Pages,
  baseUrl: string
): SearchDocument => ({
  id: `pages${path}`,
  title,
  url: baseUrl + encodePath(path),
  kind: 'page',
  keywords: description,
  metadata: { language, modified: modified.toISOString() },
  read: () => pages.markdown(path)
})
