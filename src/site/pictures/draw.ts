import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A picture to be drawn: an SVG with a width in pixels. */
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

/**
 * Draws pictures in a child process, because V8 would keep the memory of a thread after its end, and the renderer that of
 * the fonts. Returns their bytes by path. Rejects if one cannot be drawn, if
 * they take more than `maxMs`, or if the renderer has no binary for this machine.
 */
export async function draw(
  drawings: Map<string, Drawing>,
  maxMs = maxDrawingMs
): Promise<Map<string, Uint8Array>> {
  const child = fork(childFile, { serialization: 'advanced', timeout: maxMs, killSignal: 'SIGKILL' })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  // While it draws, the child does not see that the server has ended.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  child.send(drawings)
  // The child sends the error if it cannot draw. It disconnects without a message if it is killed.
  const reply = await new Promise<Map<string, Uint8Array> | Error>((resolve, reject) => {
    child.once('message', resolve).once('error', reject)
    child.once('disconnect', () => reject(new Error('the process that draws has ended')))
  })
  if (reply instanceof Error) throw reply
  await exited
  return reply
}
