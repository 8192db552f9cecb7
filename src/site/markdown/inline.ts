import { type ChildNode, Text } from 'domhandler'
import { DomUtils } from 'htmlparser2'
import { NodeHtmlMarkdown, PostProcessResult } from 'node-html-markdown'
import { isElement, nodesIn, squeeze } from '../tree.ts'
import { isBlock } from './content.ts'

const translator = new NodeHtmlMarkdown(
  {
    // An underscore within a word emphasizes nothing; what would read as a tag or an entity is to be read as it is.
    globalEscape: [
      /[\\`*[\]]|~(?=~)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=#?\w+;)/giu,
      '\\$&'
    ],
    // Each text would be taken for the start of a line; escapeStart looks at whole lines.
    lineStartEscape: [/(?!)/g, ''],
    emDelimiter: '*',
    maxConsecutiveNewlines: 1
  },
  {
    a: ({ node }) => {
      const href = node.getAttribute('href')
      if (!href) return {}
      const label = node.getAttribute('aria-label') ?? ''
      return {
        postprocess: ({ content }) => squeeze(content) || squeeze(label) || PostProcessResult.RemoveNode,
        prefix: '[',
        postfix: `](${href})`
      }
    }
  }
)

// The library's time grows with the product of the nodes and the characters that it is given at once, and it calls
// itself for each level: so many nodes are a piece, unless one element has more.
const maxPiece = 20
const maxNodes = 100
const maxCharacters = 10_000

/** Text with links, images, code and emphasis as Markdown; empty where there is nothing to read. */
export function inline(nodes: ChildNode[]): string {
  return (
    pieces(nodes)
      .map(translate)
      .join('')
      .replace(/^[^\S\n]+/gm, '')
      .replace(/\n{2,}/g, '\n')
      // Links that only their style sets apart.
      .replace(/(\]\([^\s()]*\))(?=!?\[)/g, '$1 ')
      .trim()
  )
}

/** The same in one line. */
export const inlineText = (nodes: ChildNode[]) => squeeze(inline(nodes))

/** The nodes in pieces that the library can take; an element larger than that is left out around what it holds. */
function pieces(nodes: ChildNode[]): ChildNode[][] {
  const found: ChildNode[][] = []
  let piece: ChildNode[] = []
  let room = maxPiece
  const rest = nodes.toReversed()
  for (let node = rest.pop(); node; node = rest.pop()) {
    const size = sizeOf(node)
    if (size > maxNodes && isElement(node)) {
      const space = isBlock(node) ? [new Text(' ')] : []
      for (const child of [...space, ...node.children, ...space].reverse()) rest.push(child)
    } else {
      if (size > room) {
        found.push(piece)
        piece = []
        room = maxPiece
      }
      piece.push(node)
      room -= size
    }
  }
  return [...found, piece]
}

/** How much of a piece a node is, in nodes; more than a piece where it is too large for one. */
function sizeOf(node: ChildNode): number {
  if (!isElement(node)) return 1
  let size = 1
  let characters = 0
  for (const below of nodesIn(node)) {
    size += 1
    if ('data' in below) characters += below.data.length
    if (size > maxNodes || characters > maxCharacters) return maxNodes + 1
  }
  return size
}

/** Markdown with the space around it that its text has. */
function translate(nodes: ChildNode[]): string {
  // Space in a row is one; the library would need time that grows with its square.
  const html = DomUtils.getOuterHTML(nodes, { encodeEntities: 'utf8' }).replace(/\s+/g, ' ')
  if (html.trim() === '') return html
  const before = html.startsWith(' ') ? ' ' : ''
  const after = html.endsWith(' ') ? ' ' : ''
  return before + translator.translate(html) + after
}

/** Text that starts like a heading, a list or a quotation, written so that it is read as text. */
export const escapeStart = (text: string) =>
  text.replace(
    /^(?:(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=]+$)|(\d{1,9})([.)](?=\s|$)))/gm,
    (_match, mark: string | undefined, digits: string, dot: string) =>
      mark === undefined ? `${digits}\\${dot}` : `\\${mark}`
  )
