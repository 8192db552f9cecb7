import { once, sharePending } from '../base/cache.ts'
import { maxImageHeadBytes, readImageSize } from '../base/image-size.ts'
import { encodePath, pathOf } from '../base/url-path.ts'
import type { Context } from '../context/context.ts'
import type { MarkdownPage, SiteFolder } from '../folder/folder.ts'
import type { Converter, Rendering } from '../markdown/markdown.ts'
import { createPage, markdownPathOf, maxHeldBytes, type PageResource } from '../resources/resources.ts'
import { subjectOf } from './page-table.ts'
import { toParts } from './pages.ts'
import type { BuiltInPages } from './render.ts'

const tooLarge = `its file is larger than ${maxHeldBytes / 1000} KB`

interface Options {
  context: Context
  builtIn: () => Promise<BuiltInPages>
  folder: SiteFolder
  converter: Converter
  links: string[]
  warn: (message: string) => void
}

interface Rendered {
  rendering: Rendering
  modified: Date | undefined
  /** The modification time of the file. */
  version: number
}

export class PagesFromMarkdown {
  readonly #options: Options
  readonly #failures = new Map<string, Rendered>()

  constructor(options: Options) {
    this.#options = options
  }

  list(): [path: string, PageResource][] {
    return Array.from(this.#options.folder.markdownPages.values(), (page) => [page.path, this.#create(page)])
  }

  #create(page: MarkdownPage): PageResource {
    const { context, builtIn, links } = this.#options
    const { language, baseUrl } = context
    const { path, isListed, modified } = page
    const canonical = baseUrl + encodePath(path)
    const summarize = async () => {
      const view = await this.#viewOf(page, '')
      const { title, description } = view(context)
      const unlisted = isListed ? undefined : 'its front matter'
      return { title, description, canonical, language, isListed, unlisted, modified }
    }
    const read = async () => {
      const file = await this.render(page)
      if (file === undefined || 'failure' in file.rendering) return undefined
      const view = await this.#viewOf(page, file.rendering.html)
      return toParts((await builtIn()).renderView(path, view, file.modified))
    }
    return createPage({ path, subject: subjectOf(path), isBuiltIn: false, summarize, read }, links)
  }

  /** Shares one result among concurrent calls. Returns undefined if the file cannot be read. */
  readonly render = sharePending(async (page: MarkdownPage): Promise<Rendered | undefined> => {
    const { folder, converter, context, warn } = this.#options
    const { baseUrl, direction } = context
    const { path, filePath, title } = page
    const file = await folder.readText(page)
    if (file === undefined) return undefined
    const { text, isTooLarge, modified, version } = file
    const previous = this.#failures.get(path)
    if (previous?.version === version) return previous
    const rendering = isTooLarge
      ? { failure: tooLarge }
      : await converter.markdownToHtml({
          text,
          title,
          url: baseUrl + encodePath(filePath),
          baseUrl,
          direction,
          pages: this.#pathsByFile()
        })
    if (!('failure' in rendering)) {
      const html = await addImageSizes(rendering.html, rendering.images, folder.read)
      return { rendering: { ...rendering, html }, modified, version }
    }
    warn(`cannot render ${path}: ${rendering.failure}`)
    const failure = { rendering, modified, version }
    this.#failures.set(path, failure)
    return failure
  })

  async #viewOf(page: MarkdownPage, html: string) {
    const { markdownPage } = await import('./views/markdown-page.tsx')
    const folders = Array.from(page.path.matchAll(/\/(?=.)/g), ({ index }) => page.path.slice(0, index + 1))
    const parents = folders.flatMap((path) => this.#options.folder.markdownPages.get(path) ?? [])
    const breadcrumbs = [...parents, page].map(({ title, path }) => ({ name: title, path: encodePath(path) }))
    return markdownPage(page, breadcrumbs, html)
  }

  /** Called when all pages are known. */
  readonly #pathsByFile = once((): Record<string, string> => {
    const { folder, context } = this.#options
    return Object.fromEntries([
      ...Array.from(context.resources.pages.keys(), (path) => [markdownPathOf(path), path]),
      ...Array.from(folder.markdownPages.values(), ({ filePath, path }) => [filePath, path])
    ])
  })
}

/** Adds the width and height of each image, so the page does not move when an image is loaded. */
async function addImageSizes(html: string, images: string[], read: SiteFolder['read']): Promise<string> {
  const attributes = new Map<string, string>()
  for (const src of images) {
    const path = pathOf(src)
    const head = await read(path, maxImageHeadBytes)
    const size = head && readImageSize(head.bytes)
    if (size && 'width' in size)
      attributes.set(src.replaceAll('&', '&amp;'), ` width="${size.width}" height="${size.height}"`)
  }
  return html.replace(
    /<img loading="lazy" src="(\/[^"]*)"/g,
    (image, src: string) => image + (attributes.get(src) ?? '')
  )
}
