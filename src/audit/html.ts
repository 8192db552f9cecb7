import { type Document, DomHandler, type Element, isTag, isText } from 'domhandler'
import { Parser } from 'htmlparser2'
import { type Container, nodesIn } from '../base/html-tree.ts'
import { squeeze } from '../base/text.ts'

// The parser takes hours for a page that nests a million elements. Browsers allow 512.
const maxDepth = 5000
// Each takes about 500 bytes.
const maxElements = 200_000

/** Stops at elements that are nested too deep, and at too many elements, before their tree fills the memory. */
class BoundedHandler extends DomHandler {
  readonly #source: string
  #elements = 0

  constructor(source: string) {
    super()
    this.#source = source
  }

  override onopentag(name: string, attribs: Record<string, string>): void {
    super.onopentag(name, attribs)
    this.#elements += 1
    if (this.#elements > maxElements) {
      throw new Error(`${this.#source} has more than ${maxElements} elements, which the audit does not read`)
    }
    if (this.tagStack.length > maxDepth) {
      throw new Error(
        `${this.#source} nests elements more than ${maxDepth} deep, which the audit does not read`
      )
    }
  }
}

/** Parses HTML. Throws, with the name of its source, if it nests elements too deep or has too many. */
export function parseHtml(source: string, html: string): Document {
  const handler = new BoundedHandler(source)
  new Parser(handler).end(html)
  return handler.root
}

/** Returns every element below a root that has one of these names and these attributes, in lower case. */
export const findElements = (
  root: Container,
  names: string[],
  attributes: Record<string, string> = {}
): Element[] =>
  [...nodesIn(root)]
    .filter(isTag)
    .filter(({ name }) => names.includes(name))
    .filter(({ attribs }) =>
      Object.entries(attributes).every(([key, value]) => attribs[key]?.toLowerCase() === value)
    )

/** Returns an attribute of the first matching element; an empty string if it is missing. */
export const readAttribute = (
  root: Container,
  attribute: string,
  name: string,
  attributes: Record<string, string> = {}
) => squeeze(findElements(root, [name], attributes)[0]?.attribs[attribute] ?? '')

const isVisible = ({ name, attribs }: Element) =>
  !['script', 'style', 'template', 'noscript'].includes(name) && !('hidden' in attribs)

/** Returns the text below a root, including scripts and hidden elements. */
export const readText = (root: Container): string => readTexts(root).join('')

export const readVisibleText = (root: Container): string => squeeze(readTexts(root, isVisible).join(''))

/** Returns the words that a reader sees outside elements of the given names. */
export const readWords = (root: Container, skippedTags: string[] = []): string[] =>
  readTexts(root, (element) => isVisible(element) && !skippedTags.includes(element.name)).flatMap(splitWords)

const readTexts = (root: Container, enters?: (element: Element) => boolean) =>
  [...nodesIn(root, enters)].filter(isText).map(({ data }) => data)

export const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}]{2,}/gu) ?? []

/** Returns the HTML after the start tag of the body, or all of it without one. */
export function readBodySource(html: string): string {
  const start = html.search(/<body\b/i)
  return start === -1 ? html : html.slice(html.indexOf('>', start) + 1)
}

/** Returns HTML without some elements that do not nest. Searches once for an end tag that is missing. */
export function removeElements(html: string, names: string[]): string {
  const endTags = new Map(names.map((name) => [name, new RegExp(`</${name}\\s*>`, 'gi')]))
  const rest: string[] = []
  let position = 0
  for (const { 1: name = '', index } of html.matchAll(new RegExp(`<(${names.join('|')})\\b`, 'gi'))) {
    const endTag = endTags.get(name.toLowerCase())
    if (index < position || endTag === undefined) continue
    endTag.lastIndex = index
    if (endTag.test(html)) {
      rest.push(html.slice(position, index))
      position = endTag.lastIndex
    } else endTags.delete(name.toLowerCase())
  }
  return [...rest, html.slice(position)].join('')
}
