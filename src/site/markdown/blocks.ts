import type { ChildNode, Element } from 'domhandler'
import { escapeEnd, escapeStart } from '../../surfaces/escape-markdown.ts'
import { isBlock, type Marks } from './content.ts'
import { renderInline, renderInlineText } from './inline.ts'
import { type Budget, LimitError } from './limits.ts'
import { renderTable } from './table.ts'
import { isElement, textOf } from './tree.ts'

/** Renders nodes as Markdown blocks: paragraphs, headings, lists, tables. */
type Write = (nodes: ChildNode[]) => string[]

type Renderer = (element: Element, write: Write, budget: Budget) => string[]

// Limits nested lists, tables and quotations, because each level is a recursive call. The call stack has room for far more.
const maxLevels = 200
const tooDeep = `its lists, tables and quotations are nested more than ${maxLevels} deep`

/** Returns a function that writes prepared content. It throws a LimitError if the content is too deep or too large. */
export function createWriter(marks: Marks, budget: Budget): Write {
  const isInline = (node: ChildNode) => !isElement(node) || (!isBlock(node) && !marks.containsBlock.has(node))
  const rendererOf = ({ name }: Element, containsTable: boolean) =>
    name === 'table' && !containsTable ? renderTable : renderers.get(name)

  let depth = 0
  const nest = (render: () => string[]) => {
    depth += 1
    if (depth > maxLevels) throw new LimitError(tooDeep)
    const texts = render()
    depth -= 1
    return texts
  }
  const write: Write = (nodes) => {
    const texts: string[] = []
    let run: ChildNode[] = []
    // A stack instead of recursion, because elements may be nested to any depth. Undefined marks the end of an element.
    const rest: (ChildNode | undefined)[] = nodes.toReversed()
    const add = (text: string) => {
      budget.write(text.length)
      if (text !== '') texts.push(text)
    }
    const endRun = () => {
      add(escapeStart(renderInline(run)))
      run = []
    }
    const open = (element: Element) => {
      const render = rendererOf(element, marks.containsTable.has(element))
      if (render) {
        for (const text of nest(() => render(element, write, budget))) add(text)
      } else {
        rest.push(undefined)
        for (const child of element.children.toReversed()) rest.push(child)
      }
    }
    while (rest.length > 0) {
      const node = rest.pop()
      if (node && isInline(node)) run.push(node)
      else {
        endRun()
        if (isElement(node)) open(node)
      }
    }
    endRun()
    return texts
  }
  return write
}

const heading: Renderer = ({ name, children }) => {
  const text = renderInlineText(children)
  return text === '' ? [] : [`${'#'.repeat(Number(name.slice(1)))} ${escapeEnd(text)}`]
}

const quotation: Renderer = ({ children }, write) => {
  const text = write(children).join('\n\n')
  return text === '' ? [] : [text.replace(/^/gm, '> ')]
}

const code: Renderer = (element) => {
  const text = textOf(element).replace(/^\n/, '').trimEnd()
  const inner = element.children.find(isElement)
  const names = `${inner?.attribs.class ?? ''} ${element.attribs.class ?? ''}`
  const language = /(?:^|\s)(?:lang|language)-([\w+#-]{1,40})/.exec(names)?.[1] ?? ''
  const longest = (text.match(/`+/g) ?? []).reduce((max, { length }) => Math.max(max, length), 2)
  const fence = '`'.repeat(longest + 1)
  return text === '' ? [] : [`${fence}${language}\n${text}\n${fence}`]
}

const list: Renderer = (element, write) => {
  const start = element.name === 'ol' ? startOf(element) : undefined
  const items = element.children
    .map((node) => write(isElement(node) && node.name === 'li' ? node.children : [node]))
    .filter((blocks) => blocks.length > 0)
    .map((blocks, index) => item(start === undefined ? '- ' : `${start + index}. `, blocks))
  return joinItems(items)
}

// An item number has at most nine digits (CommonMark, section 5.2).
const startOf = ({ attribs: { start = '' } }: Element) => (/^\s*\d{1,8}\s*$/.test(start) ? Number(start) : 1)

const item = (marker: string, blocks: string[]) =>
  marker +
  blocks
    .reduce((text, block) => `${text}${isList(block) ? '\n' : '\n\n'}${block}`)
    .replace(/\n(?=.)/g, `\n${' '.repeat(marker.length)}`)
// If an item has several paragraphs, blank lines separate all items.
const joinItems = (items: string[]) =>
  items.length === 0 ? [] : [items.join(items.some((text) => text.includes('\n\n')) ? '\n\n' : '\n')]
const isList = (block: string) => /^(?:- |\d+\. )/.test(block)

/** Renders terms with their descriptions as a list. */
const definitions: Renderer = ({ children }, write) => {
  const entries: { terms: string[]; descriptions: string[] }[] = []
  const parts = children
    .filter(isElement)
    .flatMap((node) => (node.name === 'div' ? node.children.filter(isElement) : [node]))
  for (const part of parts) {
    const isTerm = part.name === 'dt'
    const last = entries.at(-1)
    const entry = last && !(isTerm && last.descriptions.length > 0) ? last : { terms: [], descriptions: [] }
    if (entry !== last) entries.push(entry)
    if (isTerm) entry.terms.push(renderInlineText(part.children))
    else entry.descriptions.push(...write(part.children))
  }
  const items = entries.map(({ terms, descriptions }) => {
    const term = terms.filter(Boolean).join(' / ')
    const isShort = descriptions.length === 1 && !descriptions[0]?.includes('\n')
    return isShort && term
      ? [`${openDefinition(term)}${descriptions[0]}`]
      : [...(term ? [strong(term)] : []), ...descriptions]
  })
  return joinItems(items.filter((blocks) => blocks.length > 0).map((blocks) => item('- ', blocks)))
}

// A term that ends in a maqaf is a prefix of its description. The maqaf is after the asterisks, because between it and a
// letter or digit they would not end the bold text (CommonMark, section 6.2).
const openDefinition = (term: string) =>
  /.־$/.test(term) ? `${strong(term.slice(0, -1))}־` : `${strong(term)}: `

const strong = (text: string) => (text.includes('**') ? text : `**${text}**`)

/** Renders the summary of details: a heading stays a heading, other text becomes bold. */
const summary: Renderer = ({ children }, write) => {
  const blocks = write(children)
  return blocks.map((block) => (/^#{1,6} |\n/.test(block) ? block : strong(block)))
}

/** Renders a link around blocks: the first block without a link of its own gets the URL. */
const link: Renderer = (element, write) => {
  const href = element.attribs.href
  const blocks = write(element.children)
  const index = href ? blocks.findIndex((block) => !/\]\(|^[|`>]|\n/.test(block)) : -1
  return blocks.map((block, at) =>
    at === index
      ? block.replace(/^(#{1,6} |- )?(.*)$/, (_match, mark = '', text) => `${mark}[${text}](${href})`)
      : block
  )
}

const renderers = new Map<string, Renderer>([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name): [string, Renderer] => [name, heading]),
  ...['ul', 'ol', 'menu'].map((name): [string, Renderer] => [name, list]),
  ['blockquote', quotation],
  ['pre', code],
  ['hr', () => ['---']],
  ['dl', definitions],
  ['summary', summary],
  ['a', link]
])
