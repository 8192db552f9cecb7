import { parseDocument } from 'htmlparser2'
import { languagePattern } from '../../business/values.ts'
import { directionOf } from '../language.ts'
import { find, squeeze, textOf } from '../tree.ts'

/** What the head of a page says of it. */
export interface Head {
  title: string
  /** Empty if the page has none. */
  description: string
  /** An absolute address. */
  canonical: string
  /** What the links of the page are relative to, an absolute address. */
  base: string
  /** A language tag (BCP 47). */
  language: string
  direction: 'rtl' | 'ltr'
}

/** Where the head of a page is looked for: at the start, in characters or bytes. */
export const maxHead = 65_536

// Of a longer title or description, and a longer address, nobody has use; a site has thousands of pages.
const maxTitle = 200
const maxDescription = 300
const maxAddress = 2000

/** Reads the head of a page at an address; its language is `fallback` where it names none that is a language tag. */
export function readHead(html: string, address: string, fallback: string): Head {
  const start = html.slice(0, maxHead)
  // The body may be large, and only the tags before it matter.
  const end = start.search(/<\/head\s*>|<body[\s>]/i)
  const head = parseDocument(end === -1 ? start : start.slice(0, end))
  const attribute = (tag: string, name: string, key?: string, value?: string) =>
    shorten(
      find(head, (element) => element.name === tag && (!key || element.attribs[key]?.toLowerCase() === value))
        ?.attribs[name],
      // Of a longer address, `absolute` sees that it is too long.
      maxAddress + 1
    )
  const title = find(head, ({ name }) => name === 'title')
  const named = attribute('html', 'lang')
  const language = languagePattern.test(named.toLowerCase()) ? named : fallback
  const direction = attribute('html', 'dir').toLowerCase()
  const base = absolute(attribute('base', 'href'), address) ?? address
  return {
    title: shorten(title && textOf(title), maxTitle),
    description: shorten(
      attribute('meta', 'content', 'name', 'description') ||
        attribute('meta', 'content', 'property', 'og:description'),
      maxDescription
    ),
    canonical: absolute(attribute('link', 'href', 'rel', 'canonical'), base) ?? address,
    base,
    language,
    direction: direction === 'rtl' || direction === 'ltr' ? direction : directionOf(language)
  }
}

// A copy: a part of a string keeps the whole string, here the page, in memory.
const shorten = (text: string | undefined, length: number) =>
  Buffer.from(squeeze(text).slice(0, length)).toString()

/** Returns a link of a page as an absolute URL; undefined if it is invalid, too long, or not one to follow. */
export function absolute(link: string, base: string): string | undefined {
  if (link === '' || link.length > maxAddress || !URL.canParse(link, base)) return undefined
  const { protocol, href } = new URL(link, base)
  return ['http:', 'https:', 'mailto:', 'tel:', 'sms:'].includes(protocol) ? href : undefined
}
