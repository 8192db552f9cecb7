import { isUtf8 } from 'node:buffer'
import type { Stats } from 'node:fs'
import { constants, open, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { codeOf } from '../../business/error-code.ts'
import type { SiteDocument } from '../documents.ts'
import { maxHeldBytes, maxPageBytes } from '../markdown/limits.ts'

/**
 * Reads a file of at most `maxBytes`, or the first `startBytes` of a larger one. Rejects if the file cannot be read or is
 * not a regular file.
 */
export async function readStart(
  file: string,
  maxBytes: number,
  startBytes = maxBytes
): Promise<{ bytes: Buffer; stats: Stats }> {
  // O_NONBLOCK, because opening a FIFO would otherwise wait for a writer and block one of the few file-system threads.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw Object.assign(new Error(`${file} is not a file`), { code: 'not a file' })
    const bytes = Buffer.alloc(stats.size > maxBytes ? startBytes : stats.size)
    let length = 0
    for (let isEnd = bytes.length === 0; !isEnd; ) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length)
      length += bytesRead
      isEnd = bytesRead === 0 || length === bytes.length
    }
    return { bytes: bytes.subarray(0, length), stats }
  } finally {
    await handle.close()
  }
}

/** Reads the file for a path. Returns undefined if the path has no file, or logs a warning and returns undefined if it cannot be read. */
export type ReadFile = <Content>(
  path: string,
  read: (file: string) => Promise<Content>
) => Promise<Content | undefined>

// The process is short of a resource; these errors say nothing about the file.
const transientErrors = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']

/** Returns why a file cannot be read. Rethrows an error that is not about the file. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error)
  if (typeof code !== 'string' || transientErrors.includes(code)) throw error
  return code
}

const types = new Map([
  ['.atom', 'application/atom+xml'],
  ['.css', 'text/css'],
  ['.csv', 'text/csv'],
  ['.geojson', 'application/geo+json'],
  ['.ics', 'text/calendar'],
  ['.js', 'text/javascript'],
  ['.json', 'application/json'],
  ['.map', 'application/json'],
  ['.md', 'text/markdown'],
  ['.mjs', 'text/javascript'],
  ['.rss', 'application/rss+xml'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain'],
  ['.vcf', 'text/vcard'],
  ['.webmanifest', 'application/manifest+json'],
  ['.xml', 'application/xml'],
  ['.yaml', 'application/yaml'],
  ['.yml', 'application/yaml']
])

/** Returns a function that gives the media type for the bytes of a text file, or undefined if the extension is not one of text. */
function textTypeOf(file: string): ((bytes: Buffer) => string) | undefined {
  const type = types.get(extname(file).toLowerCase())
  return type === undefined
    ? undefined
    : (bytes) => (type.startsWith('text/') && isUtf8(bytes) ? `${type}; charset=utf-8` : type)
}

/** Headers of a file of SITE_DIR. Caches must revalidate it, because it can change at any time. */
export const fileHeaders = { 'cache-control': 'no-cache' }

/** Rejects if a path leads out of a folder: a link may have changed since the files were listed. */
async function checkInside(folder: string, path: string): Promise<void> {
  const [root, target] = await Promise.all([realpath(folder), realpath(path)])
  if (target.startsWith(join(root, sep))) return
  throw Object.assign(new Error(`${target} is outside ${root}`), {
    code: 'a link to a file outside SITE_DIR'
  })
}

/** Returns a function that reads the file for a path; `files` has the files of SITE_DIR by path. */
export const createFileReader =
  (siteDir: string, files: Map<string, string>, warn: (message: string) => void): ReadFile =>
  async (path, read) => {
    const file = files.get(path)
    if (file === undefined) return undefined
    const whole = join(siteDir, file)
    const content = checkInside(siteDir, whole).then(() => read(whole))
    return content.catch((error) => {
      const reason = reasonOf(error)
      if (reason !== 'ENOENT') warn(`cannot read the file of ${path} (${reason})`)
      return undefined
    })
  }

/** Reads a file. Rejects if it exceeds the size limit of a page. */
export async function readWhole(file: string): Promise<Buffer> {
  const { bytes, stats } = await readStart(file, maxPageBytes, 0)
  if (stats.size <= maxPageBytes) return bytes
  throw Object.assign(new Error(`${file} is too large`), { code: `larger than ${maxPageBytes / 1e6} MB` })
}

/** Reads a text file. Returns undefined if the file is not text, or is too large to be held in memory. */
export async function readText(file: string): Promise<SiteDocument | undefined> {
  const mediaType = textTypeOf(file)
  if (mediaType === undefined) return undefined
  const { bytes, stats } = await readStart(file, maxHeldBytes, 0)
  if (stats.size > maxHeldBytes) return undefined
  return {
    bytes,
    headers: { 'content-type': mediaType(bytes), ...fileHeaders, 'last-modified': stats.mtime.toUTCString() }
  }
}
