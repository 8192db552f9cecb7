import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

/** A picture to be drawn: an SVG with a width in pixels. */
export interface Drawing {
  svg: string
  width: number
  /** As SVG, text becomes shapes, because a browser does not have the fonts. `source` is the SVG unchanged. */
  format: 'png' | 'ico' | 'svg' | 'source'
}

// The worker has the same extension as this file: .js when built, .ts in development.
const workerFile = new URL(`./draw-worker${extname(import.meta.filename)}`, import.meta.url)
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 }

/**
 * Draws pictures in a worker thread, which then ends, so its memory is free again. Rejects if one cannot be drawn, or if
 * the renderer has no binary for this machine.
 */
export async function draw(drawings: Drawing[]): Promise<Buffer[]> {
  const worker = new Worker(workerFile, { workerData: drawings, resourceLimits })
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  const pictures = await new Promise<Uint8Array[]>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject)
  })
  await exited
  return drawings.map(({ format, width }, index) => {
    const bytes = Buffer.from(pictures[index] ?? [])
    return format === 'ico' ? wrapIcon(bytes, width) : bytes
  })
}

/** Wraps a PNG of at most 255 pixels in an ICO file. */
export function wrapIcon(png: Buffer, size: number): Buffer {
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
