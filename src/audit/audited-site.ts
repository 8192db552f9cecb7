import type { Static, TSchema } from '@sinclair/typebox'
import type { Document } from 'domhandler'
import { once } from '../base/cache.ts'
import { Client, type RequestOptions, type SiteResponse, UnreachableError } from './client.ts'
import { parseHtml } from './html.ts'
import { defaultLimits, describeLimit, type Limits } from './limits.ts'
import { collect, expect, type NotApplicable, notApplicable, parseJson } from './problems.ts'

export interface Page {
  path: string
  html: SiteResponse
  document: Document
}

/** Returns whether the page exceeds the limits of its server, so it has no Markdown. Another check warns about it. */
export const isTooLarge = ({ status }: SiteResponse): boolean => status === 406

// As many as are requested at a time.
const groupSize = 2
const maxRedirects = 3

/** The pages that a check concerns, and why it does not apply if there are none. */
export interface Examined {
  isExamined?: (page: Page) => boolean
  reason?: string
}

/** The site under audit: requests its resources, and reads once what several checks need. */
export class AuditedSite {
  readonly origin: string
  readonly limits: Limits
  homePath = '/'
  readonly #client: Client
  readonly #sampleSize: number
  #sampleLimit: string[] = []

  constructor(
    origin: string,
    sampleSize: number,
    fetch?: typeof globalThis.fetch,
    limits: Partial<Limits> = {}
  ) {
    this.origin = origin
    this.limits = { ...defaultLimits, ...limits }
    this.#client = new Client(origin, this.limits, fetch)
    this.#sampleSize = sampleSize
  }

  get requests(): number {
    return this.#client.count
  }

  get(path: string, headers: Record<string, string> = {}): Promise<SiteResponse> {
    return this.#client.fetch(path, { headers })
  }

