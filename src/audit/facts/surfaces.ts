import MarkdownIt from 'markdown-it'
import { parseIfJson } from '../../base/json-value.ts'
import {
  createReading,
  describeUnread,
  type JsonLdPage,
  PageText,
  type Reading,
  readFacts,
  type StatedFacts,
  type Surface,
  type SurfacePage
} from '../../compare/compare.ts'
import type { AuditedSite, Page } from '../audited-site.ts'
import type { SiteResponse } from '../client.ts'
import { findElements, parseHtml, readText } from '../html.ts'
import { describeLimit } from '../limits.ts'
import { readOperations } from '../operation-paths.ts'

export interface ApiFacts extends StatedFacts {
  reading: Reading
  /** When the facts last changed, if the API states it. */
  changed: string
  /** Sentences about the operations and facts that were left out; empty if the audit read all. */
  limits: string[]
}

function oncePerSite<Rest extends unknown[], Result>(
  read: (site: AuditedSite, ...rest: Rest) => Result
): (site: AuditedSite, ...rest: Rest) => Result {
  const results = new WeakMap<AuditedSite, { result: Result }>()
  return (site, ...rest) => {
    const { result } = results.get(site) ?? { result: read(site, ...rest) }
    results.set(site, { result })
    return result
  }
}

interface Operation {
  url: string
  response: SiteResponse
  body: unknown
}

/** Reads the facts of the API. Operations that something blocks are among the differences. */
export const readApiFacts = oncePerSite(async (site): Promise<ApiFacts> => {
  const all = await readOperations(site, Number.POSITIVE_INFINITY)
  const paths = all.slice(0, site.limits.maxOperations)
  const operations = await Promise.all(paths.map((path) => readOperation(site, path)))
  const served = operations.filter(isServed)
  const blocked = operations.filter((operation) => !isServed(operation))
  const stated = readFacts(served)
  const facts = stated.facts.slice(0, site.limits.maxFacts)
  return {
    ...stated,
    facts,
    texts: stated.texts.slice(0, site.limits.maxFacts),
    reading: createReading(facts, stated.defaults),
    changed: served.map(({ response }) => readTime(response)).reduce((a, b) => (a > b ? a : b), ''),
    differences: [...blocked.map(describeBlocked), ...stated.differences],
    limits: [
      ...describeLimit(paths.length, all.length, 'operations of the API'),
      ...describeLimit(facts.length, stated.facts.length, 'facts')
    ]
  }
})

async function readOperation(site: AuditedSite, path: string): Promise<Operation> {
  const response = await site.follow(path)
  return { url: site.origin + path, response, body: parseIfJson(response.text) }
}

const isServed = ({ response, body }: Operation) => response.status === 200 && body !== undefined

const describeBlocked = ({ url, response: { status, type } }: Operation) => {
  const found = status === 200 ? `status 200 with the type "${type}"` : `status ${status}`
  return describeUnread('API', url, 'status 200 with JSON', found)
}

const written = /"?(?:dateModified|last_updated)"?\s*:\s*"?(\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?)/

function readTime({ headers, text }: SiteResponse): string {
  const header = Date.parse(headers.get('last-modified') ?? '')
  return Number.isNaN(header) ? (written.exec(text)?.[1] ?? '') : new Date(header).toISOString()
}

const batchSize = 20

/** Returns the pages that facts name and the pages of the sitemaps, within the limits, and whether these are all. */
const readPages = oncePerSite(async (site, { facts }: ApiFacts) => {
  const named = facts.flatMap(({ url }) => (url.startsWith(`${site.origin}/`) ? [site.toPath(url)] : []))
  const listed = (await site.readSitemaps()).map(({ loc }) => site.toPath(loc))
  const paths = [...new Set([site.homePath, ...named, ...listed])]
  const { maxPages, maxHtmlSize } = site.limits
  const pages: Page[] = []
  let size = 0
  while (pages.length < Math.min(paths.length, maxPages) && size < maxHtmlSize) {
    const batch = paths.slice(pages.length, Math.min(pages.length + batchSize, maxPages))
    const read = await Promise.all(batch.map((path) => readPage(site, path)))
    for (const { html } of read) size += html.bytes.length
    pages.push(...read)
  }
  return {
    pages,
    isComplete: pages.length === paths.length,
    limits: describeLimit(pages.length, paths.length, 'pages')
  }
})

