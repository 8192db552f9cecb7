import { createHash } from 'node:crypto'
import { type Operation, readBody } from '../business/operations.ts'
import { encodePath } from '../http/encode-path.ts'
import type { PageEntry, Pages } from '../http/pages.ts'
import type { Source } from './source.ts'

/** Something that can be found by `search` and read by `fetch`. */
export interface Document {
  id: string
  title: string
  url: string
  kind: 'item' | 'question' | 'page'
  /** What it is found by, beside its id and title: all of its text, but of a page what describes it. */
  keywords: string
  metadata: Record<string, string>
  /** The whole of it; undefined where it cannot be had. */
  read: () => Promise<string | undefined>
}

/** Every service, package (whatever an operation reads by id), question and page, by id. */
export async function documentsOf(source: Source): Promise<Map<string, Document>> {
  const items = source.operations.flatMap((operation) => itemsOf(operation, source))
  const entries = await source.pages.entries()
  // The page of an item says what the item says.
  const shown = new Set(items.map(({ url }) => url))
  const pages = entries
    .filter(({ path }) => !shown.has(source.baseUrl + encodePath(path)))
    .map((entry) => pageOf(entry, source.pages, source.baseUrl))
  return new Map([...items, ...questionsOf(source), ...pages].map((document) => [document.id, document]))
}

/** The items of an operation that reads by id; each is its body in the API. */
function itemsOf(operation: Operation, { business, baseUrl, prefix }: Source): Document[] {
  return (operation.ids?.(business) ?? []).map((id) => {
    const path = operation.path.replace('{id}', id)
    const body = Object(readBody(operation, business, id))
    return {
      id: path.slice(1, -'.json'.length),
      title: String(body.name ?? id),
      url: String(body.url ?? baseUrl + prefix + path),
      kind: 'item',
      keywords: textsOf(body).join(' '),
      metadata: { topic: operation.tag, api: baseUrl + prefix + path },
      read: async () => JSON.stringify(body)
    }
  })
}

/** All texts in a value, but for the addresses. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsOf)
    : typeof value === 'string' && !URL.canParse(value)
      ? [value]
      : []

const questionsOf = ({ business: { faq } }: Source): Document[] =>
  faq.categories.flatMap(({ name, items }) =>
    items.map(({ question, answer }) => ({
      // Of the question itself: an id leads to the same question when others come and go.
      id: `faq/${createHash('sha256').update(question).digest('hex').slice(0, 10)}`,
      title: question,
      url: String(faq.source),
      kind: 'question',
      keywords: answer,
      metadata: { topic: name, language: faq.language },
      read: async () => `${question}\n\n${answer}`
    }))
  )

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
