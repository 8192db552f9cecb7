import { type ChildNode, Element, isText, Text } from 'domhandler'
import { DomUtils } from 'htmlparser2'
import { memoise, once } from '../base/cache.ts'
import { groupBy } from '../base/group-by.ts'
import {
  type Container,
  elementsIn,
  isBlock,
  isConcealed,
  isElement,
  lineThrough,
  nodesIn,
  textOf
} from '../base/html-tree.ts'
import { fold, normalizeDigits } from '../base/spelling.js'
import { foldText, removeDirectionMarks } from '../base/text.ts'
import { minutes } from '../business/amounts.ts'
import { type Fact, needsNoAmount } from './facts.ts'

/** Returns a text in the form in which texts are searched: capitals, accents, spaces and quotation marks do not matter. */
export const toKey = (text: string): string => fold(normalizeDigits(foldText(text))).replace(/[ '"]/g, '')

// Invisible, and no white space, so a number does not continue in the next block.
export const blockEnd = '\u2064'
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

const inline = new Set(
  'a abbr b bdi bdo big cite code data dfn em font i ins kbd label mark q s samp small span strong sub sup time u var wbr'.split(
    ' '
  )
)
export const markOf = (element: Element) => (inline.has(element.name) && !isBlock(element) ? '' : blockEnd)

// The sign of a currency alone in a block, with an end of its block that is next to a number.
const loneSign = /((?:^|\u2064)\s*\p{Sc})[\s\u2064]+(?=\d)|(?<=\d)[\s\u2064]+(?=\p{Sc}\s*(?:\u2064|$))/gu

export const readBlocks = (root: Container): string =>
  removeDirectionMarks(textOf(root, isRead, markOf)).replace(loneSign, '$1')

// A sign, or a number or price and a sign, as in "• Cut", "1. Cut" and "£20 – Cut".
const labelStart =
  /^(?:[^\p{L}\p{N}\p{Sc}([]+|\d{1,2}[.)]\s|(?:\p{Sc}\s?[\d.,-]+|[\d.,-]+\s?\p{Sc})[^\p{L}\p{N}]+)/u

// Words for a price of zero, but not the end of gluten-free.
const freeWords =
  /(?<![\p{L}-])(?:free|no (?:charge|cost)|nothing|complimentary|on us|on the house|included|gr[aá]tis|gratui[ts]|offert|kostenlos|kostenfrei|umsonst|inklusive|бесплатн|безплатн|безкоштовн|bezpłatn|darmow|zdarma|zadarmo|ingyen|δωρεάν|ücretsiz|bedava|ilmai|maksut|tasuta|besplat|miễn phí)|חינם|ללא (?:תשלום|עלות|חיוב)|مجان|رایگان|免[费費]|無料|무료|ฟรี|मुफ्त|निःशुल्क/iu

/** Elements with more than one entry, or with the whole page. */
const groups = new Set(['html', 'body', 'main', 'nav', 'ul', 'ol', 'dl', 'table', 'tbody'])
const maxNameSize = 400
const maxEntrySize = 5000
// With the sizes above, these bound the work for each name, whatever the tree.
const maxSteps = 20

export interface Offers {
  /** The items with each name. */
  items: Map<string, Fact[]>
  readAmounts: (text: string) => number[]
  isMentioned: (name: string, amount: number) => boolean
}

/**
 * Returns the amounts next to each name of an item that is the whole text of an element: the amounts of the smallest element
 * around it that has amounts and no other name (around a title, of the largest one), else of the section below the heading.
 * A name in a sentence has none.
 */
export function findEntries(root: Container, offers: Offers): Map<string, Shown> {
  const { items, readAmounts, isMentioned } = offers
  const sizes = measure(root)
  const isEntry = (element: Element, maxSize: number) =>
    !groups.has(element.name) && (sizes.get(element) ?? 0) <= maxSize
  const mayHaveName = (element: Element) =>
    isRead(element) && isEntry(element, maxNameSize) && !isWrapper(element)
  const named = findNamed([...elementsIn(root, isRead)].filter(mayHaveName), offers)
  const isCategory = (name: string) => items.get(name)?.every(({ kind }) => kind === 'category') === true
  const pageSaysFree = once(() => freeWords.test(readBlocks(root)))
  const readPart = memoise((part: Element) => {
    if ((sizes.get(part) ?? 0) > maxEntrySize) return undefined
    const text = readBlocks(part)
    const names = new Set([part, ...elementsIn(part)].flatMap((element) => named.get(element)?.name ?? []))
    return { names: [...names], amounts: readAmounts(text), saysFree: freeWords.test(text) }
  }, Infinity)
  const found = Array.from(named, ([element, { name, isWhole, isVariant }]): Entry => {
    const mayBeFree = items.get(name)?.some(needsNoAmount) === true
    // The page of a service may show the name of its category too.
    const isOther = (other: string) => other !== name && (isCategory(name) || !isCategory(other))
    /** Returns undefined for more than an entry. */
    const readSection = (scope: Element) => {
      const part = readPart(scope)
      if (part === undefined || part.names.some(isOther)) return undefined
      return mayBeFree && part.saysFree ? [0] : part.amounts.filter((amount) => !isMentioned(name, amount))
    }
    const read = (scope: Element) => (groups.has(scope.name) ? undefined : readSection(scope))
    const readBelow = (scope: Element) => {
      const part = readPart(scope)
      const hasOwnEntry = part?.names.includes(name) && part.amounts.length > 0
      return hasOwnEntry ? undefined : readSection(scope)
    }
    const scopes = listAround(element)
    const around = readUntilName(scopes, read)
    const nearest = around.find(({ length }) => length > 0) ?? []
    // The title of a page names all of it, and the sentence below it may have another amount.
    const isTitle = scopes.some((scope) => scope.name === 'h1')
    const own = isWhole && !isTitle ? nearest : around.flat()
    const below = () =>
      scopes
        .slice(0, around.length)
        .flatMap((scope) => [...listSections(scope), listPriceAfter(scope, read, isEntry)])
        .map((section) => readUntilName(section, readBelow).flat())
        .find(({ length }) => length > 0) ?? []
    // An addition may have an amount of its own, as in "Cut (colour + £10)".
    const isDone = (isWhole && own.length > 0) || (mayBeFree && pageSaysFree())
    return { name, isWhole, isVariant, amounts: [...new Set(isDone ? own : [...own, ...below()])] }
  })
  const entries = groupBy(
    found.filter(({ amounts }) => amounts.length > 0),
    ({ name }) => name
  )
  return new Map(Array.from(entries, ([name, group]) => [name, listShown(group)]))
}

type Entry = Name & { amounts: number[] }
type Shown = Pick<Name, 'isVariant'> & { shown: number[][] }

/** After additions, which may mean variants, amounts count only together, and if no entry has only the name. */
function listShown(group: Entry[]): Shown {
  const whole = group.filter(({ isWhole }) => isWhole).map(({ amounts }) => amounts)
  if (whole.length > 0) return { isVariant: false, shown: whole }
  const amounts = [...new Set(group.flatMap(({ amounts }) => amounts))]
  return { isVariant: group.some(({ isVariant }) => isVariant), shown: [amounts] }
}

// From the inside.
function listAround(element: Element): Element[] {
  const around: Element[] = []
  for (let scope: Element['parent'] = element; around.length < maxSteps && scope; scope = scope.parent)
    if (isElement(scope)) around.push(scope)
  return around
}

function listAfter({ next }: ChildNode): Element[] {
  const after: Element[] = []
  for (let node = next; after.length < maxSteps && node; node = node.next)
    if (isElement(node)) after.push(node)
  return after.filter(isRead)
}

type Reader = (element: Element) => number[] | undefined

function readUntilName(elements: Element[], read: Reader): number[][] {
  const parts: number[][] = []
  for (const element of elements) {
    const amounts = read(element)
    if (amounts === undefined) break
    parts.push(amounts)
  }
  return parts
}

const maxRowSize = 100

const isCell = ({ name }: Element) => name === 'td' || name === 'th'
export const cellsOf = ({ children }: Element) =>
  children.slice(0, maxRowSize).filter(isElement).filter(isCell)

/** Returns the elements between a heading and the next one of its level; or those after a cell in its row, and below it in its column. */
function listSections(start: Element): Element[][] {
  if (isCell(start)) return [listAfter(start), listColumn(start)]
  if (!isHeading(start)) return []
  const after = listAfter(start)
  const end = after.findIndex((element) => isHeading(element) && element.name <= start.name)
  return [after.slice(0, end === -1 ? undefined : end)]
}

const maxPriceSize = 80
// "from", or the name of a currency.
const maxPriceLetters = 6

/** Returns the element after a name if it is nothing but a price, unless the price of the name is before it. */
function listPriceAfter(
  name: Element,
  read: Reader,
  isEntry: (element: Element, maxSize: number) => boolean
) {
  const after = DomUtils.nextElementSibling(name)
  if (!after || !isRead(after) || !isEntry(after, maxPriceSize)) return []
  if (readBlocks(after).replace(/\P{L}/gu, '').length > maxPriceLetters) return []
  const [before, first] = listBefore(name)
  const isPriceBefore = before && read(before)?.length && !(first && read(first) === undefined)
  return isPriceBefore ? [] : [after]
}

/** Lists the elements before one, the nearest first, without those that have no text, such as a rule or an image. */
const listBefore = ({ prev }: ChildNode): Element[] => {
  const before: Element[] = []
  for (let node = prev, steps = 0; node && steps < maxSteps; node = node.prev, steps += 1)
    if (isElement(node) && isRead(node) && readLabel(node) !== '') before.push(node)
  return before
}

function listColumn(cell: Element): Element[] {
  const row = cell.parent
  if (!isElement(row)) return []
  const heads = cellsOf(row)
  const group = row.parent
  const rest = isElement(group) && group.name === 'thead' ? listAfter(group) : []
  const bodies = rest.flatMap(({ children }) => children.slice(0, maxRowSize).filter(isElement))
  // Cells that span others move the columns of a row.
  const rows = [...listAfter(row), ...bodies].map(cellsOf).filter(({ length }) => length === heads.length)
  return rows.flatMap((cells) => cells[heads.indexOf(cell)] ?? [])
}

// A term is the heading of its descriptions.
const isHeading = ({ name }: Element) => /^(?:h[1-6]|dt)$/.test(name)

/** Returns the number of elements and characters in each element. */
function measure(root: Container): Map<Element, number> {
  const sizes = new Map<Element, number>()
  for (const node of [...nodesIn(root)].reverse()) {
    const size = isText(node) ? node.data.length : isElement(node) ? (sizes.get(node) ?? 0) + 1 : 0
    if (isElement(node)) sizes.set(node, size)
    if (isElement(node.parent)) sizes.set(node.parent, (sizes.get(node.parent) ?? 0) + size)
  }
  return sizes
}

// Between the parts of an element, a text in small letters included.
const gap = '\u241e'

const readLabel = (element: Element): string => {
  const text = textOf(element, isRead, (part) => (part.name === 'small' ? blockEnd : markOf(part)))
  return normalizeDigits(foldText(removeDirectionMarks(text).replaceAll(blockEnd, ` ${gap} `)))
}

const fromWords = 'from|starting|only|just|now|ab|nur|dès|à partir|desde|da|vanaf|od|от|החל|רק'

/** What may be between a name and its price, as in "from £20", "starting at £20", "for £20" and "החל מ־20 ₪". */
export const priceStart = String.raw`(?:${fromWords})\s(?:(?:at|from|de)\s|[במ][-־–]?)?|(?:for|at|costs|für|kostet|à|pour|por|za|за|עולה|במחיר(?: של)?|بسعر|من)\s|[במ][-־–]?`

// Where a name may end, as in "Cut: £20", "Cut … £20", "Cut from £20", "Cut (30 min)" and "Cut*".
const nameEnd = new RegExp(
  String.raw`\s*(?=[^\p{L}\p{M}\p{N}\s&+/',.-]|[\u2070-\u2079¹²³]|\.{3}|,\s?[^\p{L}\s]|\s[-/]\s|\s?(?<![\d.,])\d|\s\p{Lu}[\p{L}.]{0,3}\s?\d|\s(?:${fromWords})\s|\s(?:${priceStart})\p{Sc}?\s?\d|$)`,
  'gu'
)

// Before the price: the mark of a footnote, an addition in brackets, and signs.
const addition = /^[\s*†‡\u2070-\u2079¹²³]*(?:\([^()]{0,80}\)|\[[^[\]]{0,80}\])?[^\p{L}\p{N}\p{Sc}([]*/u
const duration = /^\d{1,3}\s?\p{L}+\.?(?=\s?\u241e|$)/u

const maxLabel = 250
const maxEnds = 10

interface Name {
  name: string
  /** False if an addition follows the name. */
  isWhole: boolean
  /** Whether the addition may make it the name of another item: it is more than a duration. */
  isVariant: boolean
}

// Signs, and a number with the word after it, as in " – 20 euros", " from £20" and " – 60 minutes", but not as in " for 2 £20".
const firstNumber = new RegExp(
  String.raw`^[^\p{L}\p{N}([*†‡]*(?:(?:${priceStart})[^\p{L}\p{N}([*†‡]*)?(?:(?!\d+\s\p{Sc}\d)(\d[\d.,'’\s]*\S*)|$)`,
  'u'
)

// As in "Cut (30 min)" and "Cut – 1 hour – £20".
const timed = new RegExp(
  String.raw`^[^\p{L}\p{N}\p{Sc}]*\d{1,3}(?:[.,]\d)?\s?(?:${minutes}|(?:h|hours?|hrs?|std|stunden?|heures?|שעות|שעה)(?!\p{L}))[^\p{L}\p{N}]*(?:$|\p{Sc}|(?:${priceStart})?\p{Sc}?\d)`,
  'iu'
)

/** Returns the name that is the text of an element, or its beginning if a price, a short addition or nothing follows it. */
function readName(element: Element, { items, readAmounts }: Offers): Name | undefined {
  const label = readLabel(element)
  const key = toKey(label.replaceAll(gap, ''))
  if (items.has(key)) return { name: key, isWhole: true, isVariant: false }
  const isPrice = (text: string) => {
    const [start = '', number] = firstNumber.exec(text) ?? [undefined, '']
    return number === undefined || readAmounts(start).length > 0
  }
  for (const text of [label, label.replace(labelStart, '')].map((text) => text.slice(0, maxLabel)))
    for (const { index } of [...text.matchAll(nameEnd)].slice(0, maxEnds).reverse()) {
      const [name, after] = [toKey(text.slice(0, index)), text.slice(index)]
      const rest = after.replace(addition, '')
      const isShort =
        rest === '' || duration.test(rest) || (after.trim().startsWith(gap) && rest.length <= 40)
      if (items.has(name) && (isShort || readAmounts(rest.slice(0, 30)).length > 0))
        return { name, isWhole: isPrice(after), isVariant: !timed.test(after) }
    }
  return undefined
}

export const startsWithItem = (text: string, offers: Offers): boolean =>
  readName(new Element('div', {}, [new Text(text)]), offers) !== undefined

/** Returns whether an element has no text but the text of the only element in it. */
const isWrapper = ({ children }: Element) => {
  const [first, ...others] = children.filter((child) => !isText(child) || child.data.trim() !== '')
  return isElement(first) && others.length === 0
}

/** Returns the smallest elements whose whole text is one of the names, or which begin with one and its price or an addition. */
function findNamed(elements: Element[], offers: Offers): Map<Element, Name> {
  const named = new Map<Element, Name>()
  for (const element of elements.toReversed()) {
    const own = readName(element, offers)
    if (own === undefined) continue
    const inner = [...elementsIn(element)].filter((part) => named.has(part))
    if (inner.some((part) => named.get(part)?.name === own.name)) continue
    // As in "<b>Cut</b> and colour".
    for (const part of inner) if (own.name.includes(named.get(part)?.name ?? '\n')) named.delete(part)
    named.set(element, own)
  }
  return new Map([...named].reverse())
}
