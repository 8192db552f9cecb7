import { maxImageHeadBytes, readImageSize } from '../../business/loading/image-size.ts'
import { pathOf } from '../../business/url-path.ts'
import { type ReadFile, readStart } from './owner-files.ts'

/** Adds the width and height of each image to the HTML of a text, so the page does not move when an image is loaded. */
export async function addImageSizes(html: string, images: string[], readFile: ReadFile): Promise<string> {
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
