import { type ChildNode, Element, isText, type ParentNode } from 'domhandler'
import { DomUtils } from 'htmlparser2'
import { once } from '../base/cache.ts'
import { groupBy } from '../base/group-by.ts'
import {
  type Container,
  elementsIn,
  isBlock,
  isConcealed,
  isElement,
  lineThrough,
  textOf
} from '../base/html-tree.ts'
import { removeDirectionMarks, squeeze } from '../base/text.ts'
import { rangeMark } from '../business/amounts.ts'
import {
  findName,
  maxLabel,
  type Name,
  nameMark,
  type Offers,
  priceStart,
  smallMark,
  splitAtNames,
  toKey
} from './names.ts'

const skipped = new Set(['head', 'script', 'style', 'template', 'noscript', 'select'])

// Such a price or name is no longer valid.
const struck = new Set(['del', 's', 'strike'])

/** Recognises what says of the struck price before it that it was the price. */
function describesStruck(element: Element): boolean {
  if (!/screen-reader-text|sr-only|visually-hidden/.test(element.attribs.class ?? '')) return false
  const before = DomUtils.prevElementSibling(element)
  const digitsOf = (part: Element) => textOf(part).replace(/\D/g, '')
  return before !== null && struck.has(before.name) && digitsOf(before) === digitsOf(element)
}

/** Returns whether readers see an element, and its text is not struck through. The examples in blocks of code state no facts. */
export const isRead = (element: Element) =>
  !skipped.has(element.name) &&
  !struck.has(element.name) &&
  !isConcealed(element) &&
  !lineThrough.test(element.attribs.style ?? '') &&
  !describesStruck(element) &&
  !(element.name === 'pre' && element.children.some((child) => isElement(child) && child.name === 'code'))

/** A line of a page: a block without blocks in it, or the part of it with one name. */
export interface Line {
  index: number
  /** The block and the elements around it, from the inside. */
  around: Element[]
  /** Its column, and the number of cells in its row; empty outside of tables. Cells that span others move columns. */
  column: string
  /** The level of the heading that it is in. */
  level: number
  text: string
  name: Name | undefined
  /** Returns the amounts around the name, whose own number is none. */
  amounts: () => number[]
  /** Returns also the amounts that are usually no price. */
  allAmounts: () => number[]
}

/** Reads a tree as lines in reading order. Changes the tree. */
export function readLines(root: Container, offers: Offers): Line[] {
  const markOf = ({ name, children }: Element) => {
    if (name === 'small') return smallMark
    const text = children.map((child) => (isText(child) ? child.data : '')).join('')
    const label = text.length > maxLabel ? '' : text.replace(/[\s:.–-]+$/, '')
    return name === 'code' || offers.items.has(toKey(label)) ? nameMark : ''
  }
  const found = wrapLines(root)
    .map((element) => ({ element, text: squeeze(removeDirectionMarks(textOf(element, isRead, markOf))) }))
    .filter(({ text }) => text !== '')
  const texts = joinSigns(found.map(({ text }) => text))
  const lines = found.map(({ element }, index) => {
    const around = listAround(element)
    return {
      around,
      column: columnOf(around),
      level: Math.min(...around.map(levelOf)),
      text: texts[index] ?? ''
    }
  })
  writeColumnSigns(lines, offers.readAmounts)
  return lines
    .flatMap((line) => splitAtNames(line.text, offers).map((text) => ({ ...line, text })))
    .map((line, index) => {
      const { text } = line
      const name = findName(text, offers)
      const rest = name ? text.slice(0, name.start) + nameMark + text.slice(name.end) : text
      return {
        ...line,
        index,
        name,
        amounts: once(() => offers.readAmounts(rest)),
        allAmounts: once(() => offers.readAllAmounts(rest))
      }
    })
}

const maxLevels = 30

export const listAround = (node: ParentNode | null, max = maxLevels): Element[] =>
  isElement(node) && max > 0 ? [node, ...listAround(node.parent, max - 1)] : []

// A term is the heading of its descriptions, and a caption of its table.
const levels = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'caption']
export const noLevel = levels.length
export const levelOf = ({ name }: Element) => (levels.includes(name) ? levels.indexOf(name) : noLevel)

