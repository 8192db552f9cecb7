import { writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import type { draw } from './draw.ts'

// If a picture takes too much memory, the kernel ends this process and not the server, which is larger.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
  /* c8 ignore next 3: only Linux has the file, and the tests run on it */
} catch {
  // Another system chooses the process by itself.
}

type Task = Parameters<typeof draw>[0]

const task: Task = deserialize(await buffer(process.stdin))
process.stdout.write(serialize(await run(task).catch((error: unknown) => error)))

async function run(task: Task): Promise<Map<string, Uint8Array>> {
  // Imported here, so a renderer without a binary for this machine is an error that the parent receives.
  if (!(task instanceof Map)) return (await import('./resize-photo.ts')).resizePhoto(task)
  const { renderPicture } = await import('./render-picture.ts')
  const drawn = new Map<string, Uint8Array>()
  for (const [path, { photo, ...drawing }] of task) {
    if (photo) drawn.set(path, await (await import('./draw-photo.ts')).drawPhoto(photo, drawing))
    else drawn.set(path, renderPicture(drawing))
  }
  return drawn
}
