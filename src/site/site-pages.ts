import { Cache } from '../http/cache.ts'
import { encodePath } from '../http/link.ts'
import { createPace } from '../http/pace.ts'
import { markdownPathOf, type PageEntry, type PageList } from '../http/page-list.ts'
import type { HtmlPage } from './html-page.ts'
import type { Conversion, Source } from './markdown/convert.ts'
import { maxHeldBytes, maxPageBytes } from './markdown/limits.ts'
import type { PageSummary } from './render.ts'

/** Reads one page. Both functions resolve to undefined if its file was deleted. */
export interface PageSource {
  isBuiltIn: boolean
  summarize: () => Promise<PageSummary | undefined>
  read: (maxBytes: number) => Promise<HtmlPage | undefined>
}

/** The Markdown of a page with its canonical URL, or the reason why it cannot be converted. */
export type SiteMarkdown =
  | { bytes: Buffer; language: string; canonical: string; size: number; expires?: Date | undefined }
  | { failure: string; size: number }

/** The HTML of a page that the caller has already read, and when it changes. */
export type PageBytes = Pick<HtmlPage, 'bytes' | 'expires'>

type Entry = PageEntry & PageSummary

interface Options {
  /** The pages by path, in the order of a table of contents. */
  sources: Map<string, PageSource>
  /** Returns the owner's Markdown file for a `.md` path, or undefined if it does not exist. */
  readMarkdown: (path: string) => Promise<Buffer | undefined>
  convert: (source: Source) => Promise<Conversion>
  baseUrl: string
  /** The line of Markdown before the content of every page. */
  prefaceIn: (language: string) => string
  /** The section after the Markdown of every page, in responses only: MCP and llms-full.txt have lists of pages. */
  endingIn: (language: string) => string
  /** The version of the API, for the built-in pages. */
  version?: string | undefined
  warn: (message: string) => void
  now: () => Date
}

// Enough for the Markdown of 2,000 pages of average length.
const maxMarkdownBytes = 6 * 2 ** 20

/** The pages of a site, with their Markdown. A page is converted once; its Markdown is cached. */
export class SitePages implements PageList {
  readonly #options: Options
  readonly #pathsByMarkdownPath: Map<string, string>
  readonly #entries = new Map<string, Entry>()
  readonly #markdown: Cache<SiteMarkdown>
  readonly #converting = new Map<string, Promise<SiteMarkdown | undefined>>()
  /** Why pages cannot be converted; each reason applies to one modification time of the page. */
  readonly #failures = new Map<string, { failure: string; modified: number | undefined; size: number }>()
  #largeConversion: Promise<unknown> = Promise.resolve()
  #listing: Promise<PageEntry[]> | undefined

