import { type ChildNode, Element } from 'domhandler'
import { colonOf } from '../base/language.ts'
import { escapeEnd, escapeStart, squeeze } from '../base/text.ts'
import { isBlock, isElement, textOf } from '../html/tree.ts'
import { type Budget, LimitError } from './budget.ts'
import type { Content } from './content.ts'
import { fenceOf, renderInline, Spacer } from './inline.ts'
import { renderTable } from './table.ts'

type Write = (nodes: ChildNode[]) => string[]

interface Writer {
  write: Write
  writeInline: (nodes: ChildNode[]) => string
  budget: Budget
  /** The sign after a term. */
  colon: string
}

type Renderer = (element: Element, writer: Writer) => string[]

// Limits nested lists, tables and quotations, because each level is a recursive call. The call stack has room for far more.
const maxLevels = 200
const tooDeep = `its lists, tables and quotations are nested more than ${maxLevels} deep`

/** Writes the content of a page as Markdown blocks. Throws a LimitError if it is too deep or too large. */
export function writeBlocks(content: Content, budget: Budget, language: string): string[] {
  const colon = colonOf(language)
  const isInline = (node: ChildNode) =>
    !isElement(node) || (!isBlock(node) && !content.containsBlock.has(node))
  const findRenderer = (element: Element) =>
    element.name === 'table' && !content.containsTable.has(element)
      ? renderTable
      : renderers.get(element.name)
  const writeInline = (nodes: ChildNode[]) =>
    renderInline(nodes, content.emphasis.get(nodes[0]?.parent ?? null) ?? [])
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
      if (text !== '') texts.push(separateLists(text, texts.at(-1)))
    }
    const endRun = () => {
      while (run.at(-1) instanceof Spacer) run.pop()
      if (run.length > 0) add(escapeStart(writeInline(run)))
      run = []
    }
    const open = (element: Element) => {
      const render = findRenderer(element)
      if (render) {
        for (const text of nest(() => render(element, { write, writeInline, budget, colon }))) add(text)
      } else {
        rest.push(undefined)
        for (const child of element.children.toReversed()) rest.push(child)
      }
    }
    while (rest.length > 0) {
      const node = rest.pop()
      if (node instanceof Spacer && run.length === 0) continue
      if (node && isInline(node)) run.push(node)
      else {
        endRun()
        if (isElement(node)) open(node)
      }
    }
    endRun()
    return texts
  }
  return write(content.nodes)
}

const heading: Renderer = ({ name, children }, { writeInline }) => {
  const text = squeeze(writeInline(children))
  return text === '' ? [] : [`${'#'.repeat(Number(name.slice(1)))} ${escapeEnd(text)}`]
}

const quotation: Renderer = ({ children }, { write }) => {
  const text = write(children).join('\n\n')
  return text === '' ? [] : [text.replace(/^/gm, '> ')]
}

const code: Renderer = (element) => {
  const text = textOf(element).replace(/^\n/, '').trimEnd()
  const inner = element.children.find(isElement)
  const names = `${inner?.attribs.class ?? ''} ${element.attribs.class ?? ''}`
  const language = /(?:^|\s)(?:lang|language)-([\w+#-]{1,40})/.exec(names)?.[1] ?? ''
  const fence = fenceOf(text, 3)
  return text === '' ? [] : [`${fence}${language}\n${text}\n${fence}`]
}

const list: Renderer = (element, { write }) => {
  const items = readItems(element, write)
  let delimiter = '.'
  return joinItems(
    items.map(({ blocks, number }, index) => {
      // Only another delimiter begins a list at another number (CommonMark, section 5.3).
      if (index > 0 && number - 1 !== items[index - 1]?.number) delimiter = otherDelimiter(delimiter)
      return writeItem(element.name === 'ol' && number >= 0 ? `${number}${delimiter} ` : '- ', blocks)
    })
  )
}

function readItems({ attribs, children }: Element, write: Write) {
  const nodes = children.flatMap(unwrapItems)
  const step = attribs.reversed === undefined ? 1 : -1
  let number = parseNumber(attribs.start) ?? (step === 1 ? 1 : nodes.filter(isItem).length)
  const items: { blocks: string[]; number: number }[] = []
  const add = (blocks: string[]) => {
    if (blocks.length > 0) items.push({ blocks, number })
  }
  for (const node of nodes) {
    const last = isElement(node) && listTags.includes(node.name) ? items.at(-1) : undefined
    if (last) last.blocks.push(...write([node]).map((block) => separateLists(block, last.blocks.at(-1))))
    else if (!isItem(node)) add(write([node]))
    else {
      number = parseNumber(node.attribs.value) ?? number
      add(write(node.children))
      number += step
    }
  }
  return items
}

// Scripts put items into elements of their own.
const unwrapItems = (node: ChildNode): ChildNode[] =>
  isElement(node) && !['li', ...listTags].includes(node.name) && node.children.some(isItem)
    ? node.children
    : [node]
const isItem = (node: ChildNode): node is Element => isElement(node) && node.name === 'li'
const listTags = ['ul', 'ol', 'menu']

// As browsers do, without the text after the digits. An item number has at most nine of them (CommonMark, section 5.2).
function parseNumber(text = ''): number | undefined {
  const [, digits] = /^\s*([+-]?\d{1,8})(?!\d)/.exec(text) ?? []
  return digits === undefined ? undefined : Number(digits)
}

const otherDelimiter = (delimiter: string) => (delimiter === '.' ? ')' : '.')
const numbers = /^(\d+)([.)])(?= )/gm

/** Returns a block with other delimiters if it is a numbered list that would continue the list before it. */
function separateLists(block: string, before = ''): string {
  const last = /^\d/.test(before) ? [...before.matchAll(numbers)].at(-1)?.[2] : undefined
  return last === undefined || !block.startsWith(last, block.search(/\D/))
    ? block
    : block.replace(
        numbers,
        (_marker, digits: string, delimiter: string) => digits + otherDelimiter(delimiter)
      )
}

function writeItem(marker: string, [first = '', ...blocks]: string[]): string {
  // After the hyphen of an item, three hyphens would make the whole line a rule.
  let text = marker + (first === '---' ? '***' : first)
  for (const block of blocks) text += (canFollowText(block) ? '\n' : '\n\n') + block
  return text.replace(/\n(?=.)/g, `\n${' '.repeat(marker.length)}`)
}

// If an item has several paragraphs, or begins a list, blank lines separate all items.
const joinItems = (items: string[]) =>
  items.length === 0 ? [] : [items.join(items.some((text) => /\n\n|^\d+\)/.test(text)) ? '\n\n' : '\n')]
