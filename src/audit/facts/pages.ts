import MarkdownIt from 'markdown-it'
import type { AuditedSite, Page } from '../audited-site.ts'
import type { SiteResponse } from '../client.ts'
import { findElements, parseHtml, readText } from '../html.ts'
import { parseIfJson } from '../json.ts'
import { describeLimit } from '../limits.ts'
import { type ApiFacts, oncePerSite } from './api-facts.ts'
import { isAbsentStatus, type Surface, type SurfacePage } from './compare.ts'
import { explainStale } from './freshness.ts'
import { JsonLd } from './json-ld.ts'
import { PageText } from './page-text.ts'

const batchSize = 20

interface Pages {
  pages: Page[]
  isComplete: boolean
  limits: string[]
}

/** Returns the pages that facts name and those of the sitemaps, within the limits, and whether these are all. */
const readPages = oncePerSite(async (site, { facts }: ApiFacts): Promise<Pages> => {
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

/** Requests a page as a browser does, and follows redirects on the site. */
async function readPage(site: AuditedSite, path: string): Promise<Page> {
  const html = await site.follow(path, { accept: 'text/html' })
  return { path, html, document: parseHtml(path, html.text) }
}

/** Reads the HTML of the site as text without scripts. */
export const readHtml = oncePerSite(async (site, api: ApiFacts): Promise<Surface> => {
  const { pages, ...extent } = await readPages(site, api)
  const read = pages.map(({ path, html, document }): [string, SurfacePage] => {
    const url = site.origin + path
    if (html.status !== 200) return [path, { url, stale: '', status: html.status }]
    const stale = explainStale(html, api.changed)
    return [path, { url, stale, text: new PageText(document, api.reading, stale !== '') }]
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

/** Returns the page of a response in Markdown; none if the site does not serve it. */
function toPages(
  path: string,
  site: AuditedSite,
  response: SiteResponse,
  api: ApiFacts,
  isMarkdown: boolean
): [string, SurfacePage][] {
  const { status, text } = response
  const url = site.origin + path
  if (status !== 200) return isAbsentStatus(status) ? [] : [[path, { url, stale: '', status }]]
  const stale = explainStale(response, api.changed)
  return isMarkdown ? [[path, { url, stale, text: renderMarkdown(text, api, stale !== '') }]] : []
}

/** Renders Markdown, or plain text, to read its headings, lists and tables as those of HTML. */
export function renderMarkdown(text: string, { reading }: ApiFacts, isStale = false): PageText {
  const body = text.replace(/^---\n.*?\n---\n/s, '')
  const html = new MarkdownIt({ html: true }).render(body)
  return new PageText(parseHtml('the Markdown', html), reading, isStale)
}

/** The structured data of a page. */
export interface JsonLdPage {
  url: string
  nodes: JsonLd
  stale: string
}

/** Reads the structured data of every page that has some. */
export async function readJsonLd(site: AuditedSite, api: ApiFacts) {
  const { pages, limits } = await readPages(site, api)
  const read = pages.flatMap(({ path, html, document }): JsonLdPage[] => {
    const scripts = findElements(document, ['script'], { type: 'application/ld+json' })
    if (html.status !== 200 || scripts.length === 0) return []
    const nodes = new JsonLd(scripts.map((script) => parseIfJson(readText(script))))
    return [{ url: site.origin + path, nodes, stale: explainStale(html, api.changed) }]
  })
  return { pages: read, limits }
}
