import { isObject } from '../../business/json-value.ts'
import { type JsonObject, read, readObjects, readText } from '../json.ts'
import type { Surface, SurfacePage } from './compare.ts'
import type { Difference } from './fact.ts'

/** A text about a service or package, such as its summary or what it includes, or the story of the business. */
export interface ItemText {
  /** Identifies the text in every response of the API and the MCP server. */
  key: string
  /** The field that has it. */
  field: string
  label: string
  /** The URL of the page of the item, as the API states it; empty if the item has none. */
  url: string
  parts: string[]
}

const fields: [name: string, describe: (item: string) => string][] = [
  ['summary', (item) => `the summary of ${item}`],
  ['description', (item) => `the description of ${item}`],
  ['includes', (item) => `what ${item} includes`],
  ['excludes', (item) => `what ${item} excludes`],
  ['duration', (item) => `the duration of ${item}`],
  ['price_note', (item) => `the note on the price of ${item}`]
]

/** Returns the texts of the services, packages and business in a response of the API or of an MCP tool. */
export function listTexts(body: unknown): ItemText[] {
  if (!isObject(body)) return []
  return [
    ...readObjects(body, 'examples').flatMap((item) => listItem('service', item)),
    ...readObjects(body, 'packages').flatMap((item) => listItem('package', item)),
    ...('from_ils' in body ? listItem('service', body) : []),
    ...('one_time_ils' in body ? listItem('package', body) : []),
    ...toText(body, 'story', { key: 'story', label: 'the story of the business' })
  ]
}

// The schema of the API has no limit of parts, and each is looked for on each page.
const maxParts = 100

const listItem = (kind: string, item: JsonObject): ItemText[] =>
  fields.flatMap(([field, describe]) =>
    toText(item, field, {
      key: `${field} ${kind} ${readText(item, 'id') || readText(item, 'name')}`,
      label: describe(`the ${kind} "${readText(item, 'name')}"`)
    })
  )

/** Returns the text of a field, which may have one part or several; none if the field has no text. */
function toText(source: JsonObject, field: string, about: Pick<ItemText, 'key' | 'label'>): ItemText[] {
  const parts = [read(source, field) ?? []]
    .flat()
    .filter((part) => typeof part === 'string')
    .slice(0, maxParts)
  return parts.length > 0 ? [{ ...about, field, url: readText(source, 'url'), parts }] : []
}

const formatTexts = ({ parts }: ItemText): string => parts.map((part) => `"${part}"`).join(', ')

/** Returns the texts that differ from those of the API, each once for a URL. */
export function findOtherTexts(
  surface: string,
  expected: Map<string, ItemText>,
  found: { url: string; text: ItemText }[]
): Difference[] {
  const differences = found.flatMap(({ url, text }): [string, Difference][] => {
    const first = expected.get(text.key)
    if (first === undefined || formatTexts(first) === formatTexts(text)) return []
    const values = { expected: formatTexts(first), found: formatTexts(text) }
    return [
      [
        `${url} ${text.key} ${values.found}`,
        { surface, url, fact: first.label, problem: 'different', ...values }
      ]
    ]
  })
  return [...new Map(differences).values()]
}

/**
 * Returns the texts that a surface omits while the same page in another form states them word for word. An owner may
 * reword a text in both, and a surface that omits most of them is a shorter one.
 */
export function compareTexts(texts: ItemText[], surface: Surface, other: Surface): Difference[] {
  const shown = texts.filter((text) => findPages(text, other).some((page) => page.text?.states(text.parts)))
  const missing = shown.flatMap((text): Difference[] => {
    const pages = findPages(text, surface).filter((page) => page.text !== undefined)
    const [first] = pages
    if (first === undefined || pages.some((page) => page.text?.states(text.parts))) return []
    const rest = text.parts.filter((part) => !pages.some((page) => page.text?.states([part])))
    const found = `the page without ${formatTexts({ ...text, parts: rest })}`
    return [
      {
        surface: surface.name,
        url: first.url,
        fact: text.label,
        problem: first.stale ? 'stale' : 'missing',
        expected: formatTexts(text),
        found: first.stale ? `${found} (${first.stale})` : found
      }
    ]
  })
  return missing.length > shown.length / 2 ? [] : missing
}

/** Returns the page of an item, or all pages if it has none here. */
function findPages({ url }: ItemText, { origin, pages, hasUrls }: Surface): SurfacePage[] {
  if (!hasUrls || !url.startsWith(`${origin}/`)) return [...pages.values()]
  const { pathname, search } = new URL(url)
  const page = pages.get(pathname + search)
  return page === undefined ? [] : [page]
}