  /** Returns whether this software serves the site: the name of its MCP server ends with the name of the software. */
  async isOwn(): Promise<boolean> {
    const { text } = await this.get('/.well-known/mcp/server-card.json').catch(() => ({ text: '' }))
    return /"name":\s*"[^"]*\/business-facts"/.test(text)
  }

  send(path: string, options: RequestOptions): Promise<SiteResponse> {
    return this.#client.fetch(path, options)
  }

  /** Requests a resource, and follows at most three redirects on the site. */
  async follow(path: string, headers: Record<string, string> = {}): Promise<SiteResponse> {
    return (await this.trace(path, headers)).response
  }

  /** Requests a resource, follows at most three redirects on the site, and returns the last path and response. */
  async trace(
    path: string,
    headers: Record<string, string> = {}
  ): Promise<{ place: string; response: SiteResponse }> {
    let place = path
    let response = await this.get(place, headers)
    for (let step = 0; step < maxRedirects; step++) {
      const target = response.headers.get('location')
      if (target === null || response.status < 300 || !this.#isHere(target, place)) break
      place = this.toPath(this.resolve(target, place).href)
      response = await this.get(place, headers)
    }
    return { place, response }
  }

  #isHere(url: string, place: string): boolean {
    return URL.canParse(url, this.origin + place) && this.resolve(url, place).origin === this.origin
  }

  getMarkdown(path: string): Promise<SiteResponse> {
    return this.get(path, { accept: 'text/markdown' })
  }

  async getJson<Schema extends TSchema>(path: string, schema: Schema): Promise<Static<Schema>> {
    const { status, text } = await this.get(path)
    if (status !== 200) throw new Error(`${path} returns ${status}`)
    return parseJson(path, text, schema)
  }

  /** Returns the entries of /sitemap.xml and of the sitemaps in it and in robots.txt; an empty array if there is no sitemap. */
  readonly readSitemaps = once(async (): Promise<Entry[]> => {
    const { text: robots } = await this.get('/robots.txt').catch(ignoreUnreachable)
    const stated = findSitemapUrls(robots)
    const isHere = (url: string) => URL.canParse(url) && new URL(url).origin === this.origin
    const read = async (paths: string[]) =>
      Promise.all(
        [...new Set(paths)].slice(0, this.limits.maxSitemaps).map(async (path) => {
          // The check of sitemap.xml reports one that does not respond.
          const { text } = await this.follow(path).catch(ignoreUnreachable)
          return { text }
        })
      )
    const roots = await read(['/sitemap.xml', ...stated.filter(isHere).map((url) => this.toPath(url))])
    const others = await read(
      roots.flatMap(({ text }) => findEntries(text, 'sitemap').map(({ loc }) => this.toPath(loc)))
    )
    const entries = new Map<string, Entry>()
    for (const { text } of new Set([...roots, ...others])) {
      for (const entry of findEntries(text, 'url')) if (!entries.has(entry.loc)) entries.set(entry.loc, entry)
      if (entries.size >= this.limits.maxUrls) break
    }
    return [...entries.values()].slice(0, this.limits.maxUrls)
  })

  /** Resolves a URL that may be relative to a path. Throws if it is not a URL. */
  resolve(url: string, path = '/'): URL {
    if (!URL.canParse(url, this.origin + path)) throw new Error(`"${url}" is not a URL`)
    return new URL(url, this.origin + path)
  }

  toPath(url: string): string {
    const { pathname, search } = this.resolve(url)
    return pathname + search
  }

  /** Returns a problem for each URL that is on another site or does not return 200. Skips those that `omits` returns true for. */
  checkUrls(
    urls: Iterable<string>,
    omits: (response: SiteResponse) => boolean = () => false
  ): Promise<string[]> {
    return collect(new Set(urls), async (url) => {
      if (!url.startsWith(`${this.origin}/`)) return [`${url} is not on ${this.origin}`]
      const response = await this.get(this.toPath(url))
      return expect(response.status === 200 || omits(response), `${url} returns ${response.status}`)
    })
  }

  /** Returns the home page and others of the sitemaps, evenly spread. */
  readonly readPages = once(async (): Promise<Page[]> => {
    const paths = new Set([this.homePath, ...(await this.readSitemaps()).map(({ loc }) => this.toPath(loc))])
    const every = Math.max(1, paths.size / this.#sampleSize)
    const sample = [...paths].filter(
      (_, index) => Math.floor(index / every) !== Math.floor((index - 1) / every)
    )
    const pages: Page[] = []
    let tags = 0
    for (let index = 0; index < sample.length && tags <= this.limits.maxTags; index += groupSize) {
      const group = sample.slice(index, index + groupSize)
      const read = await Promise.all(
        group.map((path) => (path === this.homePath ? this.readHomePage() : this.readPage(path)))
      )
      pages.push(...read)
      for (const { html } of read) tags += html.text.split('<').length
    }
    this.#sampleLimit = describeLimit(pages.length, sample.length, 'pages of the sample')
    return pages
  })

  /** Returns a sentence if the pages of the sample were too large to read all of them. */
  async describeSampleLimit(): Promise<string[]> {
    await this.readPages()
    return this.#sampleLimit
  }

  async readPage(path: string): Promise<Page> {
    const html = await this.get(path, { accept: 'text/html' })
    return { path, html, document: parseHtml(path, html.text) }
  }

  readonly readHomePage = once(() => this.readPage(this.homePath))

  /** Returns the pages of the sample that return 200. A sitemap may list documents and pictures too. */
  async readFoundPages(): Promise<Page[]> {
    return (await this.readPages()).filter(
      ({ html }) => html.status === 200 && !/^(application\/pdf|image\/|audio\/|video\/)/.test(html.type)
    )
  }

  /** Returns problems with the paths of their pages. The check does not apply if no examined page returns 200. */
  async checkPages(
    findProblems: (page: Page) => string[] | Promise<string[]>,
    { isExamined = () => true, reason = 'no page returns 200' }: Examined = {}
  ): Promise<string[] | NotApplicable> {
    const pages = (await this.readFoundPages()).filter(isExamined)
    if (pages.length === 0) return notApplicable(reason)
    return collect(pages, async (page) =>
      (await findProblems(page)).map((problem) => `${page.path} ${problem}`)
    )
  }
}

function ignoreUnreachable(error: unknown): { text: string } {
  if (error instanceof UnreachableError) return { text: '' }
  throw error
}

const maxEntries = 50_000
const maxEntrySize = 10_000

interface Entry {
  loc: string
  lastmod?: string
}

const unescapeXml = (text: string) =>
  text
    .replaceAll('&apos;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

export const findSitemapUrls = (robots: string): string[] =>
  Array.from(robots.matchAll(/^sitemap:[ \t]*(\S+)/gim), ([, url = '']) => url)

export function findEntries(xml: string, name: string): Entry[] {
  // No pattern from the beginning of an element to its end: a file that never closes one would take hours.
  const parts = xml.split(`<${name}>`, maxEntries + 1).slice(1)
  const elements = parts.flatMap((part) => part.slice(0, maxEntrySize).split(`</${name}>`, 2).slice(0, -1))
  return elements.map((inner) => {
    const loc = readElement(inner, 'loc') ?? ''
    const lastmod = readElement(inner, 'lastmod')
    return { loc, ...(lastmod !== undefined && { lastmod }) }
  })
}

function readElement(xml: string, name: string): string | undefined {
  const [, rest] = xml.split(`<${name}>`, 2)
  const [inner, ...after] = rest?.split(`</${name}>`, 2) ?? []
  if (inner === undefined || after.length === 0) return undefined
  const text = inner.trim()
  const isCdata = text.startsWith('<![CDATA[') && text.endsWith(']]>')
  return isCdata ? text.slice(9, -3).trim() : unescapeXml(text)
}