const maxRowSize = 100

export const isCell = ({ name }: Element) => name === 'td' || name === 'th'

function columnOf(around: Element[]): string {
  const cell = around.find(isCell)
  const row = cell?.parent?.children.slice(0, maxRowSize).filter(isElement).filter(isCell) ?? []
  return cell ? `${row.indexOf(cell)}/${row.length}` : ''
}

const endsLine = (node: ChildNode): node is Element =>
  isElement(node) && (node.name === 'br' || node.name.includes('-') || isBlock(node))

/** Makes a block of each text next to blocks or line breaks. Returns the blocks without blocks in them. */
function wrapLines(root: Container): Element[] {
  const outer = new Set<ParentNode>([root])
  for (const { parent } of [...elementsIn(root, isRead)].filter(endsLine))
    for (let around = parent; around && !outer.has(around); around = around.parent) outer.add(around)
  const isInline = (node: ChildNode) => !endsLine(node) && !(isElement(node) && outer.has(node))
  for (const parent of outer) {
    const { children } = parent
    parent.children = []
    let line: Element | undefined
    for (const child of children) {
      line = isInline(child) ? (line ?? addLine(parent)) : undefined
      // Else `appendChild` would look for it among all children of its parent.
      Object.assign(child, { parent: null, prev: null, next: null })
      DomUtils.appendChild(line ?? parent, child)
    }
  }
  return [...elementsIn(root, isRead)].filter((node) => endsLine(node) && isRead(node) && !outer.has(node))
}

function addLine(parent: ParentNode): Element {
  const style = isElement(parent) ? (parent.attribs.style ?? '') : ''
  const line = new Element('div', { style })
  DomUtils.appendChild(parent, line)
  return line
}

/** Moves the sign of a currency that is alone in its line to the number next to it. */
const joinSigns = (lines: string[]): string[] =>
  lines
    .join('\n')
    .replace(/^(\p{Sc})\n(?=\d)/gmu, '\n$1')
    .replace(/(?<=\d)\n(\p{Sc})$/gmu, ' $1\n')
    .split('\n')

// A title may be above the head.
const maxHeadRows = 3
const maxHead = 100

// "In", as in "מחיר בש״ח", "מחיר ב-₪" and "السعر بالريال".
const prefix = /^(?:ב[-־–]?|ب(?:ال)?)(?=[\p{L}\p{Sc}])/u

// A number or a range, perhaps after "from".
const amount = String.raw`\p{Nd}[\p{Nd}.,٫٬'’\s]*`
const onePrice = new RegExp(
  String.raw`^[^\p{L}\p{N}\p{Sc}]*(?:${priceStart})?${amount}(?:${rangeMark}${amount})?[^\p{L}\p{Nd}\p{Sc}]*$`,
  'iu'
)

/** Writes the currency in the head of a column, as in "Price (€)", after each number below it. */
function writeColumnSigns(
  lines: Pick<Line, 'around' | 'column' | 'text'>[],
  readAmounts: Offers['readAmounts']
): void {
  const isSign = (word: string) => word !== '' && !/\d/.test(word) && readAmounts(`1 ${word}`).includes(1)
  const findSign = (text: string) =>
    text
      .slice(0, maxHead)
      .split(/[\s()[\]:,/]+/)
      .map((word) => word.replace(prefix, ''))
      .find(isSign) ?? ''
  const tables = groupBy(lines, ({ around }) => around.find(({ name }) => name === 'table'))
  tables.delete(undefined)
  for (const table of tables.values()) {
    const rows = groupBy(table, ({ around }) => around.find(({ name }) => name === 'tr'))
    const heads = [...rows.values()]
      .slice(0, maxHeadRows)
      .map((row) => row.map(({ column, text }) => [column, findSign(text)] as const))
    const signs = new Map(heads.find((head) => head.some(([, sign]) => sign !== '')))
    for (const line of table) {
      const sign = signs.get(line.column)
      if (sign && onePrice.test(line.text)) line.text = line.text.replace(/\p{Nd}(?=\P{Nd}*$)/u, `$& ${sign}`)
    }
  }
}
