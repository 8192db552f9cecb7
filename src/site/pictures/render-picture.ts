import { Resvg } from '@resvg/resvg-js'
import type { Drawing } from './draw.ts'
import { fontFiles } from './fonts.ts'
import { wrapIcon } from './ico.ts'

const font = { loadSystemFonts: false, fontFiles }

/** Returns the bytes of a picture. Throws if the SVG is invalid. */
export function renderPicture({ svg, width, format }: Drawing): Buffer {
  if (format === 'source') return Buffer.from(svg)
  const image = new Resvg(svg, { font, fitTo: { mode: 'width', value: width } })
  if (format === 'svg') return Buffer.from(image.toString())
  const png = image.render().asPng()
  return format === 'ico' ? wrapIcon(png, width) : png
}
