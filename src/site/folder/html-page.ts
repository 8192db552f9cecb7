import { isUtf8 } from 'node:buffer'
import type { Stats } from 'node:fs'
import { decodeHtml } from '../markdown/charset.ts'
import { maxHeadLength, readHead } from '../markdown/head.ts'
import type { PageSummary, RenderedPage } from '../render.ts'
import { readStart } from './owner-files.ts'

/** Headers of every page: they restrict sharing with other origins. */
export const pageHeaders = {
  // Custom pages may open popups, such as that of a payment provider.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'referrer-policy': 'strict-origin-when-cross-origin'
}

/** Headers of the built-in pages, which need no browser features and load only their own files (Content Security Policy, level 3). */
export const builtInHeaders = {
  ...pageHeaders,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'content-security-policy': [
    "default-src 'none'",
    ...['script-src', 'style-src', 'img-src', 'font-src', 'connect-src', 'manifest-src'].map(
      (name) => `${name} 'self'`
    ),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join('; ')
}

const html = 'text/html; charset=utf-8'

/** A page as HTML. */
export interface HtmlPage extends PageSummary {
  /** Empty if the page is larger than the limit of the caller. */
  bytes: Buffer
  isWhole: boolean
  isBuiltIn: boolean
  mediaType: string
  headers: Record<string, string>
  /** When the page must be rendered again; undefined if it depends only on the facts. */
  expires?: Date | undefined
}

/** Returns the media type of HTML. It has a charset only for UTF-8; other HTML declares its encoding itself. */
export const mediaTypeOf = (bytes: Buffer) => (isUtf8(bytes) ? html : 'text/html')

/** A custom page. `language` applies if the page declares none. */
interface PageFile {
  file: string
  url: string
  language: string
  /** Returns when the file last changed, by its stats. */
  changeOf: (stats: Stats) => Date | undefined
}

/** Reads a custom page of at most `maxBytes`, or only the head of a larger one. Rejects if the file cannot be read. */
export async function readPage(
  { file, url, language: fallback, changeOf }: PageFile,
  maxBytes: number
): Promise<HtmlPage> {
  const { bytes, stats } = await readStart(file, maxBytes, maxHeadLength)
  const isWhole = stats.size <= maxBytes
  const start = stats.size > maxHeadLength ? trimToAscii(bytes.subarray(0, maxHeadLength)) : bytes
  const { title, description, canonical, language, isListed } = readHead(decodeHtml(start), url, fallback)
  return {
    title,
    description,
    canonical,
    language,
    isListed,
    bytes: isWhole ? bytes : Buffer.alloc(0),
    isWhole,
    isBuiltIn: false,
    mediaType: mediaTypeOf(isWhole ? bytes : start),
    headers: pageHeaders,
    modified: changeOf(stats)
  }
}

// Cuts after the last ASCII character, because half a character would make UTF-8 look like another encoding.
const trimToAscii = (bytes: Buffer) => bytes.subarray(0, bytes.findLastIndex((byte) => byte < 0x80) + 1)

/** Returns a page that was rendered as HTML in the house style. */
export const toHtmlPage = ({ html: text, ...page }: RenderedPage, isBuiltIn: boolean): HtmlPage => ({
  ...page,
  bytes: Buffer.from(text),
  isWhole: true,
  isBuiltIn,
  mediaType: html,
  headers: builtInHeaders
})
