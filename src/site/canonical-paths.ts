import { markdownPathOf } from '../http/pages.ts'
import type { TextPage } from './text-pages.ts'

// The developer page now contains the API reference.
const movedPaths = new Map([
  ['/developers/reference', '/developers/'],
  ['/developers/reference/', '/developers/']
])

interface Options {
  /** The paths of the built-in pages, the pages in Markdown and the files of SITE_DIR. */
  paths: Set<string>
  /** Returns whether a path has a page. */
  isPage: (path: string) => boolean
  textPages: Map<string, TextPage>
}

/** The other paths of pages: without a slash or with one, with `.html` or `index.html`, and those that moved. */
export class CanonicalPaths {
  readonly #options: Options
  /** The paths of the pages' Markdown by the paths of their files, if they differ: that of blog/index.md is /blog.md. */
  readonly movedFiles: ReadonlyMap<string, string>

  constructor(options: Options) {
    this.#options = options
    this.movedFiles = new Map(
      [...options.textPages.values()].flatMap(({ filePath, path }): [string, string][] =>
        filePath === markdownPathOf(path) ? [] : [[filePath, markdownPathOf(path)]]
      )
    )
  }

  /** Returns the canonical form of a path, or undefined if the path has none or is canonical. */
  find(path: string): string | undefined {
    const { paths, isPage, textPages } = this.#options
    const folder = path.endsWith('/index.html') ? path.slice(0, -'index.html'.length) : `${path}/`
    const page = path.replace(/(?:\.html|\/)$/, '')
    if (paths.has(folder)) return folder
    if (page !== path && isPage(page)) return page
    if (path.endsWith('.html') && textPages.has(`${page}/`)) return `${page}/`
    return this.movedFiles.get(path) ?? movedPaths.get(path)
  }
}
