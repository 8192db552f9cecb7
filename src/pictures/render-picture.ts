import { Resvg } from '@resvg/resvg-js'
import type { Drawing } from './draw.ts'
import { fontFiles } from './fonts.ts'

const font = { loadSystemFonts: false, fontFiles }

/** Throws if the SVG is invalid. */
export function renderPicture({ svg, width, format }: Drawing): Buffer {
  if (format === 'source') return Buffer.from(svg)
  const image = new Resvg(svg, { font, fitTo: { mode: 'width', value: width } })
  if (format === 'svg') return Buffer.from(image.toString())
  const png = image.render().asPng()
  return format === 'ico' ? wrapIcon(png, width) : png
}

/** Wraps a PNG of at most 255 pixels in an ICO file. */
function wrapIcon(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
