import type { Document } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { type Answer, Client, type Request } from './client.ts'

/** A page of the sample, as people and agents get it. */
export interface Page {
  path: string
  html: Answer
  document: Document
}

/** An entry of a sitemap. */
export interface Entry {
  loc: string
  lastmod?: string
}

/** The site that is audited, and what many checks read of it. */
export class Subject {
  readonly origin: string
  readonly #client: Client
  readonly #sampleSize: number
  #entries?: Promise<Entry[]>
  #pages?: Promise<Page[]>

  constructor(origin: string, sampleSize: number) {
    this.origin = origin
    this.#client = new Client(origin)
    this.#sampleSize = sampleSize
  }

  get requests(): number {
    return this.#client.count
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#client.fetch(path, { headers })
  }

  send(path: string, request: Request): Promise<Answer> {
    return this.#client.fetch(path, request)
  }

  /** The page as Markdown. */
  markdown(path: string): Promise<Answer> {
    return this.get(path, { accept: 'text/markdown' })
  }

  /** The body as JSON; rejects where it is not there, or not JSON. */
  async json(path: string) {
    const { status, text } = await this.get(path)
    if (status !== 200) throw new Error(`${path} answers ${status}`)
    try {
      return JSON.parse(text)
    } catch {
      throw new Error(`${path} is not JSON`)
    }
  }

  /** Every entry of every sitemap; none where there is no sitemap. */
  entries(): Promise<Entry[]> {
    this.#entries ??= this.#readEntries()
    return this.#entries
  }

  async #readEntries(): Promise<Entry[]> {
    const { text } = await this.get('/sitemap.xml')
    const lists = await Promise.all(elements(text, 'sitemap').map(({ loc }) => this.get(this.pathOf(loc))))
    return [text, ...lists.map((list) => list.text)].flatMap((list) => elements(list, 'url'))
  }

  /** Path and query of an address, whatever its origin. */
  pathOf(address: string): string {
    const { pathname, search } = new URL(address, this.origin)
    return pathname + search
  }

  /** The home page and others of the sitemap, evenly spread. */
  pages(): Promise<Page[]> {
    this.#pages ??= this.#readPages()
    return this.#pages
  }

  async #readPages(): Promise<Page[]> {
    const paths = new Set(['/', ...(await this.entries()).map(({ loc }) => this.pathOf(loc))])
    const every = Math.max(1, paths.size / this.#sampleSize)
    const sample = [...paths].filter(
      (_, index) => Math.floor(index / every) !== Math.floor((index - 1) / every)
    )
    return Promise.all(sample.map((path) => this.#open(path)))
  }

  async #open(path: string): Promise<Page> {
    const html = await this.get(path, { accept: 'text/html' })
    return { path, html, document: parseDocument(html.text) }
  }

  home(): Promise<Page> {
    return this.#open('/')
  }

  /** The problems of every page of the sample, each with the path of its page. */
  async eachPage(problemsOf: (page: Page) => string[] | Promise<string[]>): Promise<string[]> {
    const pages = await this.pages()
    const found = await Promise.all(
      pages.map(async (page) => (await problemsOf(page)).map((problem) => `${page.path} ${problem}`))
    )
    return found.flat()
  }
}

const unescapeXml = (text: string) =>
  text
    .replaceAll('&apos;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** The elements of a name with their address and time. */
function elements(xml: string, name: string): Entry[] {
  return Array.from(xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs')), ([, inner = '']) => {
    const loc = unescapeXml(inner.match(/<loc>\s*(.*?)\s*<\/loc>/s)?.[1] ?? '')
    const lastmod = inner.match(/<lastmod>\s*(.*?)\s*<\/lastmod>/s)?.[1]
    return { loc, ...(lastmod !== undefined && { lastmod }) }
  })
}
