import type { ChangeTimes } from '../business/loading/change-times.ts'
import { maxImageHeadBytes, readImageSize } from '../business/loading/image-size.ts'
import { pathOf } from '../business/url-path.ts'
import { encodePath } from '../http/link.ts'
import { sharePending } from '../http/memoise.ts'
import { markdownPathOf } from '../surfaces/page-list.ts'
import { splitFrontMatter } from './folder/front-matter.ts'
import { type HtmlPage, toHtmlPage } from './folder/html-page.ts'
import type { MarkdownPage } from './folder/markdown-pages.ts'
import { type ReadFile, readStart } from './folder/owner-files.ts'
import { maxHeldBytes } from './markdown/limits.ts'
import type { RenderedMarkdown, TextToRender } from './markdown/render-markdown.ts'
import type { PageSource } from './page-sources.ts'
import type { BuiltInPages } from './render.ts'
import { markdownPage } from './views/markdown-page.tsx'

const tooLarge = `its file is larger than ${maxHeldBytes / 1000} KB`

interface Options {
  pages: Map<string, MarkdownPage>
  builtIn: BuiltInPages
  readFile: ReadFile
  changes: ChangeTimes
  render: (source: TextToRender) => Promise<RenderedMarkdown>
  baseUrl: string
  /** Lists the paths of all pages. */
  listPaths: () => Iterable<string>
  warn: (message: string) => void
}

/** The rendered text of a file, and when the file changed, if that is known. */
interface Rendered {
  rendering: RenderedMarkdown
  modified: Date | undefined
  /** The modification time of the file. */
  version: number
}

/** The pages in the house style whose text is a Markdown file of SITE_DIR. */
export class MarkdownPageSources {
  readonly #options: Options
  readonly #failures = new Map<string, Rendered>()
  /** Created on first use, when all pages are known. */
  #pathsByFile: Record<string, string> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Returns the sources of the pages, by path. */
  list(): [path: string, PageSource][] {
    return Array.from(this.#options.pages.values(), (page) => [page.path, this.#sourceOf(page)])
  }

  #sourceOf(page: MarkdownPage): PageSource {
    const { builtIn, baseUrl } = this.#options
    const { language } = builtIn.context
    const { path } = page
    const canonical = baseUrl + encodePath(path)
    return {
      isBuiltIn: false,
      summarize: async () => {
        const { title, description } = this.#viewOf(page, '')(builtIn.context)
        return { title, description, canonical, language, isListed: true, modified: page.modified }
      },
      read: async (): Promise<HtmlPage | undefined> => {
        const file = await this.render(page)
        if (file === undefined || 'failure' in file.rendering) return undefined
        const view = this.#viewOf(page, file.rendering.html)
        return toHtmlPage(builtIn.renderView(path, view, file.modified), false)
      }
    }
  }

  /** Renders the text of a page. Concurrent calls share one result. Returns undefined if the file cannot be read. */
  readonly render = sharePending((page: MarkdownPage) => this.#render(page))

  async #render({ path, filePath, file: name, title }: MarkdownPage): Promise<Rendered | undefined> {
    const { readFile, render, builtIn, baseUrl, warn, changes } = this.#options
    const file = await readFile(filePath, (name) => readStart(name, maxHeldBytes, 0))
    if (file === undefined) return undefined
    const version = file.stats.mtimeMs
    const modified = changes.getTime(name, file.stats)
    const previous = this.#failures.get(path)
    if (previous?.version === version) return previous
    const markdown = new TextDecoder().decode(file.bytes)
    const isTooLarge = file.stats.size > maxHeldBytes
    const rendering = isTooLarge
      ? { failure: tooLarge }
      : await render({
          text: splitFrontMatter(markdown)?.text ?? markdown,
          title,
          url: baseUrl + encodePath(filePath),
          baseUrl,
          direction: builtIn.context.direction,
          pages: this.#listPages()
        })
    if (!('failure' in rendering)) {
      const html = await addImageSizes(rendering.html, rendering.images, readFile)
      return { rendering: { ...rendering, html }, modified, version }
    }
    warn(`cannot render ${path}: ${rendering.failure}`)
    const failure = { rendering, modified, version }
    this.#failures.set(path, failure)
    return failure
  }

  #viewOf(page: MarkdownPage, html: string) {
    const folders = Array.from(page.path.matchAll(/\/(?=.)/g), ({ index }) => page.path.slice(0, index + 1))
    const parents = folders.flatMap((path) => this.#options.pages.get(path) ?? [])
    const breadcrumbs = [...parents, page].map(({ title, path }) => ({ name: title, path: encodePath(path) }))
    return markdownPage(page, breadcrumbs, html)
  }

  #listPages(): Record<string, string> {
    const { pages, listPaths } = this.#options
    const paths =
      this.#pathsByFile ??
      Object.fromEntries([
        ...Array.from(listPaths(), (path) => [markdownPathOf(path), path]),
        ...Array.from(pages.values(), ({ filePath, path }) => [filePath, path])
      ])
    this.#pathsByFile = paths
    return paths
  }
}

/** Adds the width and height of each image to the HTML of a text, so the page does not move when an image is loaded. */
async function addImageSizes(html: string, images: string[], readFile: ReadFile): Promise<string> {
  const attributes = new Map<string, string>()
  for (const src of images) {
    const path = pathOf(src)
    const head = await readFile(path, (file) => readStart(file, maxImageHeadBytes))
    const size = head && readImageSize(head.bytes)
    if (size && 'width' in size)
      attributes.set(src.replaceAll('&', '&amp;'), ` width="${size.width}" height="${size.height}"`)
  }
  return html.replace(
    /<img loading="lazy" src="(\/[^"]*)"/g,
    (image, src: string) => image + (attributes.get(src) ?? '')
  )
}
