import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { encodePath } from '../http/encode-path.ts'
import { builtInHeaders, pageHeaders } from './headers.ts'
import { decodeHtml } from './markdown/charset.ts'
import { type Head, readHead } from './markdown/head.ts'
import type { Website } from './render.ts'

const html = 'text/html; charset=utf-8'

/** A page as it was written, before it is sent in one form or another. */
export interface PageFile extends Pick<Head, 'title' | 'description' | 'canonical' | 'language'> {
  bytes: Buffer
  mediaType: string
  headers: Record<string, string>
  modified: Date
}

/** HTML of one's own: in another encoding than UTF-8 it says so itself, or its reader finds out. */
export const mediaTypeOf = (bytes: Buffer) => (isUtf8(bytes) ? html : 'text/html')

/** Reads a page of one's own, for an address; its language is `fallback` where it names none. Rejects with the file. */
export async function readPage(file: string, address: string, fallback: string): Promise<PageFile> {
  const [bytes, stats] = await Promise.all([readFile(file), stat(file)])
  const head = readHead(decodeHtml(bytes), address, fallback)
  return { ...head, bytes, mediaType: mediaTypeOf(bytes), headers: pageHeaders, modified: stats.mtime }
}

interface Settings {
  baseUrl: string
  language: string
}

/** Renders a built-in page, as old as the newest of the data files that it is made of. */
export function renderPage(website: Website, path: string, { baseUrl, language }: Settings): PageFile {
  const { title, description, html: text, modified = new Date(0) } = website.render(path)
  return {
    title,
    description,
    canonical: baseUrl + encodePath(path),
    language,
    bytes: Buffer.from(text),
    mediaType: html,
    headers: builtInHeaders,
    modified
  }
}
