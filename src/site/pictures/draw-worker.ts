import { parentPort, workerData } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'
import type { Drawing } from './draw.ts'
import { fontFiles } from './fonts.ts'
import { wrapIcon } from './ico.ts'

const drawings: Map<string, Drawing> = workerData
const font = { loadSystemFonts: false, fontFiles }

function draw({ svg, width, format }: Drawing): Buffer {
  if (format === 'source') return Buffer.from(svg)
  const image = new Resvg(svg, { font, fitTo: { mode: 'width', value: width } })
  if (format === 'svg') return Buffer.from(image.toString())
  const png = image.render().asPng()
  return format === 'ico' ? wrapIcon(png, width) : png
}

parentPort?.postMessage(new Map(Array.from(drawings, ([path, drawing]) => [path, draw(drawing)])))
