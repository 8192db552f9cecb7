import { type ChildNode, Element, isText, type ParentNode } from 'domhandler'
import { once } from '../base/cache.ts'
import { groupBy } from '../base/group-by.ts'
import { fold, normalizeDigits } from '../base/spelling.js'
import { foldText, removeDirectionMarks, squeeze } from '../base/text.ts'
import { type createAmountReader, minutes, rangeMark } from '../business/amounts.ts'
import { isConcealed } from '../html/panels.ts'
import { elementsIn, isBlock, isCell, isElement, lineThrough, nodesIn, textOf } from '../html/tree.ts'
import type { Fact } from './facts.ts'

/** A line of a page: a block without blocks in it, or the part of it with one name. */
export interface Line {
  index: number
  /** The block and the elements around it, from the inside. */
  around: Element[]
  /** The level of the heading that it is in. */
  level: number
  /** Its column, and the number of cells in its row; empty outside of tables. Cells that span others move columns. */
  column: string
  text: string
  name: Name | undefined
  /** Returns the amounts around the name, whose own number is none. */
  amounts: () => number[]
  /** Returns also the amounts that are usually no price. */
  allAmounts: () => number[]
}

/** The items of a business, and how to read its amounts. */
export interface Offers {
  /** The items with each name. */
  items: Map<string, Fact[]>
  /** All beginnings of the names. */
  starts: Set<string>
  readAmounts: ReturnType<typeof createAmountReader>
  /** Returns whether amounts have the whole price of an item. */
  showsPriceOf: (name: string, amounts: number[]) => boolean
  /** Returns whether a text of the data has a name and an amount, such as a deposit. */
  isMentioned: (name: string, amount: number) => boolean
}

/** The name of an item in a line. */
interface Name {
  name: string
  start: number
  end: number
  /** Whether a price follows it, and no other words, as in "Cut (30 min) from £20". */
  isPriced: boolean
}

/** Reads a tree as lines in reading order. */
export function readLines(root: ParentNode, offers: Offers): Line[] {
  const markOf = ({ name, children }: Element) => {
    const text = children.map((child) => (isText(child) ? child.data : '')).join('')
    const label = text.length > maxLabel ? '' : text.replace(/[\s:.–-]+$/, '')
    return name === 'code' || offers.items.has(toKey(label)) ? nameMark : ''
  }
  const blocks = listBlocks(root)
    .map((element) => ({ element, text: squeeze(removeDirectionMarks(textOf(element, isRead, markOf))) }))
    .filter(({ text }) => text !== '')
  const texts = joinSigns(blocks.map(({ text }) => text))
  const lines = blocks.map(({ element }, index) => {
    const around = listAround(element)
    const level = Math.min(...around.map(levelOf))
    return { around, level, column: columnOf(around), text: texts[index] ?? '' }
  })
  writeColumnSigns(lines, offers.readAmounts)
  return lines
    .flatMap((line) => splitAtNames(line.text, offers).map((text) => ({ ...line, text })))
    .map((line, index) => {
      const name = findName(line.text, offers)
      const rest = name ? line.text.slice(0, name.start) + nameMark + line.text.slice(name.end) : line.text
      const amounts = once(() => offers.readAmounts(rest))
      return { ...line, index, name, amounts, allAmounts: once(() => offers.readAmounts(rest, false)) }
    })
}

const skipped = new Set(['head', 'script', 'style', 'template', 'noscript', 'select'])

// Such a price or name is no longer valid.
const struck = new Set(['del', 's', 'strike'])

/** Returns whether readers see an element, and its text is not struck through. The examples in blocks of code state no facts. */
export const isRead = (element: Element) =>
  !skipped.has(element.name) &&
  !struck.has(element.name) &&
  !isConcealed(element) &&
  !lineThrough.test(element.attribs.style ?? '') &&
  !(element.name === 'pre' && element.children.some((child) => isElement(child) && child.name === 'code'))

// A term is the heading of its descriptions, and a caption of its table.
const levels = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'caption']
export const noLevel = levels.length
export const levelOf = ({ name }: Element) => (levels.includes(name) ? levels.indexOf(name) : noLevel)

const maxLevels = 30

const listAround = (node: ParentNode | null, max = maxLevels): Element[] =>
  isElement(node) && max > 0 ? [node, ...listAround(node.parent, max - 1)] : []

