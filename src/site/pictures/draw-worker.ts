import { parentPort, workerData } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'
import type { Drawing } from './draw.ts'
import { fontFiles } from './fonts.ts'

const drawings: Drawing[] = workerData
const font = { loadSystemFonts: false, fontFiles }

parentPort?.postMessage(
  drawings.map(({ svg, width, format }) => {
    if (format === 'source') return Buffer.from(svg)
    const image = new Resvg(svg, { font, fitTo: { mode: 'width', value: width } })
    return format === 'svg' ? Buffer.from(image.toString()) : image.render().asPng()
  })
)
