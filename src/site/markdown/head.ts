import { parseDocument } from 'htmlparser2'
import { directionOf, languagePattern } from '../../business/language.ts'
import { squeeze } from '../../business/text.ts'
import { trimPath } from '../../business/url-path.ts'
import { find, textOf } from './tree.ts'

/** The metadata in the head of a page. */
interface Head {
  title: string
  /** Empty if the page has none. */
  description: string
  /** An absolute URL. */
  canonical: string
  /** The absolute URL that relative links of the page are resolved against. */
  base: string
  /** A language tag (BCP 47). */
  language: string
  direction: 'rtl' | 'ltr'
  /** Whether lists of pages include it: not if it refuses indexing, leads elsewhere, or is a copy of another page. */
  isListed: boolean
}

/** The head must be within this many characters (or bytes) from the start of a page. */
export const maxHeadLength = 65_536

// Longer values have no use, and the metadata of thousands of pages is held in memory.
const maxTitle = 200
const maxDescription = 300
const maxUrl = 2000

/** Reads the head of a page. Its language is `fallback` if the page declares no valid language tag. */
export function readHead(html: string, url: string, fallback: string): Head {
  const start = html.slice(0, maxHeadLength)
  // The body may be large, and only the tags before it matter.
  const end = start.search(/<\/head\s*>|<body[\s>]/i)
  const head = parseDocument(end === -1 ? start : start.slice(0, end))
  const attribute = (tag: string, name: string, key?: string, value?: string) =>
    shorten(
      find(head, (element) => element.name === tag && (!key || element.attribs[key]?.toLowerCase() === value))
        ?.attribs[name],
      // One character more, so `toAbsoluteUrl` can reject a URL that is too long.
      maxUrl + 1
    )
  const title = find(head, ({ name }) => name === 'title')
  const declared = attribute('html', 'lang')
  const language = languagePattern.test(declared.toLowerCase()) ? declared : fallback
  const direction = attribute('html', 'dir').toLowerCase()
  const base = toAbsoluteUrl(attribute('base', 'href'), url) ?? url
  const canonical = toAbsoluteUrl(attribute('link', 'href', 'rel', 'canonical'), base) ?? url
  const isIndexed = !/\b(noindex|none)\b/i.test(attribute('meta', 'content', 'name', 'robots'))
  const isRedirect = attribute('meta', 'content', 'http-equiv', 'refresh') !== ''
  return {
    title: shorten(title && textOf(title), maxTitle),
    description: shorten(
      attribute('meta', 'content', 'name', 'description') ||
        attribute('meta', 'content', 'property', 'og:description'),
      maxDescription
    ),
    canonical,
    base,
    language,
    direction: direction === 'rtl' || direction === 'ltr' ? direction : directionOf(language),
    isListed: isIndexed && !isRedirect && pagePathOf(canonical) === pagePathOf(url)
  }
}

// Without the host, because BASE_URL may differ from that of the public site while its owner tries the server.
const pagePathOf = (url: string) => trimPath(new URL(url).pathname)

// Copies the text, because a slice of a string would keep the whole page in memory.
const shorten = (text: string | undefined, length: number) =>
  Buffer.from(squeeze(text).slice(0, length)).toString()

/** Returns a link of a page as an absolute URL, or undefined if it is invalid, too long, or has another scheme than these. */
export function toAbsoluteUrl(link: string, base: string): string | undefined {
  if (link === '' || link.length > maxUrl || !URL.canParse(link, base)) return undefined
  const { protocol, href } = new URL(link, base)
  return ['http:', 'https:', 'mailto:', 'tel:', 'sms:'].includes(protocol) ? href : undefined
}
