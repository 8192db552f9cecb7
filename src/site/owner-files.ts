import { join } from 'node:path'
import type { Document } from './documents.ts'
import { maxHeldBytes, maxPageBytes } from './markdown/limits.ts'
import { type ReadFile, readStart, reasonOf } from './read-start.ts'
import { textTypeOf } from './text-type.ts'

/** Headers of a file of SITE_DIR. Caches must revalidate it, because it can change at any time. */
export const fileHeaders = { 'cache-control': 'no-cache' }

/** Returns a function that reads the file for a path; `files` has the files of SITE_DIR by path. */
export const createFileReader =
  (siteDir: string, files: Map<string, string>, warn: (message: string) => void): ReadFile =>
  async (path, read) => {
    const file = files.get(path)
    if (file === undefined) return undefined
    return read(join(siteDir, file)).catch((error) => {
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
export async function readText(file: string): Promise<Document | undefined> {
  const mediaType = textTypeOf(file)
  if (mediaType === undefined) return undefined
  const { bytes, stats } = await readStart(file, maxHeldBytes, 0)
  if (stats.size > maxHeldBytes) return undefined
  return {
    bytes,
    headers: { 'content-type': mediaType(bytes), ...fileHeaders, 'last-modified': stats.mtime.toUTCString() }
  }
}
