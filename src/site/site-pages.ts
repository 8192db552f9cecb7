import { createPace } from '../http/pace.ts'
import { markdownPathOf, type PageEntry } from '../surfaces/page-list.ts'
import type { HtmlPage } from './folder/html-page.ts'
import { maxHeldBytes, maxPageBytes } from './markdown/limits.ts'
import type { ListedPage, PageSource } from './page-sources.ts'
import { subjectOf } from './page-table.ts'
import type { PageSummary } from './render.ts'

/** The pages of a site. */
export class SitePages {
  readonly #sources: Map<string, PageSource>
  readonly #pathsByMarkdownPath: Map<string, string>
  /** The summaries of the pages that were read. */
  readonly #listed = new Map<string, ListedPage>()
  #listing: Promise<PageEntry[]> | undefined

  /** Takes the sources of the pages by path, in the order of a table of contents. */
  constructor(sources: Map<string, PageSource>) {
    this.#sources = sources
    // If two pages have the same Markdown path, the first page gets it.
    this.#pathsByMarkdownPath = new Map(
      [...sources.keys()].reverse().map((path) => [markdownPathOf(path), path])
    )
  }

  /** The paths of all pages. */
  get paths(): Set<string> {
    return new Set(this.#sources.keys())
  }

  has(path: string): boolean {
    return this.#sources.has(path)
  }

  isBuiltIn(path: string): boolean {
    return this.#sources.get(path)?.isBuiltIn === true
  }

  /** Returns the summary of a page, or undefined if it was not read yet. */
  summaryOf(path: string): ListedPage | undefined {
    return this.#listed.get(path)
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

  /**
   * Reads a complete page. Returns it without its bytes if it is too large to be checked, or undefined if it does not exist.
   * A path with `.html` finds the page without it, to which the server redirects.
   */
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
