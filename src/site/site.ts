import type { Business } from '../business/business.ts'
import type { Problem } from '../business/problem.ts'
import type { Price } from '../business/schemas/price.ts'
import { checkMarkdownPages, checkSiteLinks, type LinkFindings } from './checks/site-links.ts'
import type { SiteDocument } from './documents.ts'
import type { ReadableFile } from './file-streams.ts'
import type { HtmlPage } from './folder/html-page.ts'
import { readStart, readText } from './folder/owner-files.ts'
import type { SiteFolder } from './folder/site-folder.ts'
import type { Comparison, PageToCheck } from './markdown/compare.ts'
import type { Conversions, Converter } from './markdown/converter.ts'
import { maxPageBytes } from './markdown/limits.ts'
import type { PageMarkdown } from './markdown/markdown.ts'
import type { MarkdownPageSources } from './markdown-page-sources.ts'
import { readPicture } from './open-pictures.ts'
import type { PageContext } from './page-context.ts'
import type { PageBytes } from './page-conversions.ts'
import type { PathLookup } from './path-lookup.ts'
import type { Pictures } from './pictures/pictures.ts'
import type { SitePages } from './site-pages.ts'

/** The 404 page, in both forms. */
export interface NotFoundPage {
  html: SiteDocument
  markdown: { bytes: Buffer; language: string }
}

interface Parts {
  business: Business
  siteDir: string
  folder: SiteFolder
  context: PageContext
  converter: Converter
  markdownPages: MarkdownPageSources
  pages: SitePages
  /** The paths of all pages. */
  paths: Set<string>
  /** The assets and the generated documents by path. */
  documents: Map<string, SiteDocument>
  pictures: Pictures
  lookup: PathLookup
  notFound: NotFoundPage
}

/** Everything outside the API: pages, generated documents and the files of SITE_DIR. */
export class Site {
  /** Whether SITE_DIR has an index.html at its root, so its pages replace the built-in ones. */
  readonly isCustom: boolean
  readonly pages: SitePages
  /** The paths of all pages. */
  readonly paths: Set<string>
  readonly pictures: Pictures
  readonly conversions: Conversions
  readonly notFound: NotFoundPage
  /** The Markdown files that cannot be pages, because their front matter is invalid. */
  readonly frontMatterProblems: Problem[]
  /** Returns a price in words, as pages show it. */
  readonly describePrice: (price: Price) => string
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.isCustom = parts.folder.isCustom
    this.pages = parts.pages
    this.paths = parts.paths
    this.pictures = parts.pictures
    this.conversions = parts.converter.counts
    this.notFound = parts.notFound
    this.frontMatterProblems = parts.folder.problems
    this.describePrice = parts.context.prices.describe
    this.#parts = parts
  }

  /** Reads a complete page. Returns it without its bytes if it is too large to be checked, or undefined if it does not exist. */
  readWhole(path: string): Promise<HtmlPage | undefined> {
    return this.pages.read(this.pages.has(path) ? path : path.replace(/\.html$/, ''), maxPageBytes)
  }

  /** Compares a page with facts in the worker thread. */
  compare(page: PageToCheck): Promise<Comparison> {
    return this.#parts.converter.compare(page)
  }

  /** Returns the Markdown of a page, or of the 404 page if the path has no page. */
  async convert(path: string | undefined, html?: PageBytes): Promise<PageMarkdown> {
    const page = path === undefined ? undefined : await this.pages.convert(path, html)
    return page ?? this.notFound.markdown
  }

  /** Returns the asset, generated document or text file of SITE_DIR at a path, or undefined if none exists. */
  async document(path: string): Promise<SiteDocument | undefined> {
    const { folder, lookup, documents } = this.#parts
    if (folder.files.has(path) && !lookup.movedFiles.has(path)) return folder.readFile(path, readText)
    return documents.get(path) ?? readPicture(this.pictures, path)
  }

  /** Returns the path, relative to SITE_DIR, of the file for a URL path. Returns undefined for a page, or if no file exists. */
  fileAt(path: string): string | undefined {
    const { folder, lookup } = this.#parts
    return this.pages.has(path) || lookup.movedFiles.has(path) ? undefined : folder.files.get(path)
  }

  /** Returns whether a path is a file of SITE_DIR that is not a page, or an icon that is drawn. */
  hasFile(path: string): boolean {
    return (this.#parts.folder.files.has(path) && !this.pages.has(path)) || this.pictures.has(path)
  }

  /** Returns the file for any URL path, or undefined if it cannot be read now. */
  async readableFileAt(path: string): Promise<ReadableFile | undefined> {
    const { files, readFile } = this.#parts.folder
    const start = await readFile(path, (file) => readStart(file, 0))
    return start && { file: String(files.get(path)), modified: start.stats.mtime }
  }

  /** Returns the URL to which a path redirects, as it is in a Location header, or undefined if it does not. */
  redirect(path: string): string | undefined {
    return this.#parts.lookup.redirect(path)
  }

  /** Checks the links of site.json; `isRouted` returns whether a route besides the site answers a path. */
  checkLinks(isRouted: (path: string) => boolean): LinkFindings {
    const { business, folder, lookup, context } = this.#parts
    return checkSiteLinks(business.site, {
      paths: this.paths,
      isFile: (path) => folder.files.has(path),
      isServed: (path) => isRouted(path) || lookup.has(path),
      toHref: context.toHref
    })
  }

  /** Renders the pages in Markdown and checks their links, as `checkLinks` does. */
  checkTexts(isRouted: (path: string) => boolean): Promise<LinkFindings> {
    const { siteDir, folder, markdownPages, lookup } = this.#parts
    return checkMarkdownPages(folder.markdownPages.values(), {
      siteDir,
      render: (page) => markdownPages.render(page),
      isServed: (path) => isRouted(path) || lookup.has(path) || lookup.isRedirected(path)
    })
  }

  async close(): Promise<void> {
    await this.pictures.close()
  }
}
