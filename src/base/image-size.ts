import { createRequire } from 'node:module'
import { Parser } from 'htmlparser2'

const require = createRequire(import.meta.url)

export interface ImageSize {
  width: number
  height: number
}

/** An image must have its size within this many bytes. In photos it follows the EXIF and colour data, which rarely fill more. */
export const maxImageHeadBytes = 512 * 1024

/** The formats that every browser shows, by the names of image-size, which reads SVG less well than we do. */
const formats = new Set<string | undefined>(['png', 'jpg', 'gif', 'webp', 'avif'])

/** Returns the size at which a browser shows an image, from the head of its file, or why it cannot. */
export function readImageSize(head: Buffer): ImageSize | { problem: string; hint?: string } {
  if (/^\ufeff?\s*</.test(head.toString('utf8', 0, 100))) return readSvg(head)
  const { type, width, height, orientation = 1 } = readBitmap(head)
  if (type && !formats.has(type)) return { problem: `has the format ${type.toUpperCase()}` }
  if (!(width > 0 && height > 0)) return { problem: 'is not an image' }
  // Browsers turn a photo as its EXIF orientation says; from 5 on, by a quarter.
  return orientation < 5 ? { width, height } : { width: height, height: width }
}

function readBitmap(head: Buffer) {
  // Loaded for the first bitmap.
  const { imageSize }: typeof import('image-size') = require('image-size')
  try {
    return imageSize(head)
  } catch {
    return { width: 0, height: 0 }
  }
}

const svgNamespace = 'http://www.w3.org/2000/svg'

function readSvg(head: Buffer): ReturnType<typeof readImageSize> {
  const xml = head.toString()
  const { name, attributes, isEmpty } = readRoot(xml)
  const size = /^([^:]+:)?svg$/.test(name) ? readSvgSize(attributes) : undefined
  if (!size) return { problem: 'is not an SVG image with a viewBox, or with a width and a height in pixels' }
  const declaration = `xmlns:${name}`.replace(/:svg$/, '')
  // Drawing programs write an entity in place of the namespace.
  if (attributes[declaration] !== svgNamespace && !/^&\w+;$/.test(attributes[declaration] ?? '')) {
    const hint = `Write ${declaration}="${svgNamespace}" in its <${name}>.`
    return { problem: 'browsers do not show, because it is not in the namespace of SVG', hint }
  }
  return head.length < maxImageHeadBytes && !isEmpty && !xml.includes(`</${name}`)
    ? {
        problem: `browsers do not show, because it ends before </${name}>`,
        hint: 'Save the whole file again.'
      }
    : size
}

function readSvgSize(attributes: Record<string, string>): ImageSize | undefined {
  const width = readPixels(attributes.width)
  const height = readPixels(attributes.height)
  const [, , boxWidth = 0, boxHeight = 0] = (attributes.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if (width && height) return round(width, height)
  if (!(boxWidth > 0 && boxHeight > 0)) return undefined
  if (width) return round(width, (width * boxHeight) / boxWidth)
  return height ? round((height * boxWidth) / boxHeight, height) : round(boxWidth, boxHeight)
}

const readPixels = (length = '') => Number(/^\s*([\d.]+)(px)?\s*$/.exec(length)?.[1] ?? 0)

const round = (width: number, height: number): ImageSize => ({
  width: Math.max(1, Math.round(width)),
  height: Math.max(1, Math.round(height))
})

function readRoot(xml: string): { name: string; attributes: Record<string, string>; isEmpty: boolean } {
  const roots: ReturnType<typeof readRoot>[] = []
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        roots.push({ name, attributes, isEmpty: xml[parser.endIndex - 1] === '/' })
        parser.pause()
      }
    },
    { xmlMode: true }
  )
  parser.write(xml)
  return roots[0] ?? { name: '', attributes: {}, isEmpty: true }
}