async function readPage(site: AuditedSite, path: string): Promise<Page> {
  const html = await site.follow(path, { accept: 'text/html' })
  return { path, html, document: parseHtml(path, html.text) }
}

export const readHtml = oncePerSite(async (site, api: ApiFacts): Promise<Surface> => {
  const { pages, ...extent } = await readPages(site, api)
  const read = pages.map(({ path, html, document }): [string, SurfacePage] => {
    const url = site.origin + path
    if (html.status !== 200) return [path, describeFailure(url, html)]
    const stale = explainStale(html, api.changed)
    return [path, { url, stale, text: new PageText(document, api.reading, { isStale: stale !== '' }) }]
  })
  return { name: 'HTML', origin: site.origin, pages: new Map(read), hasUrls: true, ...extent }
})

/** Reads the site as Markdown. A page that has none is not served. */
export const readMarkdown = oncePerSite(async (site, api: ApiFacts): Promise<Surface> => {
  const { pages, ...extent } = await readPages(site, api)
  const read = await Promise.all(
    pages.map(async ({ path }): Promise<[string, SurfacePage][]> => {
      const response = await site.follow(path, { accept: 'text/markdown' })
      return toPages(path, site, response, api, response.type.startsWith('text/markdown'))
    })
  )
  return { name: 'Markdown', origin: site.origin, pages: new Map(read.flat()), hasUrls: true, ...extent }
})

/** Reads llms-full.txt as one page. A site may return its home page for every path. */
export async function readLlmsFull(site: AuditedSite, api: ApiFacts): Promise<Surface> {
  const path = '/llms-full.txt'
  const response = await site.follow(path)
  const pages = toPages(path, site, response, api, !response.type.startsWith('text/html'))
  return {
    name: 'llms-full.txt',
    origin: site.origin,
    pages: new Map(pages),
    isComplete: true,
    limits: [],
    hasUrls: false
  }
}

function toPages(
  path: string,
  site: AuditedSite,
  response: SiteResponse,
  api: ApiFacts,
  isMarkdown: boolean
): [string, SurfacePage][] {
  const url = site.origin + path
  if (response.status !== 200) {
    const failure = describeFailure(url, response)
    return failure.isBlocked ? [[path, failure]] : []
  }
  const stale = explainStale(response, api.changed)
  return isMarkdown ? [[path, { url, stale, text: renderMarkdown(response.text, api, stale !== '') }]] : []
}

/** A status that says that a page is missing, or not in this form, is no failure of the site. */
const describeFailure = (url: string, { status }: SiteResponse) => ({
  url,
  failure: `status ${status}`,
  isBlocked: ![404, 406, 410].includes(status) && (status < 300 || status >= 400)
})

/** Returns why a response is an old copy of the facts, which last changed at the time; an empty text if nothing shows it. */
function explainStale(response: SiteResponse, changed: string): string {
  const age = Number(response.headers.get('age') ?? 0)
  if (age > 0) return `a cache has had the response for ${age} s`
  const time = readTime(response)
  const length = Math.min(time.length, changed.length)
  const isOlder = time !== '' && changed !== '' && time.slice(0, length) < changed.slice(0, length)
  return isOlder ? `the response is dated ${time}, and the API ${changed}` : ''
}

/** Renders Markdown, or plain text, to read its headings, lists and tables as in HTML. */
export function renderMarkdown(text: string, { reading }: ApiFacts, isStale = false): PageText {
  const body = text.replace(/^---\n.*?\n---\n/s, '')
  const html = new MarkdownIt({ html: true }).render(body)
  return new PageText(parseHtml('the Markdown', html), reading, { isStale })
}

// An answer may be HTML, but not one that is larger than the page of a business.
const maxMarkupLength = 100_000

/** Returns the text of HTML; an empty text if it is too large or its elements are too deep in each other. */
export function readMarkup(html: string): string {
  if (html.length > maxMarkupLength) return ''
  try {
    return readText(parseHtml('the answer', html))
  } catch {
    return ''
  }
}

export async function readJsonLd(site: AuditedSite, api: ApiFacts) {
  const { pages, limits } = await readPages(site, api)
  const read = pages.flatMap(({ path, html, document }): JsonLdPage[] => {
    const scripts = findElements(document, ['script'], { type: 'application/ld+json' })
    if (html.status !== 200 || scripts.length === 0) return []
    const roots = scripts.map((script) => parseIfJson(readText(script)))
    return [{ url: site.origin + path, roots, stale: explainStale(html, api.changed) }]
  })
  return { pages: read, limits }
}