const maxRowSize = 100

function columnOf(around: Element[]): string {
  const cell = around.find(isCell)
  const row = cell?.parent?.children.slice(0, maxRowSize).filter(isElement).filter(isCell) ?? []
  return cell ? `${row.indexOf(cell)}/${row.length}` : ''
}

const endsLine = (node: ChildNode): node is Element =>
  isElement(node) && (node.name === 'br' || node.name.includes('-') || isBlock(node))

/** Returns the blocks without blocks in them, and an element around each text next to blocks or line breaks. */
function listBlocks(root: ParentNode): Element[] {
  const outer = new Set<ParentNode | ChildNode>([root])
  for (const { parent } of [...elementsIn(root, isRead)].filter(endsLine))
    for (let around = parent; around && !outer.has(around); around = around.parent) outer.add(around)
  const blocks: Element[] = []
  let last: ChildNode | undefined
  for (const node of nodesIn(root, (element) => outer.has(element))) {
    if (outer.has(node)) continue
    if (endsLine(node)) {
      if (isRead(node)) blocks.push(node)
      continue
    }
    if (node.prev === last) blocks.at(-1)?.children.push(node)
    else blocks.push(Object.assign(new Element('div', {}, [node]), { parent: node.parent }))
    last = node
  }
  return blocks
}

/** Moves the sign of a currency that is alone in its line to the number next to it. */
const joinSigns = (lines: string[]): string[] =>
  lines
    .join('\n')
    .replace(/^(\p{Sc})\n(?=\d)/gmu, '\n$1')
    .replace(/(?<=\d)\n(\p{Sc})$/gmu, ' $1\n')
    .split('\n')

/** Words that may be between a name and its price, as in "from £20", "starting at £20", "for £20" and "החל מ־20 ₪". */
export const priceStart = String.raw`(?:from|starting|only|just|now|was|ab|statt|nur|dès|à partir|desde|da|vanaf|od|от|החל|רק|[يت]بدأ|ابتداءً?)\s(?:(?:at|from|de|من)\s|[במ][-־–]?)?|(?:for|at|is|costs|für|kostet|à|pour|por|za|за|עולה|במחיר(?: של)?|بسعر|من)\s|[במ][-־–]?`

// A title may be above the head.
const maxHeadRows = 3
const maxHead = 100

// "In", as in "מחיר בש״ח", "מחיר ב-₪" and "السعر بالريال".
const prefix = /^(?:ב[-־–]?|ب(?:ال)?)(?=[\p{L}\p{Sc}])/u

