import { Cache } from '../http/cache.ts'
import { encodePath } from '../http/encode-path.ts'
import { createPace } from '../http/pace.ts'
import { markdownPathOf, type PageEntry, type Pages } from '../http/pages.ts'
import type { HtmlPage } from './html-page.ts'
import type { Conversion, Source } from './markdown/convert.ts'
import { maxHeldBytes, maxPageBytes } from './markdown/limits.ts'

type Summary = Pick<HtmlPage, 'title' | 'description' | 'canonical' | 'language' | 'modified'>

/** How a page is read; both functions resolve to undefined if its file has vanished. */
export interface PageSource {
  isBuiltIn: boolean
  summarize: () => Promise<Summary | undefined>
  read: (maxBytes: number) => Promise<HtmlPage | undefined>
}

/** A page as Markdown with its canonical URL, or the reason why it cannot be converted. */
export type SiteMarkdown =
  | { bytes: Buffer; language: string; canonical: string; size: number }
  | { refusal: string; size: number }

interface Entry extends PageEntry {
  canonical: string
}

interface Options {
  /** The pages by path, in the order of a table of contents. */
  sources: Map<string, PageSource>
  /** Returns the owner's own Markdown for a `.md` path, or undefined if there is no such file. */
  readMarkdown: (path: string) => Promise<Buffer | undefined>
  convert: (source: Source) => Promise<Conversion>
  baseUrl: string
  /** The line of Markdown before the content of every page. */
  preface: string
  warn: (message: string) => void
}

// The Markdown of 2,000 pages of the usual length.
const maxMarkdownBytes = 6 * 2 ** 20

/** The pages of a site, with their Markdown. A page is converted once; its Markdown is cached. */
export class SitePages implements Pages {
  readonly #options: Options
  readonly #pathsOfMarkdown: Map<string, string>
  readonly #entries = new Map<string, Entry>()
  readonly #markdown: Cache<SiteMarkdown>
  readonly #converting = new Map<string, Promise<SiteMarkdown | undefined>>()
  /** The reasons why pages cannot be converted, each for the page as it was at a time. */
  readonly #refusals = new Map<string, { refusal: string; modified: number; size: number }>()
  #large: Promise<unknown> = Promise.resolve()
  #listing: Promise<PageEntry[]> | undefined

