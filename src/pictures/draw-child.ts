import { writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import type { Drawing } from './draw.ts'

// If a picture takes too much memory, the kernel ends this process and not the server, which is larger.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Another system chooses the process by itself.
}

const drawings: Map<string, Drawing> = deserialize(await buffer(process.stdin))
process.stdout.write(serialize(await drawAll().catch((error: unknown) => error)))

async function drawAll(): Promise<Map<string, Buffer>> {
  // Imported here, so a renderer without a binary for this machine is an error that the parent receives.
  const { renderPicture } = await import('./render-picture.ts')
  return new Map(Array.from(drawings, ([path, drawing]) => [path, renderPicture(drawing)]))
}