// A number or a range, perhaps after "from" or before "per hour".
const amount = String.raw`\p{Nd}[\p{Nd}.,٫٬'’\s]*`
const onePrice = new RegExp(
  String.raw`^[^\p{L}\p{N}\p{Sc}]*(?:${priceStart})?${amount}(?:${rangeMark}${amount})?[^\p{L}\p{Nd}\p{Sc}]*(?:(?:/|per|pro|par|por|je)\s?\p{L}+)?$`,
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
  const cells = lines.filter(({ column }) => column !== '')
  for (const table of groupBy(cells, ({ around }) => around.find(({ name }) => name === 'table')).values()) {
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

/** Returns a text in the form in which texts are searched: capitals, accents, spaces and quotation marks do not matter. */
export const toKey = (text: string): string => fold(normalizeDigits(foldText(text))).replace(/[ '"]/g, '')

// Around the name of an item that is all of its element, and around code, such as an id. This mark is invisible and no white
// space, so no number continues after it.
const nameMark = '\u2062'

// A sign, or a number or price, as in "• Cut", "1. Cut", "£20 – Cut" and "£20 for a cut", and "A cut".
const labelStart =
  /^(?:[^\p{L}\p{N}\p{Sc}([]+|\d{1,2}[.)]\s|(?:\p{Sc}\s?[\d.,-]+|[\d.,-]+\s?\p{Sc})[^\p{L}\p{N}]+(?:for\s)?)?(?:(?:an?|the|our|מחיר)\s)?/iu

// Nothing, or signs and a number with the word after it, as in " – 20 euros" and " from £20".
const sign = String.raw`[^\p{L}\p{N}([*†‡]*`
const priceAfter = new RegExp(
  String.raw`^${sign}(?:(?:${priceStart})${sign})?(?:[A-Z]{3}\s?)?(?:(\d[\d.,'’\s]*\S*)|$)`,
  'u'
)

const hours = String.raw`(?:h|hours?|hrs?|std|stunden?|heures?|שעות|שעה)(?:\s?\d\d(?!\s?[\p{L}\p{N}\p{Sc}]|[.,]\d))?(?!\p{L})`
const duration = String.raw`(?:(?:about|approx|ca|circa|etwa|environ)\.?\s|כ[-־]?)?\d{1,3}(?:[.,]\d|½)?(?:${rangeMark}\d{1,3})?\s?(?:${minutes}|mn?(?!\p{L})|${hours})`
/** Words between two equal signs, as in " – long hair – ". */
export const betweenSigns = String.raw`([–—|·•/-])\s[^\p{N}\p{Sc}]{1,40}\s\1(?=\s)`

// Before the price: the mark of a footnote, an addition in brackets or between two signs, or a duration, as in "Cut, 1 hour".
const addition = new RegExp(
  String.raw`^[\s*†‡\u2070-\u2079¹²³]*(?:\([^()]{0,80}\)|\[[^[\]]{0,80}\]|[^\p{L}\p{N}\p{Sc}]*${duration}(?:\s?${duration})?|${betweenSigns})?`,
  'iu'
)

// A name that is all of an element, perhaps with a colon.
const elementEnd = /^[\s:.–-]*\u2062/

/** Returns whether a price follows a name, or undefined if other words do, as in "Cut and colour £20". */
function findPriceAfter(text: string, { readAmounts }: Offers): boolean | undefined {
  const after = normalizeDigits(text)
  const [price, number] = priceAfter.exec(after.replace(addition, '')) ?? []
  const isPriced = number !== undefined && readAmounts(price ?? '', false).length > 0
  const isEnd = elementEnd.test(after) || (price !== undefined && number === undefined)
  return isPriced || isEnd ? isPriced : undefined
}

const token = /[\p{L}\p{M}\p{N}]+|\s+|./gsu
// A name is not looked for in a longer text.
const maxLabel = 250

function readName(text: string, start: number, offers: Offers): Name | undefined {
  const { items, starts } = offers
  let [name, end] = ['', start]
  let found: Name | undefined
  // The last one, because "Cut and colour" may be an item too.
  for (const [part] of text.slice(start, start + maxLabel).matchAll(token)) {
    const key = toKey(part)
    name += key
    end += part.length
    if (name !== '' && !starts.has(name)) return found
    const isPriced =
      key !== '' && items.has(name) ? findPriceAfter(text.slice(end, end + maxLabel), offers) : undefined
    if (isPriced !== undefined) found = { name, start, end, isPriced }
  }
  return found
}

/** Finds the one item with whose name a line begins, or has in an element, if a price, an addition or nothing follows. */
function findName(text: string, offers: Offers): Name | undefined {
  const marks = Array.from(text.slice(0, maxLabel).matchAll(/\u2062/g), ({ index }) => index + 1)
  const starts = [0, labelStart.exec(text)?.[0].length ?? 0, ...marks]
  const [name, ...others] = starts.flatMap((start) => readName(text, start, offers) ?? [])
  return others.some((other) => other.name !== name?.name) ? undefined : name
}

const listSeparator = /(?<=[,;|·•]\s{0,8}|\.\s{1,8}|\s[/–-]\s)(?=\p{L})|(?=\u2062)/u

// A longer text is a paragraph.
const maxList = 1000

/** Splits a line before each item after the price of another one, as in "Cut £20, wash £12", or in an element. */
function splitAtNames(text: string, offers: Offers): string[] {
  const [first = '', ...parts] = text.length > maxList ? [text] : text.split(listSeparator)
  const lines = [first]
  for (const part of parts) {
    const line = lines.at(-1) ?? ''
    const isMarked = part.startsWith(nameMark)
    const isNext =
      readName(part, isMarked ? 1 : 0, offers) !== undefined &&
      offers.readAmounts(line).length > 0 &&
      (!isMarked || findName(line, offers) !== undefined)
    lines.push(isNext ? part : (lines.pop() ?? '') + part)
  }
  return lines
}
