import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { runProgram } from '../base/tasks.ts'

/** A picture to be drawn: an SVG, and its width in pixels. */
export interface Drawing {
  svg: string
  width: number
  /** As SVG, text becomes shapes, because a browser does not have the fonts. `source` is the SVG unchanged. */
  format: 'png' | 'ico' | 'svg' | 'source'
}

// The child's file has the same extension as this file: .js when built, .ts in development.
const childFile = fileURLToPath(new URL(`./draw-child${extname(import.meta.filename)}`, import.meta.url))

// A picture takes well under a second, but a filter of a few bytes can take hours.
const maxDrawingMs = 20_000

// An SVG of the owner has at most 500 KB.
const maxBuffer = 16 * 2 ** 20

/** Draws in a child process, because V8 would keep the memory of a thread, and the renderer the memory of the fonts. */
export async function draw(
  drawings: Map<string, Drawing>,
  maxMs = maxDrawingMs
): Promise<Map<string, Buffer>> {
  if (drawings.size === 0) return new Map()
  const options = { input: serialize(drawings), timeout: maxMs, maxBuffer }
  const { output, failure } = await runProgram(process.execPath, [...process.execArgv, childFile], options)
  if (failure) throw new Error(`the process that draws failed (${failure})`)
  // The child sends the error if it cannot draw.
  const reply: Map<string, Buffer> | Error = deserialize(output)
  if (reply instanceof Error) throw reply
  return reply
}
