import { once, sharePending } from '../base/cache.ts'
import { maxImageHeadBytes, readImageSize } from '../base/image-size.ts'
import { encodePath, pathOf } from '../base/url-path.ts'
import type { Context } from '../context/context.ts'
import type { MarkdownPage, SiteFolder } from '../folder/folder.ts'
import type { Converter, Rendering } from '../markdown/markdown.ts'
import { markdownPathOf, maxHeldBytes, type PageSource } from '../resources/resources.ts'
import type { LoadRenderer } from './render.ts'

/** Creates the pages of the page table. The first that is read loads the renderer. */
export const createBuiltInPages = (paths: Iterable<string>, loadRenderer: LoadRenderer): PageSource[] =>
  Array.from(paths, (path) => {
    const summarize = async () => (await loadRenderer()).summarize(path)
    const read = async () => (await loadRenderer()).render(path)
    return { path, isBuiltIn: true, summarize, read }
  })

const tooLarge = `its file is larger than ${maxHeldBytes / 1000} KB`

interface Options {
  context: Context
  loadRenderer: LoadRenderer
  folder: SiteFolder
  converter: Converter
  warn: (message: string) => void
}

interface Rendered {
  rendering: Rendering
  modified: Date | undefined
  /** The modification time of the file. */
  version: number
}

export function createPagesFromMarkdown({ context, loadRenderer, folder, converter, warn }: Options) {
  const { language, baseUrl, direction } = context
  const pages = folder.markdownPages
  const failures = new Map<string, Rendered>()

  /** Called when all pages are known. */
  const pathsByFile = once(
    (): Record<string, string> =>
      Object.fromEntries([
        ...Array.from(context.resources.pages.keys(), (path) => [markdownPathOf(path), path]),
        ...Array.from(pages.values(), ({ sourcePath, path }) => [sourcePath, path])
      ])
  )

  const render = sharePending(async (page: MarkdownPage): Promise<Rendered | undefined> => {
    const { path, sourcePath, title } = page
    const file = await folder.readText(page)
    if (file === undefined) return undefined
    const { text, isTooLarge, modified, version } = file
    const previous = failures.get(path)
    if (previous?.version === version) return previous
    const url = baseUrl + encodePath(sourcePath)
    const rendering = isTooLarge
      ? { failure: tooLarge }
      : await converter.markdownToHtml({ text, title, url, baseUrl, direction, pages: pathsByFile() })
    if (!('failure' in rendering)) {
      const html = await addImageSizes(rendering.html, rendering.images, folder.read)
      return { rendering: { ...rendering, html }, modified, version }
    }
    warn(`cannot render ${path}: ${rendering.failure}`)
    const failure = { rendering, modified, version }
    failures.set(path, failure)
    return failure
  })

  const viewOf = async (page: MarkdownPage, html: string) => {
    const { markdownPage } = await import('./views/markdown-page.tsx')
    const folders = Array.from(page.path.matchAll(/\/(?=.)/g), ({ index }) => page.path.slice(0, index + 1))
    const parents = folders.flatMap((path) => pages.get(path) ?? [])
    const breadcrumbs = [...parents, page].map(({ title, path }) => ({ name: title, path: encodePath(path) }))
    return markdownPage(page, breadcrumbs, html)
  }

  const toSource = (page: MarkdownPage): PageSource => {
    const { path, modified } = page
    const summarize = async () => {
      const { title, description, unlisted } = (await viewOf(page, ''))(context)
      const canonical = baseUrl + encodePath(path)
      return { title, description, canonical, language, unlisted, modified }
    }
    const read = async () => {
      const file = await render(page)
      if (file === undefined || 'failure' in file.rendering) return undefined
      const view = await viewOf(page, file.rendering.html)
      return (await loadRenderer()).renderView(path, view, file.modified)
    }
    return { path, isBuiltIn: false, summarize, read }
  }

  return {
    render,
    list: () => Array.from(pages.values(), toSource)
  }
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
