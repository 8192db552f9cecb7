import { Cache } from '../http/cache.ts'
import { encodePath } from '../http/link.ts'
import type { HtmlPage } from './folder/html-page.ts'
import type { Conversion, PageToConvert } from './markdown/convert.ts'
import { maxPageBytes } from './markdown/limits.ts'
import type { ListedPage } from './page-sources.ts'
import type { SitePages } from './site-pages.ts'

/** The Markdown of a page with its canonical URL, or the reason why it cannot be converted. */
export type CachedMarkdown =
  | { bytes: Buffer; language: string; canonical: string; size: number; expires?: Date | undefined }
  | { failure: string; size: number }

/** The HTML of a page that the caller has already read, and when it changes. */
export type PageBytes = Pick<HtmlPage, 'bytes' | 'expires'>

/** How the pages of a site are converted. */
interface Options {
  /** Returns the owner's Markdown file for a `.md` path, or undefined if it does not exist. */
  readMarkdown: (path: string) => Promise<Buffer | undefined>
  convert: (page: PageToConvert) => Promise<Conversion>
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

/** Converts pages to Markdown. A page is converted once; its Markdown is cached. */
export class PageConversions {
  readonly #pages: SitePages
  readonly #options: Options
  readonly #markdown: Cache<CachedMarkdown>
  readonly #converting = new Map<string, Promise<CachedMarkdown | undefined>>()
  /** Why pages cannot be converted; each reason applies to one modification time of the page. */
  readonly #failures = new Map<string, { failure: string; modified: number | undefined; size: number }>()
  #largeConversion: Promise<unknown> = Promise.resolve()

  constructor(pages: SitePages, options: Options, maxBytes = maxMarkdownBytes) {
    this.#pages = pages
    this.#options = options
    this.#markdown = new Cache(maxBytes)
  }

  /** Returns a page as Markdown, or undefined if it does not exist. Pass `html` if the caller has already read the page. */
  async convert(path: string, html?: PageBytes): Promise<CachedMarkdown | undefined> {
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

  #hasExpired(page: CachedMarkdown): boolean {
    return 'expires' in page && page.expires !== undefined && page.expires <= this.#options.now()
  }

  /** Converts pages one at a time until their cache is half full or `isCancelled` returns true. */
  async convertAll(isCancelled: () => boolean): Promise<void> {
    for (const path of this.#pages.paths) {
      // Further conversions would soon evict the Markdown of other pages.
      if (isCancelled() || this.#markdown.isHalfFull) return
      await this.convert(path)
    }
  }

  /** Returns the Markdown of a page without its last section, or undefined if the page cannot be converted. */
  async readText(path: string): Promise<string | undefined> {
    const page = await this.convert(path)
    if (page === undefined || 'failure' in page) return undefined
    const text = page.bytes.toString()
    const ending = this.#options.endingIn(page.language)
    return text.endsWith(ending) ? text.slice(0, text.length - ending.length) : text
  }

  async #convert(path: string, html?: PageBytes): Promise<CachedMarkdown | undefined> {
    const page = html ?? (await this.#pages.read(path))
    const entry = this.#pages.summaryOf(path)
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

  #cacheMarkdown(
    { path, canonical }: ListedPage,
    bytes: Buffer,
    language: string,
    expires?: Date
  ): CachedMarkdown {
    const page = { bytes, language, canonical, size: bytes.length, expires }
    this.#markdown.set(path, page)
    return page
  }

  /** Converts large pages one at a time, so only one of them is in memory. */
  #convertLarge(entry: ListedPage): Promise<Conversion> {
    const next = this.#largeConversion.then(async () => {
      const page = await this.#pages.read(entry.path, maxPageBytes)
      return page?.isWhole ? this.#convertHtml(entry, page.bytes) : { failure: tooLarge }
    })
    this.#largeConversion = next.catch(() => {})
    return next
  }

  #convertHtml({ path, language, modified }: ListedPage, bytes: Buffer): Promise<Conversion> {
    const { convert, baseUrl, prefaceIn, version } = this.#options
    const isBuiltIn = this.#pages.isBuiltIn(path)
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
