import { isUtf8 } from 'node:buffer'
import { constants, open, realpath } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { codeOf, fieldOf, isParent, parseIfJson } from '../base/json-value.ts'
import { type Body, fileHeadersOf, maxHeldBytes } from '../resources/resources.ts'

/** Reads only the first `startBytes` of a file of more than `maxBytes`. Rejects if it is not a regular file. */
async function readStart(file: string, maxBytes: number, startBytes: number) {
  // O_NONBLOCK, because opening a FIFO would otherwise wait for a writer and block one of the few file-system threads.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw Object.assign(new Error('is not a file'), { code: 'not a file' })
    const bytes = Buffer.alloc(stats.size > maxBytes ? startBytes : stats.size)
    let length = 0
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return { bytes: bytes.subarray(0, length), stats }
  } catch (error) {
    // Node.js does not name a file that is open.
    throw Object.assign(new Error(`${file}: ${fieldOf(error, 'message')}`), { code: codeOf(error) })
  } finally {
    await handle.close()
  }
}

// The process is short of a resource, or the disk fails; these errors say nothing about the file.
const transientErrors = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EIO', 'ESTALE', 'ETIMEDOUT']

/** Rethrows an error that is not about the file. */
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

// Files there often have no extension, or a name with dots, such as nodeinfo/2.0.
const wellKnown = /[\\/]\.well-known[\\/](?:.*[\\/])?(?:[^.\\/]+|v?\d+\.\d+|com\.[\w.]+)$/

function textTypeOf(file: string): ((bytes: Buffer) => string) | undefined {
  const known = types.get(extname(file).toLowerCase())
  if (known === undefined && !wellKnown.test(file)) return undefined
  return (bytes) => {
    const type = known ?? (isJson(bytes) ? 'application/json' : 'text/plain')
    return type.startsWith('text/') && isUtf8(bytes) ? `${type}; charset=utf-8` : type
  }
}

// Apple reads its file without an extension only if it is JSON; a number or a word is a challenge.
const isJson = (bytes: Buffer) => isParent(parseIfJson(new TextDecoder().decode(bytes)))

/** Rejects if a path leads out of a folder: a link may have changed since the files were listed. */
async function checkInside(folder: string, path: string): Promise<void> {
  const [root, target] = await Promise.all([realpath(folder), realpath(path)])
  if (target.startsWith(join(root, sep))) return
  throw Object.assign(new Error(`${target} is outside ${root}`), {
    code: 'a link to a file outside SITE_DIR'
  })
}

export type ReadFile = ReturnType<typeof createFileReader>

/** Reads the file of a URL path; undefined if it is gone or unreadable, which it logs. Of more than `maxBytes` only `startBytes`. */
export const createFileReader =
  (siteDir: string, files: Map<string, string>, warn: (message: string) => void) =>
  async (path: string, maxBytes: number, startBytes = maxBytes) => {
    const file = files.get(path)
    if (file === undefined) return undefined
    const whole = join(siteDir, file)
    const content = checkInside(siteDir, whole).then(() => readStart(whole, maxBytes, startBytes))
    return content.catch((error) => {
      const reason = reasonOf(error)
      if (reason !== 'ENOENT') warn(`cannot read the file of ${path} (${reason})`)
      return undefined
    })
  }

/** Reads a text file that may be held in memory; any other is to be streamed. `name` is the path of the file in SITE_DIR. */
export async function readBody(path: string, name: string, read: ReadFile): Promise<Body | undefined> {
  const mediaType = textTypeOf(`/${name}`)
  const file = await read(path, mediaType ? maxHeldBytes : 0, 0)
  if (file === undefined) return undefined
  const { bytes, stats } = file
  if (mediaType === undefined || stats.size > maxHeldBytes)
    return { headers: {}, content: { file: name, stats } }
  return { headers: { 'content-type': mediaType(bytes), ...fileHeadersOf(stats) }, content: bytes }
}
