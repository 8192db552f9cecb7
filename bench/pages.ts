import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { send } from './exchange.ts'
import { createTemporaryFolder, residentMemory } from './processes.ts'
import { startOurs } from './servers.ts'
import { measureStart } from './start.ts'

export interface PagesFigures {
  size: number
  /** Milliseconds from start to the first response. */
  start: number
  /** Megabytes after one request per page for HTML and one for Markdown. */
  memory: number
}

/** Measures this server with a site of `size` pages of 30 KB. */
export async function measurePages(size: number): Promise<PagesFigures> {
  const siteDir = join(createTemporaryFolder(), 'site')
  // The images that the data names.
  cpSync('site', siteDir, { recursive: true })
  const paths = writeSite(siteDir, size)
  const settings = { SITE_DIR: siteDir }
  const start = await measureStart(3, settings)
  const ours = await startOurs(settings)
  for (const path of paths) {
    for (const accept of ['text/html', 'text/markdown']) await send(ours.port, path, { accept })
  }
  const memory = residentMemory(ours.pid)
  await ours.stop()
  return { size, start, memory }
}

function writeSite(folder: string, size: number): string[] {
  const paragraph = '<p>פסקה <b>בעברית</b> עם <a href="/">קישור</a> ומספר: 1,234.</p>\n'
  const paths = ['/', ...Array.from({ length: size - 1 }, (_, index) => `/page-${index}/`)]
  for (const path of paths) {
    mkdirSync(join(folder, path), { recursive: true })
    const head = `<!doctype html><html lang="he" dir="rtl"><title>${path}</title><main><h1>${path}</h1>`
    const body = paragraph.repeat(Math.ceil(30_000 / Buffer.byteLength(paragraph)))
    writeFileSync(join(folder, path, 'index.html'), `${head}${body}</main>`)
  }
  return paths
}
