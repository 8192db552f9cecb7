import { parseDocument } from 'htmlparser2'
import MarkdownIt from 'markdown-it'
import type { AuditedSite, Page } from '../audited-site.ts'
import type { SiteResponse } from '../client.ts'
import { findElements, readText } from '../html.ts'
import type { Surface, SurfacePage } from './compare.ts'
import { explainStale } from './freshness.ts'
import { parseIfJson } from './json.ts'
import { JsonLd } from './json-ld.ts'
import type { Source } from './source.ts'
import { TextPage } from './text-page.ts'

const maxPages = 1000
const maxRedirects = 3

interface Pages {
  pages: Page[]
  isComplete: boolean
}

const allPages = new WeakMap<Source, Promise<Pages>>()

/** Returns the pages that facts name and those of the sitemaps, at most a thousand, and whether these are all. */
function readPages(site: AuditedSite, source: Source): Promise<Pages> {
  const pages = allPages.get(source) ?? loadPages(site, source)
  allPages.set(source, pages)
  return pages
}

async function loadPages(site: AuditedSite, { facts }: Source): Promise<Pages> {
  const named = facts.flatMap(({ url }) => (url.startsWith(`${site.origin}/`) ? [site.toPath(url)] : []))
  const listed = (await site.readSitemaps()).map(({ loc }) => site.toPath(loc))
  const paths = [...new Set(['/', ...named, ...listed])]
  const pages = await Promise.all(paths.slice(0, maxPages).map((path) => readPage(site, path)))
  return { pages, isComplete: paths.length <= maxPages }
}

/** Requests a page as a browser does, and follows redirects on the site. */
async function readPage(site: AuditedSite, path: string): Promise<Page> {
  let page = await site.readPage(path)
  for (let step = 0; step < maxRedirects; step++) {
    const target = page.html.headers.get('location')
    if (target === null || new URL(target, site.origin + page.path).origin !== site.origin) break
    page = await site.readPage(site.toPath(new URL(target, site.origin + page.path).href))
  }
  return { ...page, path }
}

/** Reads the HTML of the site as text without scripts. */
export async function readHtml(site: AuditedSite, source: Source): Promise<Surface> {
  const { pages, isComplete } = await readPages(site, source)
  const read = pages.map(({ path, html, document }): [string, SurfacePage] => {
    const page = { url: site.origin + path, stale: explainStale(html, source.changed) }
    if (html.status !== 200) return [path, { ...page, failure: `status ${html.status}` }]
    return [path, { ...page, text: new TextPage(document, source.reading) }]
  })
  return { name: 'HTML', origin: site.origin, pages: new Map(read), isComplete, hasUrls: true }
}

/** Reads the site as Markdown. A page that has none is not served. */
export async function readMarkdown(site: AuditedSite, source: Source): Promise<Surface> {
  const { pages, isComplete } = await readPages(site, source)
  const read = await Promise.all(
    pages.map(async ({ path }): Promise<[string, SurfacePage][]> => {
      const response = await site.getMarkdown(path)
      if (response.status !== 200 || !response.type.startsWith('text/markdown')) return []
      return [[path, toPage(site.origin + path, response, source)]]
    })
  )
  return { name: 'Markdown', origin: site.origin, pages: new Map(read.flat()), isComplete, hasUrls: true }
}

/** Reads llms-full.txt as one page. */
export async function readLlmsFull(site: AuditedSite, source: Source): Promise<Surface> {
  const path = '/llms-full.txt'
  const response = await site.get(path)
  const page = toPage(site.origin + path, response, source)
  const pages = response.status === 200 ? [[path, page] as const] : []
  return {
    name: 'llms-full.txt',
    origin: site.origin,
    pages: new Map(pages),
    isComplete: true,
    hasUrls: false
  }
}

const toPage = (url: string, response: SiteResponse, source: Source): SurfacePage => ({
  url,
  stale: explainStale(response, source.changed),
  text: renderMarkdown(response.text, source)
})

/** Renders Markdown, or plain text, to read its headings, lists and tables as those of HTML. */
export function renderMarkdown(text: string, { reading }: Source): TextPage {
  const body = text.replace(/^---\n.*?\n---\n/s, '')
  return new TextPage(parseDocument(new MarkdownIt({ html: true }).render(body)), reading)
}

/** The structured data of a page. */
export interface JsonLdPage {
  url: string
  nodes: JsonLd
  stale: string
}

/** Reads the structured data of every page that has some. */
export async function readJsonLd(site: AuditedSite, source: Source): Promise<JsonLdPage[]> {
  const { pages } = await readPages(site, source)
  return pages.flatMap(({ path, html, document }) => {
    const scripts = findElements(document, ['script'], { type: 'application/ld+json' })
    if (html.status !== 200 || scripts.length === 0) return []
    const nodes = new JsonLd(scripts.map((script) => parseIfJson(readText(script))))
    return [{ url: site.origin + path, nodes, stale: explainStale(html, source.changed) }]
  })
}