  constructor(options: Options, maxBytes = maxMarkdownBytes) {
    this.#options = options
    this.#markdown = new Cache(maxBytes)
    // If two pages have the same Markdown path, it belongs to the first.
    this.#pathsOfMarkdown = new Map(
      [...options.sources.keys()].reverse().map((path) => [markdownPathOf(path), path])
    )
  }

  has(path: string): boolean {
    return this.#options.sources.has(path)
  }

  /** Returns the path of the page that has a Markdown path, or undefined if no page has it. */
  pageOf(markdownPath: string): string | undefined {
    return this.#pathsOfMarkdown.get(markdownPath)
  }

  /** Reads a page, without the bytes of one that is larger than `maxBytes`; undefined if there is no such page. */
  async read(path: string, maxBytes = maxHeldBytes): Promise<HtmlPage | undefined> {
    const page = await this.#options.sources.get(path)?.read(maxBytes)
    if (page) this.#enter(path, page)
    return page
  }

  /** Returns every page. Concurrent calls share one list. */
  entries(): Promise<PageEntry[]> {
    this.#listing ??= this.#list().finally(() => {
      this.#listing = undefined
    })
    return this.#listing
  }

  async markdown(path: string): Promise<string | undefined> {
    const page = await this.convert(path)
    return page === undefined || 'refusal' in page ? undefined : page.bytes.toString()
  }

  /** Returns a page as Markdown; undefined if there is no such page. `html` saves reading a page that was just read. */
  convert(path: string, html?: Buffer): Promise<SiteMarkdown | undefined> {
    const known = this.#markdown.get(path)
    if (known) return Promise.resolve(known)
    const converting =
      this.#converting.get(path) ?? this.#convert(path, html).finally(() => this.#converting.delete(path))
    this.#converting.set(path, converting)
    return converting
  }

  /** Converts one page after the other, until the cache of their Markdown is half full or `isOver` returns true. */
  async convertAll(isOver: () => boolean): Promise<void> {
    for (const path of this.#options.sources.keys()) {
      if (isOver() || this.#markdown.isHalfFull) return
      await this.convert(path)
    }
  }

  async #list(): Promise<PageEntry[]> {
    const entries: PageEntry[] = []
    const pace = createPace()
    for (const [path, source] of this.#options.sources) {
      const summary = this.#entries.has(path) ? undefined : await source.summarize()
      const entry = summary ? this.#enter(path, summary) : this.#entries.get(path)
      if (entry) entries.push(entry)
      await pace()
    }
    return entries
  }

  #enter(path: string, { title, ...summary }: Summary): Entry {
    const { description, canonical, language, modified } = summary
    const facts = { description, canonical, language, modified }
    const entry = { path, markdownPath: markdownPathOf(path), title: title || path, ...facts }
    this.#entries.set(path, entry)
    return entry
  }

  async #convert(path: string, html?: Buffer): Promise<SiteMarkdown | undefined> {
    const page = html ? undefined : await this.read(path)
    const entry = this.#entries.get(path)
    if (entry === undefined || !(html || page)) return undefined
    const own = await this.#options.readMarkdown(entry.markdownPath)
    if (own) return this.#remember(entry, own, entry.language)
    const modified = entry.modified.getTime()
    const known = this.#refusals.get(path)
    if (known?.modified === modified) return known
    const bytes = html ?? (page?.isWhole ? page.bytes : undefined)
    const conversion = await (bytes ? this.#convertHtml(entry, bytes) : this.#convertLarge(entry))
    if (!('refusal' in conversion))
      return this.#remember(entry, Buffer.from(conversion.markdown), conversion.language)
    const refusal = { ...conversion, modified, size: 0 }
    this.#refusals.set(path, refusal)
    this.#options.warn(`cannot convert ${path} to Markdown: ${conversion.refusal}`)
    return refusal
  }

  #remember({ path, canonical }: Entry, bytes: Buffer, language: string): SiteMarkdown {
    const page = { bytes, language, canonical, size: bytes.length }
    this.#markdown.set(path, page)
    return page
  }

  /** Converts pages that are too large to be held, so that one of them at a time is in memory. */
  #convertLarge(entry: Entry): Promise<Conversion> {
    const next = this.#large.then(async () => {
      const page = await this.read(entry.path, maxPageBytes)
      return page?.isWhole ? this.#convertHtml(entry, page.bytes) : { refusal: tooLarge }
    })
    this.#large = next.catch(() => {})
    return next
  }

  #convertHtml({ path, language, modified }: Entry, bytes: Buffer): Promise<Conversion> {
    const { convert, baseUrl, preface, sources } = this.#options
    const isBuiltIn = sources.get(path)?.isBuiltIn === true
    return convert({
      bytes: isBuiltIn ? withoutStructured(bytes) : bytes,
      address: baseUrl + encodePath(path),
      language,
      modified: modified.toISOString().slice(0, 10),
      preface,
      isTrusted: isBuiltIn
    })
  }
}

/** The page without its JSON-LD, which Markdown leaves out: in the largest page, it is half of all bytes. */
const withoutStructured = (bytes: Buffer) =>
  // In latin1, a character is a byte, whatever the encoding of the page. JSON-LD contains no `<`.
  Buffer.from(
    bytes.toString('latin1').replace(/<script type="application\/ld\+json">[^<]*<\/script>/, ''),
    'latin1'
  )

const tooLarge = `it is larger than ${maxPageBytes / 1e6} MB`
