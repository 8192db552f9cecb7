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
 * Draws pictures in a worker thread, which then ends, so its memory is free again. Returns their bytes by path. Rejects if
 * one cannot be drawn, or if the renderer has no binary for this machine.
 */
export async function draw(drawings: Map<string, Drawing>): Promise<Map<string, Uint8Array>> {
  const worker = new Worker(workerFile, { workerData: drawings, resourceLimits })
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  const pictures = await new Promise<Map<string, Uint8Array>>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject)
  })
  await exited
  return pictures
}