// Only such lists can follow a line of text (CommonMark, section 5.3).
const canFollowText = (block: string) => /^(?:- |1[.)] )/.test(block)

const definitions: Renderer = ({ children }, { write, writeInline, colon }) => {
  // Each description ends with an empty text, because an empty one is the end of its terms too.
  const entries: { terms: string[]; descriptions: string[] }[] = []
  const parts = children.flatMap((node) => (isElement(node) && node.name === 'div' ? node.children : [node]))
  for (const part of parts) {
    const isTerm = isElement(part) && part.name === 'dt'
    const last = entries.at(-1)
    const entry = last && !(isTerm && last.descriptions.length > 0) ? last : { terms: [], descriptions: [] }
    if (entry !== last) entries.push(entry)
    if (isTerm) entry.terms.push(squeeze(writeInline(part.children)))
    else entry.descriptions.push(...write([part]), ...(isElement(part) && part.name === 'dd' ? [''] : []))
  }
  const items = entries.map(({ terms, descriptions: all }) => {
    const descriptions = all.filter(Boolean)
    const term = escapeStart(terms.filter(Boolean).join(' / '))
    const [first = '', ...others] = descriptions
    return term && first && others.length === 0 && !blockMark.test(first)
      ? [`${openDefinition(term, colon)}${first}`]
      : [...(term ? [toStrong(term)] : []), ...descriptions]
  })
  return joinItems(items.filter((blocks) => blocks.length > 0).map((blocks) => writeItem('- ', blocks)))
}

// A term that ends in a maqaf is a prefix of its description. The maqaf is after the asterisks, because between it and a
// letter or digit they would not end the bold text (CommonMark, section 6.2). A term may have a colon of its own.
const openDefinition = (term: string, colon: string) =>
  /.־$/.test(term)
    ? `${toStrong(term.slice(0, -1))}־`
    : `${toStrong(term)}${ownColon.test(term) ? '' : colon} `

const ownColon = /(?:[:：;?!؟]|\s[–—-])\p{Cf}*(?:[*~`]|<\/\w+>|\]\([^\s()]*\))*$/u

// The text has no mark at its start, because it is escaped there.
const blockMark = /^(?:#{1,6} |[->] |[|]|```|---$|\d+[.)] )|\n/

// Next to other asterisks, the asterisks of bold text could end too early.
const toStrong = (text: string) =>
  /\*\*|<strong>/.test(text) ? text : /(?<!\\)\*/.test(text) ? `<strong>${text}</strong>` : `**${text}**`

/** Renders the summary of details: a heading or list stays one, text becomes bold. */
const summary: Renderer = ({ children }, { write }) => {
  const blocks = write(children)
  return blocks.map((block) => (blockMark.test(block) ? block : toStrong(block)))
}

// An image, which a link may contain. An escaped exclamation mark is text.
const image = /(?<!\\)!\[(?:\\.|[^\\[\]])*\]\([^\s()]*(?: "(?:\\.|[^\\"])*")?\)/g
// A link, a rule, or a block of several lines or content.
const unlinkable = /\]\(|^(?:[|>]|```|---$|\d+[.)] |- (?:.*\n|[->|#`]|\d+[.)] ))/

/**
 * Renders a link around blocks: the first block that can be its text gets the URL. If none can, or if no block is in it,
 * its address or name follows.
 */
const link: Renderer = (element, { write, writeInline }) => {
  const { href, 'aria-label': label } = element.attribs
  const blocks = label === undefined ? write(element.children) : [writeInline([element])]
  if (!href || label !== undefined) return blocks
  const index = blocks.findIndex((block) => !unlinkable.test(block.replace(image, '')))
  if (index === -1) return [...blocks, writeInline([new Element('a', { href, 'aria-label': '' })])]
  return blocks.map((block, at) =>
    at === index
      ? block.replace(/^(#{1,6} |- )?(.*)$/s, (_match, mark = '', text) => `${mark}[${text}](${href})`)
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
