import { isUtf8 } from 'node:buffer'
import type { Element } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { toAsciiEmail } from '../base/email.ts'
import { directionOf, languagePattern } from '../base/language.ts'
import { squeeze } from '../base/text.ts'
import { normalizeUrl, trimPath } from '../base/url-path.ts'
import { find, textOf } from '../html/tree.ts'

/** The head must be within this many characters (or bytes) from the start of a page. */
export const maxHeadLength = 65_536

// Longer values have no use, and the metadata of thousands of pages is held in memory.
const maxTitle = 200
const maxDescription = 300
const maxUrl = 2000

/** Uses `fallback` as the language if the page declares no valid language tag. */
export function readHead(html: string, url: string, fallback: string) {
  const start = html.slice(0, maxHeadLength)
  // The body may be large, and only the tags before it matter.
  const end = start.search(/<\/head\s*>|<body[\s>]/i)
  const head = parseDocument(end === -1 ? start : start.slice(0, end))
  const findRead = (predicate: (element: Element) => boolean) => find(head, predicate, isRead)
  const attribute = (tag: string, name: string, key?: string, value?: string) =>
    shorten(
      findRead((element) => element.name === tag && (!key || element.attribs[key]?.toLowerCase() === value))
        ?.attribs[name],
      // One character more, so `toAbsoluteUrl` can reject a URL that is too long.
      maxUrl + 1
    )
  const title = findRead(({ name }) => name === 'title')
  const declared = attribute('html', 'lang')
  const language = languagePattern.test(declared.toLowerCase()) ? declared : fallback
  const direction = attribute('html', 'dir').toLowerCase()
  const base = toAbsoluteUrl(attribute('base', 'href'), url) ?? url
  const canonical = toAbsoluteUrl(attribute('link', 'href', 'rel', 'canonical'), base) ?? url
  const isRefused = findRead(
    ({ attribs: { name = '', content = '' } }) =>
      /^\s*(?:robots|googlebot|bingbot)\s*$/i.test(name) && refusesIndexing(content)
  )
  const [, target = ''] =
    /url\s*=\s*["']?([^"']+)/i.exec(attribute('meta', 'content', 'http-equiv', 'refresh')) ?? []
  const refreshed = toAbsoluteUrl(target.trim(), base)
  const reasons = [
    isRefused && 'a robots tag',
    refreshed !== undefined && pageOf(refreshed) !== pageOf(url) && 'a refresh that leads elsewhere',
    pagePathOf(canonical) !== pagePathOf(url) && 'the canonical URL of another page'
  ]
  return {
    title: shorten(title && textOf(title), maxTitle),
    /** Empty if the page has none. */
    description: shorten(
      attribute('meta', 'content', 'name', 'description') ||
        attribute('meta', 'content', 'property', 'og:description'),
      maxDescription
    ),
    canonical,
    /** The absolute URL that relative links of the page are resolved against. */
    base,
    /** A language tag (BCP 47). */
    language,
    direction: direction === 'rtl' || direction === 'ltr' ? direction : directionOf(language),
    /** Why lists of pages omit it; undefined if they include it. */
    unlisted: reasons.find((reason) => typeof reason === 'string')
  }
}

/** Returns whether a list of rules for robots has noindex or none, perhaps for one robot; `max-image-preview:none` is another rule. */
export const refusesIndexing = (rules: string) =>
  /(?<![\w-]|max-[\w-]{1,40}\s{0,9}:\s{0,9})(?:noindex|none)(?![\w-])/i.test(rules)

// Browsers that run scripts ignore what is in these. The title of a drawing is not the page's.
const isRead = ({ name }: Element) => !['noscript', 'template', 'svg'].includes(name)

const pageOf = (url: string) => new URL(url).host + pagePathOf(url)

// Without the host, because BASE_URL may differ from the host of the public site while its owner tries the server.
const pagePathOf = (url: string) => trimPath(new URL(normalizeUrl(url)).pathname)

// Copies the text, because a slice of a string would keep the whole page in memory.
const shorten = (text: string | undefined, length: number) =>
  Buffer.from(squeeze(text).slice(0, length)).toString()

// They run code or carry data. Others open an app or a call.
const unsafeSchemes = /^(?:javascript|vbscript|data|file):$/

/** Returns a link of a page as an absolute URL, or undefined if it is invalid, too long, or has one of these schemes. */
export function toAbsoluteUrl(link: string, base: string): string | undefined {
  if (link === '' || link.length > maxUrl || !URL.canParse(link, base)) return undefined
  const { protocol, href } = new URL(link.replace(/^mailto:[^?]*/i, toAsciiEmail), base)
  return unsafeSchemes.test(protocol) ? undefined : href
}

const byteOrderMarks = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]]
] as const

/** Uses the byte order mark, else UTF-8 if the bytes are valid UTF-8, else the declared encoding, else the usual encoding of the language (HTML standard, section 13.2.3). */
export function decodeHtml(bytes: Uint8Array): string {
  const marked = byteOrderMarks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return new TextDecoder(marked[0]).decode(bytes)
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  const declared = /<meta[^>]*?charset\s*=\s*(?:["']\s*)?([\w:.-]+)/i.exec(head)?.[1]
  const fallback = /<html[^>]*?\slang\s*=\s*["']?(?:he|iw|yi)\b/i.test(head) ? 'windows-1255' : 'windows-1252'
  return (createDecoder(declared) ?? new TextDecoder(fallback)).decode(bytes)
}

function createDecoder(label = ''): TextDecoder | undefined {
  try {
    // The declaration was read as ASCII, so the page is not UTF-16, and it is not valid UTF-8 either.
    return /^utf-?(?:8|16)/i.test(label) ? undefined : new TextDecoder(label)
  } catch {
    return undefined
  }
}
