import type { ChildNode } from 'domhandler'
import { DomUtils } from 'htmlparser2'
import { NodeHtmlMarkdown, PostProcessResult } from 'node-html-markdown'
import { isElement, squeeze, textOf } from '../tree.ts'

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

// The library's time grows with the square of what it is given at once.
const most = 100

/** Text with links, images, code and emphasis as Markdown; empty where there is nothing to read. */
export function inline(nodes: ChildNode[]): string {
  const parts: string[] = []
  for (let start = 0; start < nodes.length; start += most)
    parts.push(translate(nodes.slice(start, start + most)))
  return (
    parts
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

/** Markdown with the space around it that its text has. */
function translate(nodes: ChildNode[]): string {
  try {
    const html = DomUtils.getOuterHTML(nodes, { encodeEntities: 'utf8' })
    if (html.trim() === '') return html
    const before = /^\s/.test(html) ? ' ' : ''
    const after = /\s$/.test(html) ? ' ' : ''
    return before + translator.translate(html) + after
  } catch (error) {
    // Both libraries call themselves for each level; what is deeper than the stack is left without emphasis and links.
    /* c8 ignore next: a fault of ours, which the thread reports */
    if (!(error instanceof RangeError)) throw error
    return nodes.map((node) => (isElement(node) ? textOf(node) : DomUtils.textContent(node))).join('')
  }
}

/** Text that starts like a heading, a list or a quotation, written so that it is read as text. */
export const escapeStart = (text: string) =>
  text.replace(
    /^(?:(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=]+$)|(\d{1,9})([.)](?=\s|$)))/gm,
    (_match, mark: string | undefined, digits: string, dot: string) =>
      mark === undefined ? `${digits}\\${dot}` : `\\${mark}`
  )
