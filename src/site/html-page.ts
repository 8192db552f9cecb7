import { isUtf8 } from 'node:buffer'
import { encodePath } from '../http/encode-path.ts'
import { builtInHeaders, pageHeaders } from './headers.ts'
import { decodeHtml } from './markdown/charset.ts'
import { type Head, maxHead, readHead } from './markdown/head.ts'
import { readStart } from './read-start.ts'
import type { BuiltInPages } from './render.ts'

const html = 'text/html; charset=utf-8'

/** A page as HTML, with what its head says of it. */
export interface HtmlPage extends Pick<Head, 'title' | 'description' | 'canonical' | 'language'> {
  /** Empty if the page is larger than the caller holds. */
  bytes: Buffer
  isWhole: boolean
  isBuiltIn: boolean
  mediaType: string
  headers: Record<string, string>
  modified: Date
}

/** Returns the media type of HTML. Only of UTF-8 is the encoding known; other HTML names its own. */
export const mediaTypeOf = (bytes: Buffer) => (isUtf8(bytes) ? html : 'text/html')

/** Where a custom page is, and its language if it names none. */
interface Place {
  file: string
  address: string
  language: string
}

/** Reads a custom page of at most `maxBytes`, or the head of a larger one. Rejects with the file. */
export async function readPage(
  { file, address, language: fallback }: Place,
  maxBytes: number
): Promise<HtmlPage> {
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

// Cut off behind the last ASCII character, because half a character would make UTF-8 look like another encoding.
const upToAscii = (bytes: Buffer) => bytes.subarray(0, bytes.findLastIndex((byte) => byte < 0x80) + 1)

interface Settings {
  baseUrl: string
  language: string
}

/** Renders a built-in page; its time is that of the newest of the data files that it shows. */
export function renderPage(pages: BuiltInPages, path: string, { baseUrl, language }: Settings): HtmlPage {
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