  constructor(options: Options, maxBytes = maxMarkdownBytes) {
    this.#options = options
    this.#markdown = new Cache(maxBytes)
    // If two pages have the same Markdown path, the first page gets it.
    this.#pathsByMarkdownPath = new Map(
      [...options.sources.keys()].reverse().map((path) => [markdownPathOf(path), path])
    )
  }

  has(path: string): boolean {
    return this.#options.sources.has(path)
  }

  /** Returns the path of the page with this Markdown path, or undefined if no page has it. */
  pageOf(markdownPath: string): string | undefined {
    return this.#pathsByMarkdownPath.get(markdownPath)
  }

  /** Reads a page. Returns it without its bytes if it is larger than `maxBytes`, or undefined if it does not exist. */
  async read(path: string, maxBytes = maxHeldBytes): Promise<HtmlPage | undefined> {
    const page = await this.#options.sources.get(path)?.read(maxBytes)
    if (page) this.#addEntry(path, page)
    return page
  }

  /** Lists every page, except those that ask not to be listed. Concurrent calls share one result. */
  entries(): Promise<PageEntry[]> {
    this.#listing ??= this.#list().finally(() => {
      this.#listing = undefined
    })
    return this.#listing
  }

  async markdown(path: string): Promise<string | undefined> {
    const page = await this.convert(path)
    if (page === undefined || 'failure' in page) return undefined
    const text = page.bytes.toString()
    const ending = this.#options.endingIn(page.language)
    return text.endsWith(ending) ? text.slice(0, text.length - ending.length) : text
  }

  /** Returns a page as Markdown, or undefined if it does not exist. Pass `html` if the caller has already read the page. */
  async convert(path: string, html?: PageBytes): Promise<SiteMarkdown | undefined> {
    const cached = this.#markdown.get(path)
    if (cached && !this.#hasExpired(cached)) return cached
    const pending = this.#converting.get(path)
    if (pending) {
      const page = await pending
      if (page === undefined || !this.#hasExpired(page)) return page
    }
    const converting = this.#convert(path, html).finally(() => this.#converting.delete(path))
    this.#converting.set(path, converting)
    return converting
  }

  #hasExpired(page: SiteMarkdown): boolean {
    return 'expires' in page && page.expires !== undefined && page.expires <= this.#options.now()
  }

  /** Converts pages one at a time until the Markdown cache is half full or `isCancelled` returns true. */
  async convertAll(isCancelled: () => boolean): Promise<void> {
    for (const path of this.#options.sources.keys()) {
      if (isCancelled() || this.#markdown.isHalfFull) return
      await this.convert(path)
    }
  }

  async #list(): Promise<PageEntry[]> {
    const entries: PageEntry[] = []
    const pace = createPace()
    for (const [path, source] of this.#options.sources) {
      const summary = this.#entries.has(path) ? undefined : await source.summarize()
      const entry = summary ? this.#addEntry(path, summary) : this.#entries.get(path)
      if (entry?.isListed) entries.push(entry)
      await pace()
    }
    return entries
  }

  #addEntry(path: string, { title, ...summary }: PageSummary): Entry {
    const { description, canonical, language, isListed, modified } = summary
    const entry = {
      path,
      markdownPath: markdownPathOf(path),
      title: title || path,
      description,
      canonical,
      language,
      isListed,
      modified
    }
    this.#entries.set(path, entry)
    return entry
  }

  async #convert(path: string, html?: PageBytes): Promise<SiteMarkdown | undefined> {
    const page = html ?? (await this.read(path))
    const entry = this.#entries.get(path)
    if (entry === undefined || page === undefined) return undefined
    const custom = await this.#options.readMarkdown(entry.markdownPath)
    if (custom) return this.#cacheMarkdown(entry, custom, entry.language)
    const modified = entry.modified?.getTime()
    const previous = this.#failures.get(path)
    if (previous && previous.modified === modified) return previous
    const isLarge = 'isWhole' in page && !page.isWhole
    const conversion = await (isLarge ? this.#convertLarge(entry) : this.#convertHtml(entry, page.bytes))
    if (!('failure' in conversion))
      return this.#cacheMarkdown(
        entry,
        Buffer.from(conversion.markdown + this.#options.endingIn(conversion.language)),
        conversion.language,
        page.expires
      )
    const failure = { ...conversion, modified, size: 0 }
    this.#failures.set(path, failure)
    this.#options.warn(`cannot convert ${path} to Markdown: ${conversion.failure}`)
    return failure
  }

  #cacheMarkdown({ path, canonical }: Entry, bytes: Buffer, language: string, expires?: Date): SiteMarkdown {
    const page = { bytes, language, canonical, size: bytes.length, expires }
    this.#markdown.set(path, page)
    return page
  }

  /** Converts large pages one at a time, so only one of them is in memory. */
  #convertLarge(entry: Entry): Promise<Conversion> {
    const next = this.#largeConversion.then(async () => {
      const page = await this.read(entry.path, maxPageBytes)
      return page?.isWhole ? this.#convertHtml(entry, page.bytes) : { failure: tooLarge }
    })
    this.#largeConversion = next.catch(() => {})
    return next
  }

  #convertHtml({ path, language, modified }: Entry, bytes: Buffer): Promise<Conversion> {
    const { convert, baseUrl, prefaceIn, sources, version } = this.#options
    const isBuiltIn = sources.get(path)?.isBuiltIn === true
    return convert({
      bytes: isBuiltIn ? removeJsonLd(bytes) : bytes,
      url: baseUrl + encodePath(path),
      language,
      modified: modified?.toISOString().slice(0, 10),
      preface: prefaceIn(language),
      ...(isBuiltIn && { version }),
      isTrusted: isBuiltIn
    })
  }
}

/** Removes JSON-LD, which Markdown omits: it is half of the bytes of the largest page. */
const removeJsonLd = (bytes: Buffer) =>
  // In latin1 every byte is one character, so this works for any encoding of the page. Our JSON-LD contains no `<`.
  Buffer.from(
    bytes.toString('latin1').replace(/<script type="application\/ld\+json">[^<]*<\/script>/, ''),
    'latin1'
  )

const tooLarge = `it is larger than ${maxPageBytes / 1e6} MB`
