import { type ChildNode, type Element, isText, type ParentNode } from 'domhandler'
import type { FastifyInstance } from 'fastify'
import { DomUtils, parseDocument } from 'htmlparser2'
import MarkdownIt from 'markdown-it'
import { squeeze } from '../../src/base/text.ts'
import { isElement } from '../../src/html/tree.ts'
import { markdownPathOf } from '../../src/resources/resources.ts'

const names = (list: string) => new Set(list.split(' '))
// The elements that every extractor of text puts on lines of their own. Some know no others, such as address and label.
const blocks = names(
  'article aside blockquote body br caption dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'
)
const unseen = names('head noscript script style svg template')
// Markdown has no controls, and links to pages are in its lists of links.
const controls = names('button form nav')

/** A piece of text with the element that contains it. The start and the end of a block have no text. */
interface Piece {
  text: string
  parent?: ParentNode | null
}

/** Lists the texts of nodes and the borders of blocks, without the elements that `omits` selects. */
const listPieces = (nodes: ChildNode[], omits: (element: Element) => boolean): Piece[] =>
  nodes.flatMap((node) => {
    if (isText(node)) return node.data === '' ? [] : [{ text: node.data, parent: node.parent }]
    if (!isElement(node) || unseen.has(node.name) || omits(node)) return []
    const pieces = listPieces(node.children, omits)
    return blocks.has(node.name) ? [{ text: '' }, ...pieces, { text: '' }] : pieces
  })

/** Returns the text as a program reads it that knows no style sheet, in one line. */
const readText = (...given: Parameters<typeof listPieces>): string =>
  squeeze(
    listPieces(...given)
      .map(({ text }) => text || '\n')
      .join('')
  )

/**
 * Returns the texts of different elements that run together without a style sheet: the first ends with a letter, a digit or
 * the end of a sentence, and the next begins with a letter or digit.
 */
export function findJoined(html: string): string[] {
  const pieces = listPieces(parseDocument(html).children, ({ name }) => name === 'pre')
  return pieces.flatMap(({ text, parent }, index) => {
    const before = pieces[index - 1]
    const isJoined = /^[\p{L}\p{N}]/u.test(text) && /[\p{L}\p{N}?!.]$/u.test(before?.text ?? '')
    return isJoined && before?.parent !== parent ? [`${before?.text}|${text}`] : []
  })
}

/** Returns the text of the main content of a page, without controls and hidden elements. */
function readMain(html: string): string {
  const main = DomUtils.getElementsByTagName('main', parseDocument(html), true, 1)
  return readText(main, ({ name, attribs }) => controls.has(name) || 'hidden' in attribs)
}

/** Returns the text of the Markdown of a page, without the parts that the page does not have. */
function readMarkdown(markdown: string): string {
  const content = markdown
    .replace(/^---\n.*?\n---\n/s, '')
    .replace(/^\s*> .*\n/, '')
    .replace(/\n## [^\n]*\n\n- [^\n]*\n$/, '')
  const html = new MarkdownIt({ html: true })
    .render(content)
    // A term and its description are one item: the term in bold, and a colon.
    .replace(/(<li>(?:<p>|\s)*<strong>(?:(?!<\/strong>).)*<\/strong>):/gs, '$1')
  return readText(parseDocument(html).children, () => false)
}

/** Returns the texts of both forms of a page from the first character that differs, or an empty array. */
export async function compareForms(app: FastifyInstance, path: string): Promise<string[]> {
  const [html, markdown] = await Promise.all([app.inject(path), app.inject(markdownPathOf(path))])
  const texts = [readMain(html.body), readMarkdown(markdown.body)]
  const [inHtml = '', inMarkdown = ''] = texts
  if (inHtml === inMarkdown) return []
  const start = Array.from(inHtml).findIndex((_, index) => inHtml[index] !== inMarkdown[index])
  return texts.map((text) => JSON.stringify(text.slice(Math.max(0, start - 40), start + 80)))
}
