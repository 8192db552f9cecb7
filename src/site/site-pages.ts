import { createPace } from '../http/pace.ts'
import { markdownPathOf, type PageEntry, type PageList } from '../surfaces/page-list.ts'
import type { HtmlPage } from './folder/html-page.ts'
import { maxHeldBytes, maxPageBytes } from './markdown/limits.ts'
import {
  type CachedMarkdown,
  type ConversionOptions,
  type PageBytes,
  PageConversions
} from './page-conversions.ts'
import type { ListedPage, PageSource } from './page-sources.ts'
import { subjectOf } from './page-table.ts'
import type { PageSummary } from './render.ts'

interface Options extends ConversionOptions {
  /** The pages by path, in the order of a table of contents. */
  sources: Map<string, PageSource>
}

/** The pages of a site, in HTML and in Markdown. */
export class SitePages implements PageList {
  readonly #sources: Map<string, PageSource>
  readonly #pathsByMarkdownPath: Map<string, string>
  /** The summaries of the pages that were read. */
  readonly #listed = new Map<string, ListedPage>()
  readonly #conversions: PageConversions
  #listing: Promise<PageEntry[]> | undefined

  constructor({ sources, ...options }: Options, maxMarkdownBytes?: number) {
    this.#sources = sources
    // If two pages have the same Markdown path, the first page gets it.
    this.#pathsByMarkdownPath = new Map(
      [...sources.keys()].reverse().map((path) => [markdownPathOf(path), path])
    )
    const pages = {
      read: (path: string, maxBytes?: number) => this.read(path, maxBytes),
      summaryOf: (path: string) => this.#listed.get(path),
      isBuiltIn: (path: string) => sources.get(path)?.isBuiltIn === true
    }
    this.#conversions = new PageConversions(pages, options, maxMarkdownBytes)
  }

  /** The paths of all pages. */
  get paths(): Set<string> {
    return new Set(this.#sources.keys())
  }

  has(path: string): boolean {
    return this.#sources.has(path)
  }

  /** Returns the path of the page with this Markdown path, or undefined if no page has it. */
  pageOf(markdownPath: string): string | undefined {
    return this.#pathsByMarkdownPath.get(markdownPath)
  }

  /** Reads a page. Returns it without its bytes if it is larger than `maxBytes`, or undefined if it does not exist. */
  async read(path: string, maxBytes = maxHeldBytes): Promise<HtmlPage | undefined> {
    const page = await this.#sources.get(path)?.read(maxBytes)
    if (page) this.#list(path, page)
    return page
  }

  /** Reads a complete page. Returns it without its bytes if it is too large to be checked, or undefined if it does not exist. */
  readWhole(path: string): Promise<HtmlPage | undefined> {
    return this.read(this.has(path) ? path : path.replace(/\.html$/, ''), maxPageBytes)
  }

  /** Lists every page, except those that ask not to be listed. Concurrent calls share one result. */
  entries(): Promise<PageEntry[]> {
    this.#listing ??= this.#listAll().finally(() => {
      this.#listing = undefined
    })
    return this.#listing
  }

  markdown(path: string): Promise<string | undefined> {
    return this.#conversions.readText(path)
  }

  /** Returns a page as Markdown, or undefined if it does not exist. Pass `html` if the caller has already read the page. */
  convert(path: string, html?: PageBytes): Promise<CachedMarkdown | undefined> {
    return this.#conversions.convert(path, html)
  }

  /** Converts pages one at a time until the Markdown cache is half full or `isCancelled` returns true. */
  async convertAll(isCancelled: () => boolean): Promise<void> {
    for (const path of this.#sources.keys()) {
      if (isCancelled() || this.#conversions.isHalfFull) return
      await this.convert(path)
    }
  }

  async #listAll(): Promise<PageEntry[]> {
    const entries: PageEntry[] = []
    const pace = createPace()
    for (const [path, source] of this.#sources) {
      const summary = this.#listed.has(path) ? undefined : await source.summarize()
      const entry = summary ? this.#list(path, summary) : this.#listed.get(path)
      if (entry?.isListed) entries.push(entry)
      await pace()
    }
    return entries
  }

  #list(path: string, { title, ...summary }: PageSummary): ListedPage {
    const { description, canonical, language, isListed, modified } = summary
    const page = {
      path,
      markdownPath: markdownPathOf(path),
      subject: subjectOf(path),
      title: title || path,
      description,
      canonical,
      language,
      isListed,
      modified
    }
    this.#listed.set(path, page)
    return page
  }
}
