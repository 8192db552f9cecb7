import { decodePath, trimSlash } from '../business/url-path.ts'
import { encodePath } from '../http/link.ts'
import { markdownPathOf } from '../surfaces/page-list.ts'
import type { SiteFolder } from './folder/site-folder.ts'
import type { SitePages } from './site-pages.ts'

// The developer page now contains the API reference.
const movedPaths = new Map([['/developers/reference', '/developers/']])

interface Options {
  folder: SiteFolder
  pages: SitePages
  /** Returns whether a path is an asset, a generated document or a picture. */
  isGenerated: (path: string) => boolean
  /** The redirects of site.json. */
  redirects: Record<string, string> | undefined
  /** Returns a published URL as a link: only its path if it is on this site. */
  toHref: (url: string) => string
}

/** The paths outside the API: those that exist, and those that redirect. */
export class PathLookup {
  readonly #options: Options
  readonly #redirectOf: (path: string) => string | undefined
  /** The paths of the pages' Markdown by the paths of their files, if they differ: that of blog/index.md is /blog.md. */
  readonly movedFiles: ReadonlyMap<string, string>

  constructor(options: Options) {
    const { folder, redirects, toHref } = options
    this.#options = options
    this.#redirectOf = createRedirects(redirects, toHref)
    this.movedFiles = new Map(
      [...folder.markdownPages.values()].flatMap(({ filePath, path }): [string, string][] =>
        filePath === markdownPathOf(path) ? [] : [[filePath, markdownPathOf(path)]]
      )
    )
  }

  /** Returns whether a path, or its canonical form, exists. */
  has(path: string): boolean {
    const { pages, isGenerated } = this.#options
    return (
      this.#isPageOrFile(path) ||
      isGenerated(path) ||
      pages.pageOf(path) !== undefined ||
      this.#canonicalOf(path) !== undefined
    )
  }

  #isPageOrFile(path: string): boolean {
    const { folder, pages } = this.#options
    return pages.has(path) || folder.files.has(path)
  }

  /** Returns the URL to which site.json redirects a path, encoded for a Location header. Returns undefined if it does not. */
  findRedirect(path: string): string | undefined {
    return this.#redirectOf(path)
  }

  /**
   * Returns the URL to which a path redirects, encoded for a Location header. It is the canonical form of the path (with or
   * without a slash, `index.html` or `.html`), or else its redirect in site.json. Returns undefined if neither exists.
   */
  redirect(path: string): string | undefined {
    const canonical = this.#canonicalOf(path)
    return canonical === undefined ? this.#redirectOf(path) : encodePath(canonical)
  }

  /** Returns the canonical form of a path, or undefined if the path has none or is canonical. */
  #canonicalOf(path: string): string | undefined {
    const { pages, folder } = this.#options
    const directory = path.endsWith('/index.html') ? path.slice(0, -'index.html'.length) : `${path}/`
    const page = path.replace(/(?:\.html|\/)$/, '')
    if (this.#isPageOrFile(directory)) return directory
    if (page !== path && pages.has(page)) return page
    if (path.endsWith('.html') && folder.markdownPages.has(`${page}/`)) return `${page}/`
    return this.movedFiles.get(path) ?? movedPaths.get(trimSlash(path))
  }
}

/** Returns a function that looks up the URL to which a decoded path of an old site has moved. */
function createRedirects(
  redirects: Record<string, string> = {},
  toHref: (url: string) => string
): (path: string) => string | undefined {
  const urls = new Map(
    Object.entries(redirects).map(([path, url]) => [trimSlash(decodePath(path)), toHref(url)])
  )
  return (path) => urls.get(trimSlash(path))
}
