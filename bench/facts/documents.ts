import { isTag, isText, type ParentNode } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import TurndownService from 'turndown'
import { isObject } from '../../src/base/json-value.ts'

const blocks =
  'address article aside br dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p section table tr ul'.split(
    ' '
  )
const invisible = ['script', 'style', 'template', 'noscript', 'svg']

/** Returns the text of a page as a fetcher that runs no scripts extracts it: one line per block. */
export const textOfHtml = (html: string): string => textOf(parseDocument(html))

function textOf(node: ParentNode): string {
  const parts = node.children.map((child) => {
    if (isText(child)) return child.data.replace(/\s+/g, ' ')
    if (!isTag(child) || invisible.includes(child.name) || 'hidden' in child.attribs || child.name === 'head')
      return ''
    const text = textOf(child)
    return blocks.includes(child.name)
      ? `\n${text}\n`
      : ['td', 'th'].includes(child.name)
        ? ` ${text} `
        : text
  })
  return parts.join('')
}

/** Returns a page as the Markdown that fetchers of coding agents make of it. */
export function turndown(html: string): string {
  const service = new TurndownService({ headingStyle: 'atx' })
  service.remove(['script', 'style', 'noscript'])
  return service.turndown(html)
}

/** Returns the nodes of the JSON-LD of a page. */
export const jsonLdOf = (html: string): unknown[] =>
  Array.from(html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs), ([, json = '']) =>
    JSON.parse(json)
  )

/** Returns the lines of a text or Markdown without its marks, such as `Brake repair £16.50` of `- [Brake repair](/brakes/) £16.50`. */
export const linesOf = (text: string): string[] =>
  normalize(text)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split('\n')
    .map((line) =>
      line
        .replace(/\\(?=[^\w\s])|\*\*|^[\s>|#*-]+|\|/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    )
    .filter((line) => line !== '')

/** Returns a text without the characters that only set its direction, and with plain spaces. */
export const normalize = (text: string): string =>
  text.replace(/[\u200e\u200f\u2066-\u2069]/g, '').replace(/[\u00a0\u202f\u2009]/g, ' ')

/** Yields every object inside a JSON value. */
export function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const item of value) yield* objectsIn(item)
  if (!isObject(value)) return
  yield value
  for (const item of Object.values(value)) yield* objectsIn(item)
}
