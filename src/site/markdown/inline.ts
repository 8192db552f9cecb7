import { type ChildNode, Text } from 'domhandler'
import { DomUtils } from 'htmlparser2'
import { NodeHtmlMarkdown, PostProcessResult } from 'node-html-markdown'
import { removeDirectionMarks, squeeze } from '../../business/text.ts'
import { markdownSyntax } from '../../surfaces/escape-markdown.ts'
import { isBlock } from './content.ts'
import { isElement, nodesIn } from './tree.ts'

// Marks the start of a link until the text before it is known. U+FFFE is not a character (Unicode, 23.7), and every bracket of
// a text is escaped, so no text looks like a mark.
const linkMark = '\ufffe'

const translator = new NodeHtmlMarkdown(
  {
    globalEscape: [markdownSyntax, '\\$&'],
    // The library would treat each text node as the start of a line; escapeStart handles whole lines instead.
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
        prefix: `${linkMark}[`,
        postfix: `](${href})`
      }
    }
  }
)

// The library's time grows with nodes × characters per call, and it recurses for each level. So it gets pieces of this
// many nodes. An element with more nodes is a piece of its own, up to the limits of an element.
const maxPieceNodes = 20
const maxElementNodes = 100
const maxElementCharacters = 10_000

/** Renders text with links, images, code and emphasis as Markdown. Returns an empty string if there is no text. */
export function renderInline(nodes: ChildNode[]): string {
  return (
    splitIntoPieces(nodes)
      .map(translate)
      .join('')
      .replace(/^[^\S\n]+/gm, '')
      .replace(/\n{2,}/g, '\n')
      // An exclamation mark before a link would make it an image.
      .replaceAll(`!${linkMark}[`, '\\![')
      .replaceAll(`${linkMark}[`, '[')
      // Adds a space between links that only CSS separates.
      .replace(/(\]\([^\s()]*\))(?=!?\[)/g, '$1 ')
      .trim()
  )
}

/** Like `renderInline`, but in one line. */
export const renderInlineText = (nodes: ChildNode[]) => squeeze(renderInline(nodes))

/** Splits nodes into pieces that the library can process. An element above the limits is replaced by its children. */
function splitIntoPieces(nodes: ChildNode[]): ChildNode[][] {
  const pieces: ChildNode[][] = []
  let piece: ChildNode[] = []
  let room = maxPieceNodes
  const rest = nodes.toReversed()
  for (let node = rest.pop(); node; node = rest.pop()) {
    const size = countNodes(node)
    if (size > maxElementNodes && isElement(node)) {
      const space = isBlock(node) ? [new Text(' ')] : []
      for (const child of [...space, ...node.children, ...space].reverse()) rest.push(child)
    } else {
      if (size > room) {
        pieces.push(piece)
        piece = []
        room = maxPieceNodes
      }
      piece.push(node)
      room -= size
    }
  }
  return [...pieces, piece]
}

/** Returns the number of nodes in a tree, or more than `maxElementNodes` if it exceeds a limit. */
function countNodes(node: ChildNode): number {
  if (!isElement(node)) return 1
  let size = 1
  let characters = 0
  for (const descendant of nodesIn(node)) {
    size += 1
    if ('data' in descendant) characters += descendant.data.length
    if (size > maxElementNodes || characters > maxElementCharacters) return maxElementNodes + 1
  }
  return size
}

/** Converts nodes to Markdown, and preserves the space before and after them. */
function translate(nodes: ChildNode[]): string {
  // Collapses whitespace, because the library needs quadratic time for long runs of it.
  const html = DomUtils.getOuterHTML(nodes, { encodeEntities: 'utf8' })
    .replace(/\s+/g, ' ')
    // Markdown isolates no text, so the direction marks of amounts would only hide in it.
    .replace(/<bdi\b[^<]*/g, removeDirectionMarks)
  if (html.trim() === '') return html
  const before = html.startsWith(' ') ? ' ' : ''
  const after = html.endsWith(' ') ? ' ' : ''
  return before + translator.translate(html) + after
}
