import { once, sharePending } from '../base/cache.ts'
import { maxImageHeadBytes, readImageSize } from '../base/image-size.ts'
import { encodePath, pathOf } from '../base/url-path.ts'
import type { Context } from '../context/context.ts'
import type { MarkdownPage, SiteFolder } from '../folder/folder.ts'
import type { Converter, Rendering } from '../markdown/markdown.ts'
import { markdownPathOf, maxHeldBytes, type PageSource } from '../resources/resources.ts'
import type { createRenderer } from './render.tsx'

const tooLarge = `its file is larger than ${maxHeldBytes / 1000} KB`

interface Options {
  context: Context
  loadRenderer: () => ReturnType<typeof createRenderer>
  folder: SiteFolder
  converter: Converter
  warn: (message: string) => void
}

export function createPagesFromMarkdown({ context, loadRenderer, folder, converter, warn }: Options) {
  const { baseUrl, direction } = context
  const pages = folder.markdownPages
  const failures = new Map<string, { rendering: Rendering; modified: Date | undefined; version: number }>()

  /** Called when all pages are known. */
  const pathsByFile = once(
    (): Record<string, string> =>
      Object.fromEntries([
        ...Array.from(context.resources.pages.keys(), (path) => [markdownPathOf(path), path]),
        ...Array.from(pages.values(), ({ sourcePath, path }) => [sourcePath, path])
      ])
  )

  const render = sharePending(async (page: MarkdownPage) => {
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

  const toSource = (page: MarkdownPage): PageSource => {
    const summarize = async () => (await loadRenderer()).summarizeMarkdown(page)
    const read = async () => {
      const file = await render(page)
      if (file === undefined || 'failure' in file.rendering) return undefined
      const { html } = file.rendering
      return (await loadRenderer()).renderMarkdown(page, parentsOf(page), html, file.modified)
    }
    return { path: page.path, isBuiltIn: false, summarize, read }
  }

  /** Returns the pages of the folders of a page. */
  const parentsOf = ({ path }: MarkdownPage): MarkdownPage[] =>
    Array.from(path.matchAll(/\/(?=.)/g), ({ index }) => path.slice(0, index + 1)).flatMap(
      (folder) => pages.get(folder) ?? []
    )

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
    const head = await read(path, maxImageHeadBytes, maxImageHeadBytes)
    const size = head && readImageSize(head.bytes)
    if (size && 'width' in size)
      attributes.set(src.replaceAll('&', '&amp;'), ` width="${size.width}" height="${size.height}"`)
  }
  return html.replace(
    /<img loading="lazy" src="(\/[^"]*)"/g,
    (image, src: string) => image + (attributes.get(src) ?? '')
  )
}
