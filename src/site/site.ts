import type { Business } from '../business/business.ts'
import { checkMarkdownPages, checkSiteLinks, type LinkFindings } from './checks/site-links.ts'
import type { SiteDocument } from './documents.ts'
import type { ReadableFile } from './file-streams.ts'
import { readStart, readText } from './folder/owner-files.ts'
import type { SiteFolder } from './folder/site-folder.ts'
import type { Converter } from './markdown/converter.ts'
import type { PageMarkdown } from './markdown/markdown.ts'
import type { MarkdownPageSources } from './markdown-page-sources.ts'
import { readPicture } from './open-pictures.ts'
import type { PageContext } from './page-context.ts'
import type { PageBytes, PageConversions } from './page-conversions.ts'
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
  /** The pages in Markdown. */
  conversions: PageConversions
  /** The assets and the generated documents by path. */
  documents: Map<string, SiteDocument>
  pictures: Pictures
  lookup: PathLookup
  notFound: NotFoundPage
}

/** Everything outside the API: pages, generated documents and the files of SITE_DIR. */
export interface Site extends Omit<Parts, 'markdownPages' | 'documents'> {
  /** Returns the Markdown of a page, or of the 404 page if the path has no page. */
  convert: (path: string | undefined, html?: PageBytes) => Promise<PageMarkdown>
  /** Returns the asset, generated document or text file of SITE_DIR at a path, or undefined if none exists. */
  document: (path: string) => Promise<SiteDocument | undefined>
  /** Returns whether a URL path is that of a file of SITE_DIR, and not of a page. */
  isFile: (path: string) => boolean
  /** Returns whether a path is a file of SITE_DIR that is not a page, or an icon that is drawn. */
  hasFile: (path: string) => boolean
  /** Returns the file for any URL path, or undefined if it cannot be read now. */
  readableFileAt: (path: string) => Promise<ReadableFile | undefined>
  /** Checks the links of site.json; `isRouted` returns whether a route besides the site answers a path. */
  checkLinks: (isRouted: (path: string) => boolean) => LinkFindings
  /** Renders the pages in Markdown and checks their links, as `checkLinks` does. */
  checkTexts: (isRouted: (path: string) => boolean) => Promise<LinkFindings>
}

/** Adds the functions of a site to its parts. */
export function createSite(parts: Parts): Site {
  const { business, siteDir, folder, context, markdownPages, pages, documents, pictures, lookup } = parts
  return {
    ...parts,
    convert: async (path, html) => {
      const page = path === undefined ? undefined : await parts.conversions.convert(path, html)
      return page ?? parts.notFound.markdown
    },
    document: async (path) => {
      if (folder.files.has(path) && !lookup.movedFiles.has(path)) return folder.readFile(path, readText)
      return documents.get(path) ?? readPicture(pictures, path)
    },
    isFile: (path) => folder.files.has(path) && !pages.has(path) && !lookup.movedFiles.has(path),
    hasFile: (path) => (folder.files.has(path) && !pages.has(path)) || pictures.has(path),
    readableFileAt: async (path) => {
      const start = await folder.readFile(path, (file) => readStart(file, 0))
      if (start === undefined) return undefined
      const { mtime, size } = start.stats
      return { file: String(folder.files.get(path)), modified: mtime, size }
    },
    checkLinks: (isRouted) =>
      checkSiteLinks(business.site, {
        paths: pages.paths,
        isFile: (path) => folder.files.has(path),
        isServed: (path) => isRouted(path) || lookup.has(path),
        toHref: context.toHref
      }),
    checkTexts: (isRouted) =>
      checkMarkdownPages(folder.markdownPages.values(), {
        siteDir,
        render: (page) => markdownPages.render(page),
        isServed: (path) => isRouted(path) || lookup.has(path) || lookup.findRedirect(path) !== undefined
      })
  }
}
