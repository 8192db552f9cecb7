import { createHash } from 'node:crypto'
import type { FaqItem } from '../business/faq.ts'
import { type Operation, readBody } from '../business/operations.ts'
import { encodePath } from '../http/encode-path.ts'
import { createPace } from '../http/pace.ts'
import type { PageEntry, Pages } from '../http/pages.ts'
import type { Source } from './source.ts'

/** Something that can be found by `search` and read by `fetch`. */
export interface Document {
  id: string
  title: string
  url: string
  kind: 'item' | 'question' | 'page'
  /** What it is found by, beside its id and title: all of its text, but of a page what describes it. */
  readonly keywords: string
  metadata: Record<string, string>
  /** The whole of it; undefined where it cannot be had. */
  read: () => Promise<string | undefined>
}

/** Every service, package (whatever an operation reads by id), question and page, by id. */
export async function documentsOf(source: Source): Promise<Map<string, Document>> {
  const documents = new Map<string, Document>()
  const pace = createPace()
  for (const operation of source.operations) {
    for (const id of operation.ids?.(source.business) ?? []) {
      const item = itemOf(operation, source, id)
      documents.set(item.id, item)
      await pace()
    }
  }
  // The page of an item says what the item says.
  const shown = new Set(Array.from(documents.values(), ({ url }) => url))
  for (const { name, items } of source.business.faq.categories) {
    for (const item of items) {
      const question = questionOf(item, name, source)
      documents.set(question.id, question)
      await pace()
    }
  }
  for (const entry of await source.pages.entries()) {
    const page = pageOf(entry, source.pages, source.baseUrl)
    if (!shown.has(page.url)) documents.set(page.id, page)
    await pace()
  }
  return documents
}

/** An item of an operation that reads by id; it is its body in the API. */
function itemOf(operation: Operation, { business, baseUrl, prefix }: Source, id: string): Document {
  const path = operation.path.replace('{id}', id)
  // Not held: there may be thousands.
  const read = () => Object(readBody(operation, business, id))
  const { name, url } = read()
  return {
    id: path.slice(1, -'.json'.length),
    title: String(name ?? id),
    url: String(url ?? baseUrl + prefix + path),
    kind: 'item',
    get keywords() {
      return textOf(read())
    },
    metadata: { topic: operation.tag, api: baseUrl + prefix + path },
    read: async () => JSON.stringify(read())
  }
}

/** Returns the texts in a value, except the URLs. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return URL.canParse(value) ? '' : value
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(textOf).join(' ')
}

const questionOf = (
  { question, answer }: FaqItem,
  topic: string,
  { business: { faq } }: Source
): Document => ({
  // Of the question itself: an id leads to the same question when others come and go.
  id: `faq/${createHash('sha256').update(question).digest('hex').slice(0, 10)}`,
  title: question,
  url: String(faq.source),
  kind: 'question',
  keywords: answer,
  metadata: { topic, language: faq.language },
  read: async () => `${question}\n\n${answer}`
})

const pageOf = (
  { path, title, description, language, modified }: PageEntry,
  pages: Pages,
  baseUrl: string
): Document => ({
  id: `pages${path}`,
  title,
  url: baseUrl + encodePath(path),
  kind: 'page',
  keywords: description,
  metadata: { language, modified: modified.toISOString() },
  read: () => pages.markdown(path)
})
