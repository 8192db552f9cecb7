import { isUtf8 } from 'node:buffer'
import { encodePath } from '../http/encode-path.ts'
import { builtInHeaders, pageHeaders } from './headers.ts'
import { decodeHtml } from './markdown/charset.ts'
import { type Head, maxHead, readHead } from './markdown/head.ts'
import { readStart } from './read-start.ts'
import type { BuiltInPages } from './render.ts'

const html = 'text/html; charset=utf-8'

/** A page as it was written, before it is sent in one form or another. */
export interface PageFile extends Pick<Head, 'title' | 'description' | 'canonical' | 'language'> {
  /** Nothing if the page is larger than was asked for. */
  bytes: Buffer
  isWhole: boolean
  isBuiltIn: boolean
  mediaType: string
  headers: Record<string, string>
  modified: Date
}

/** HTML of one's own: in another encoding than UTF-8 it says so itself, or its reader finds out. */
export const mediaTypeOf = (bytes: Buffer) => (isUtf8(bytes) ? html : 'text/html')

/** Where a page of one's own is, and the language of one that names none. */
interface Place {
  file: string
  address: string
  language: string
}

/** Reads a page of one's own of at most `maxBytes`, or the head of a larger one. Rejects with the file. */
export async function readPage(
  { file, address, language: fallback }: Place,
  maxBytes: number
): Promise<PageFile> {
  const { bytes, stats } = await readStart(file, maxBytes, maxHead)
  const isWhole = stats.size <= maxBytes
  const start = stats.size > maxHead ? upToAscii(bytes.subarray(0, maxHead)) : bytes
  const { title, description, canonical, language } = readHead(decodeHtml(start), address, fallback)
  return {
    title,
    description,
    canonical,
    language,
    bytes: isWhole ? bytes : Buffer.alloc(0),
    isWhole,
    isBuiltIn: false,
    mediaType: mediaTypeOf(isWhole ? bytes : start),
    headers: pageHeaders,
    modified: stats.mtime
  }
}

// A letter that is cut in two would make UTF-8 look like another encoding.
const upToAscii = (bytes: Buffer) => bytes.subarray(0, bytes.findLastIndex((byte) => byte < 0x80) + 1)

interface Settings {
  baseUrl: string
  language: string
}

/** Renders a built-in page, as old as the newest of the data files that it is made of. */
export function renderPage(pages: BuiltInPages, path: string, { baseUrl, language }: Settings): PageFile {
  const { title, description, html: text, modified = new Date(0) } = pages.render(path)
  return {
    title,
    description,
    canonical: baseUrl + encodePath(path),
    language,
    bytes: Buffer.from(text),
    isWhole: true,
    isBuiltIn: true,
    mediaType: html,
    headers: builtInHeaders,
    modified
  }
}
