import { writeFileSync } from 'node:fs'
import type { Drawing } from './draw.ts'

// If a picture takes too much memory, the kernel ends this process and not the server, which is larger.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
  /* c8 ignore next 3: only Linux has the file, and the tests run on it */
} catch {
  // Another system chooses the process by itself.
}

process.once('message', async (drawings: Map<string, Drawing>) => {
  const reply = await drawAll(drawings).catch((error: unknown) => error)
  process.send?.(reply, () => process.disconnect())
})

async function drawAll(drawings: Map<string, Drawing>): Promise<Map<string, Uint8Array>> {
  // Imported here, so a renderer without a binary for this machine is an error that the parent receives.
  const { renderPicture } = await import('./render-picture.ts')
  return new Map(Array.from(drawings, ([path, drawing]) => [path, renderPicture(drawing)]))
}
