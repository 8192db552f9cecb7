import { type ChildNode, Element, isTag, isText } from 'domhandler'
import { DomUtils } from 'htmlparser2'
import { memoise, once } from '../base/cache.ts'
import { toAsciiEmail } from '../base/email.ts'
import { groupBy } from '../base/group-by.ts'
import {
  type Container,
  elementsIn,
  isBlock,
  isConcealed,
  isElement,
  lineThrough,
  mapById,
  nodesIn,
  revealPanels,
  textOf
} from '../base/html-tree.ts'
import { escapePattern, foldText, removeDirectionMarks } from '../base/text.ts'
import { decodePath } from '../base/url-path.ts'
import { createAmountReader, rangeMark } from '../business/amounts.ts'
import { isSamePhone } from '../business/phones.ts'
import { describeCurrency } from '../business/schemas/price.ts'
import { type Fact, isZero } from './facts.ts'

export { describeText, type Fact, formatWeek, type Kind, listFacts } from './facts.ts'

/** What a page says of a fact, with the amounts that it shows instead. */
export type Statement =
  | { state: 'stated' }
  | { state: 'absent'; amounts?: number[] }
  | { state: 'different'; found: string; amounts?: number[] }

const stated: Statement = { state: 'stated' }
const absent: Statement = { state: 'absent' }

const maxListed = 10

export const listAmounts = (amounts: number[]): string =>
  amounts.slice(0, maxListed).join(', ') +
  (amounts.length > maxListed ? ` and ${amounts.length - maxListed} more` : '')

/** Returns a text in the form in which texts are searched: capitals, and the spaces between blocks and around signs, do not matter. */
const toKey = (text: string): string => foldText(text).toLowerCase().replaceAll(' ', '')

// Invisible, and no white space, so a number does not continue in the next block.
const blockEnd = '\u2064'
const skipped = new Set(['head', 'script', 'style', 'template', 'noscript', 'select'])

// Such a price or name is no longer valid.
const struck = new Set(['del', 's', 'strike'])

/** Returns whether readers see an element, and its text is not struck through. The examples in blocks of code state no facts. */
const isRead = (element: Element) =>
  !skipped.has(element.name) &&
  !struck.has(element.name) &&
  !isConcealed(element) &&
  !lineThrough.test(element.attribs.style ?? '') &&
  !(element.name === 'pre' && element.children.some((child) => isElement(child) && child.name === 'code'))

const inline = new Set(
  'a abbr b bdi bdo big cite code data dfn em font i ins kbd label mark q s samp small span strong sub sup time u var wbr'.split(
    ' '
  )
)
const markOf = (element: Element) => (inline.has(element.name) && !isBlock(element) ? '' : blockEnd)

const readBlocks = (root: Container): string => removeDirectionMarks(textOf(root, isRead, markOf))

// A sign, or a number or price and a sign, as in "• Cut", "1. Cut" and "£20 – Cut".
const labelStart =
  /^(?:[^\p{L}\p{N}\p{Sc}([]+|\d{1,2}[.)]\s|(?:\p{Sc}\s?[\d.,-]+|[\d.,-]+\s?\p{Sc})[^\p{L}\p{N}]+)/u

/** The facts of a business, in the forms in which pages are searched for them. */
export class Comparer {
  readonly items: Map<string, Fact[]>
  readonly phones: string[]
  readonly readAmounts: (text: string) => number[]

  constructor(facts: Fact[], { language, currency }: { language: string; currency: string }) {
    this.items = groupBy(facts.filter(isItem), nameOf)
    this.phones = facts.filter(({ kind }) => kind === 'phone').map(({ value }) => value)
    const isKnown = /^[A-Z]{3}$/.test(currency)
    const read = createAmountReader(
      isKnown ? describeCurrency(currency, language) : { digits: 2, signs: [], hundredths: [] }
    )
    const separate = createSeparator(facts.filter(isItem))
    this.readAmounts = (text) => read(separate(text))
  }

  /** Reads a tree, whose hidden panels of tabs and accordions it shows. */
  read(root: Container): PageText {
    revealPanels(root)
    wrapLines(root)
    return new PageText(root, this)
  }
}

const isBreak = (node: ChildNode) => isElement(node) && node.name === 'br'

/** Makes an element of each line of a text with line breaks, because a line may be an entry of a list. */
function wrapLines(root: Container): void {
  const breaks = [...nodesIn(root, isRead)].filter(isBreak)
  for (const parent of new Set(breaks.flatMap(({ parent }) => parent ?? []))) {
    if (parent.children.some((child) => isElement(child) && !isBreak(child) && markOf(child) !== '')) continue
    const { children } = parent
    parent.children = []
    const addLine = () => {
      const line = new Element('div', {})
      DomUtils.appendChild(parent, line)
      return line
    }
    let line = addLine()
    for (const child of children) {
      if (isBreak(child)) line = addLine()
      else DomUtils.appendChild(line, child)
    }
  }
}

const isItem = ({ kind }: Fact): boolean => kind === 'service' || kind === 'package' || kind === 'category'

/** Returns whether a price has no amount to show, because it is free or on request. */
const isFree = ({ amounts }: Fact): boolean => amounts.every(isZero)

// Words for a price of zero, but not the end of gluten-free.
const freeWords =
  /(?<![\p{L}-])(?:free|no (?:charge|cost)|nothing|complimentary|on us|on the house|included|gr[aá]tis|gratui[ts]|offert|kostenlos|kostenfrei|umsonst|inklusive|бесплатн|безплатн|безкоштовн|bezpłatn|darmow|zdarma|zadarmo|ingyen|δωρεάν|ücretsiz|bedava|ilmai|maksut|tasuta|besplat|miễn phí)|חינם|ללא (?:תשלום|עלות|חיוב)|مجان|رایگان|免[费費]|無料|무료|ฟรี|मुफ्त|निःशुल्क/iu

const nameOf = ({ texts: [name = ''] }: Fact): string => toKey(name)

/** Returns a function that separates the number at the end of a name from an amount after it, as in "Package 1 250 €". */
function createSeparator(items: Fact[]): (text: string) => string {
  const names = items.map(({ texts: [name = ''] }) => name).filter((name) => /\d$/.test(name))
  // "Package 10" before "Package 1".
  const longestFirst = names.sort((a, b) => b.length - a.length)
  const forms = longestFirst.map((name) => escapePattern(name).replace(/\s+/g, '\\s+'))
  const pattern = new RegExp(forms.join('|') || '(?!)', 'gi')
  return (text) => text.replace(pattern, `$&${blockEnd}`)
}

export class PageText {
  readonly #root: Container
  readonly #comparer: Comparer
  readonly #blocks = once(() => readBlocks(this.#root))
  readonly #key = once(() => toKey(this.#blocks()))
  readonly #lines = once(() => this.#blocks().split(blockEnd).map(foldText))
  readonly #times = once(() => new Set(this.#lines().flatMap(readTimes)))
  readonly #links = once(() => listLinks(this.#root))
  readonly #byId = once(() => mapById(this.#root, isRead))
  readonly #amounts = once(() => this.#comparer.readAmounts(this.#blocks()))
  readonly #entries = once(() => findEntries(this.#root, this.#comparer))

  constructor(root: Container, comparer: Comparer) {
    this.#root = root
    this.#comparer = comparer
  }

  /** Returns undefined if readers do not see the element. */
  findElement(id: string): Element | undefined {
    return this.#byId().get(id)
  }

  /** Returns the statement about a fact. On the page of its URL, `fragment` is the id of its element, or an empty text. */
  find(fact: Fact, fragment?: string): Statement {
    if (isItem(fact)) return this.#findItem(fact, fragment)
    if (fact.kind === 'phone') return this.#findPhone(fact)
    if (fact.kind === 'hours')
      return fact.texts.every((time) => this.#times().has(toHalfDay(time))) ? stated : absent
    if (fact.kind === 'email') return this.#findEmail(fact)
    const text = this.#key()
    return fact.texts.every((part) => text.includes(toKey(part))) ? stated : absent
  }

  #findEmail({ value }: Fact): Statement {
    const forms = [value, toAsciiEmail(value)].map(escapePattern).join('|')
    // Letters of an address have no case.
    const email = new RegExp(`(?<![\\w.+-])(?:${forms})(?!\\.?[\\w-])`, 'i')
    const isShown = [...this.#lines(), ...this.#linked(/^mailto:(.*)/i)].some((text) => email.test(text))
    return isShown ? stated : absent
  }

  /** Returns the statement next to the name of an item that has its own page. Other texts contradict nothing. */
  findAside(fact: Fact): Statement {
    const name = nameOf(fact)
    const items = this.#comparer.items.get(name) ?? [fact]
    const isPriced = items.every(({ amounts }) => amounts.length > 0)
    const group = isItem(fact) && isPriced ? this.#entries().get(name) : undefined
    const isRight = (shown: number[]) => items.some((item) => showsPrice(shown, item))
    const wrong = group?.shown.find((shown) => !isRight(shown))
    if (wrong === undefined) return group ? stated : absent
    // The addition may make it another item.
    if (group?.isWhole === false && isRight(this.#amounts())) return absent
    return { state: 'different', found: `${listAmounts(wrong)} next to the name`, amounts: wrong }
  }

  #findItem(fact: Fact, fragment?: string): Statement {
    const entry = this.findAside(fact)
    const element = fragment ? this.findElement(fragment) : undefined
    if (entry.state === 'different' || (entry.state === 'stated' && element === undefined)) return entry
    const blocks = element && readBlocks(element)
    const key = blocks === undefined ? this.#key() : toKey(blocks)
    if (!key.includes(nameOf(fact))) return entry
    const amounts = [...new Set(blocks === undefined ? this.#amounts() : this.#comparer.readAmounts(blocks))]
    if (isFree(fact) || showsPrice(amounts, fact)) return stated
    // The element may be a heading, and the price below it.
    if (amounts.length === 0) return entry.state === 'stated' ? entry : { state: 'absent', amounts }
    if (fragment === undefined) return absent
    return { state: 'different', found: `the name with ${listAmounts(amounts)}`, amounts }
  }

  #findPhone(fact: Fact): Statement {
    const isSame = (number: string) => isSamePhone(number, fact.value)
    const isShown = this.#lines().some((line) =>
      (line.match(phonePattern) ?? []).flatMap(splitPhones).some(isSame)
    )
    // The pattern does not find letters and #.
    const isMarked = /[A-Z#]/i.test(fact.value) && this.#key().includes(toKey(fact.value))
    if (this.#linked(called).some(isSame) || isShown || isMarked) return stated
    const found = fact.value === this.#comparer.phones[0] ? this.findOtherPhones() : ''
    return found === '' ? absent : { state: 'different', found }
  }

  /** Returns the numbers that links call if none of them is of the business; else an empty text. */
  findOtherPhones(): string {
    const isKnown = (number: string) => this.#comparer.phones.some((phone) => isSamePhone(number, phone))
    const numbers = this.#linked(called)
    return numbers.some(isKnown) ? '' : [...new Set(numbers)].join(', ')
  }

  #linked(form: RegExp): string[] {
    return this.#links().flatMap((link) => form.exec(link)?.[1] ?? [])
  }
}

const showsPrice = (shown: number[], { amounts }: Fact): boolean =>
  amounts.every(({ accepted }) => accepted.some((amount) => shown.includes(amount)))

/** Elements with more than one entry, or with the whole page. */
const groups = new Set(['html', 'body', 'main', 'nav', 'ul', 'ol', 'dl', 'table', 'tbody'])
const maxNameSize = 400
const maxEntrySize = 5000
// With the sizes above, these bound the work for each name, whatever the tree.
const maxSteps = 20

/**
 * Returns the amounts next to each name of an item that is the whole text of an element: those of the smallest element
 * around it that has amounts and no other name, else of the section below the heading. A name in a sentence has none.
 */
function findEntries(root: Container, comparer: Comparer): Map<string, Shown> {
  const { items, readAmounts } = comparer
  const sizes = measure(root)
  const isEntry = (element: Element, maxSize: number) =>
    !groups.has(element.name) && (sizes.get(element) ?? 0) <= maxSize
  const mayHaveName = (node: ChildNode): node is Element =>
    isElement(node) && isRead(node) && isEntry(node, maxNameSize) && !isWrapper(node)
  const named = findNamed([...nodesIn(root, isRead)].filter(mayHaveName), comparer)
  const isCategory = (name: string) => items.get(name)?.every(({ kind }) => kind === 'category') === true
  const isPageFree = once(() => freeWords.test(readBlocks(root)))
  // Undefined for more than an entry.
  const readPart = memoise((part: Element) => {
    if (!isEntry(part, maxEntrySize)) return undefined
    const text = readBlocks(part)
    const names = new Set([part, ...elementsIn(part)].flatMap((element) => named.get(element)?.name ?? []))
    return { names: [...names], amounts: readAmounts(text), isFree: freeWords.test(text) }
  }, Infinity)
  const found = Array.from(named, ([element, { name, isWhole }]): Entry => {
    const isOfferedFree = items.get(name)?.some(isFree) === true
    // The page of a service may show the name of its category too.
    const isOther = (other: string) => other !== name && (isCategory(name) || !isCategory(other))
    const read = (scope: Element) => {
      const part = readPart(scope)
      if (part === undefined || part.names.some(isOther)) return undefined
      return isOfferedFree && part.isFree ? [0] : part.amounts
    }
    const scopes = listAround(element)
    const around = readUntilName(scopes, read)
    const own = isWhole ? (around.find(({ length }) => length > 0) ?? []) : around.flat()
    const below = () =>
      scopes
        .slice(0, around.length)
        .flatMap(listSections)
        .map((section) => readUntilName(section, read).flat())
        .find(({ length }) => length > 0) ?? []
    // An addition may have an amount of its own, as in "Cut (colour + £10)".
    const isDone = (isWhole && own.length > 0) || (isOfferedFree && isPageFree())
    return { name, isWhole, amounts: [...new Set(isDone ? own : [...own, ...below()])] }
  })
  const entries = groupBy(
    found.filter(({ amounts }) => amounts.length > 0),
    ({ name }) => name
  )
  return new Map(Array.from(entries, ([name, group]) => [name, listShown(group)]))
}

type Entry = Name & { amounts: number[] }
type Shown = Pick<Name, 'isWhole'> & { shown: number[][] }

/** After additions, which may mean variants, amounts count only together, and if no entry has only the name. */
function listShown(group: Entry[]): Shown {
  const whole = group.filter(({ isWhole }) => isWhole).map(({ amounts }) => amounts)
  const isWhole = whole.length > 0
  return { isWhole, shown: isWhole ? whole : [[...new Set(group.flatMap(({ amounts }) => amounts))]] }
}

/** Returns an element and those around it, from the inside. */
function listAround(element: Element): Element[] {
  const around: Element[] = []
  for (let scope: Element['parent'] = element; around.length < maxSteps && scope; scope = scope.parent)
    if (isTag(scope)) around.push(scope)
  return around
}

/** Returns the next elements in the same one. */
function listAfter({ next }: ChildNode): Element[] {
  const after: Element[] = []
  for (let node = next; after.length < maxSteps && node; node = node.next)
    if (isElement(node)) after.push(node)
  return after.filter(isRead)
}

type Reader = (element: Element) => number[] | undefined

/** Returns the amounts of each element before the next name. */
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
const cellsOf = ({ children }: Element) => children.slice(0, maxRowSize).filter(isElement).filter(isCell)

/** Returns the elements between a heading and the next one of its level; or those after a cell in its row, and below it in its column. */
function listSections(start: Element): Element[][] {
  if (isCell(start)) return [listAfter(start), listColumn(start)]
  if (!isHeading(start)) return []
  const after = listAfter(start)
  const end = after.findIndex((element) => isHeading(element) && element.name <= start.name)
  return [after.slice(0, end === -1 ? undefined : end)]
}

function listColumn(cell: Element): Element[] {
  const row = cell.parent
  if (!row || !isTag(row)) return []
  const heads = cellsOf(row)
  const group = row.parent
  const rest = group && isTag(group) && group.name === 'thead' ? listAfter(group) : []
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
    const size = isText(node) ? node.data.length : isTag(node) ? (sizes.get(node) ?? 0) + 1 : 0
    if (isTag(node)) sizes.set(node, size)
    if (node.parent && isTag(node.parent)) sizes.set(node.parent, (sizes.get(node.parent) ?? 0) + size)
  }
  return sizes
}

// Between the parts of an element, a text in small letters included.
const gap = '\u241e'

/** Returns the text of an element on one line. */
const readLabel = (element: Element): string =>
  foldText(
    removeDirectionMarks(
      textOf(element, isRead, (part) => (part.name === 'small' ? blockEnd : markOf(part)))
    ).replaceAll(blockEnd, ` ${gap} `)
  )

// Where a name may end, as in "Cut: £20", "Cut … £20", "Cut from £20", "Cut (30 min)" and "Cut*".
const nameEnd =
  /\s*(?=[^\p{L}\p{M}\p{N}\s&+/',.-]|[\u2070-\u2079¹²³]|\.{3}|,\s?[^\p{L}\s]|\s[-/]\s|\s?(?<![\d.,])\d|\s\p{Lu}[\p{L}.]{0,3}\s?\d|\s(?:from|starting|only|now|ab|nur|dès|à partir|desde|da|vanaf|od|от|החל)\s|$)/gu

// Before the price: the mark of a footnote, an addition in brackets, and signs.
const addition = /^[\s*†‡\u2070-\u2079¹²³]*(?:\([^()]{0,80}\)|\[[^[\]]{0,80}\])?[^\p{L}\p{N}\p{Sc}([]*/u
const duration = /^\d{1,3}\s?\p{L}+\.?(?=\s?\u241e|$)/u

const maxLabel = 250
const maxEnds = 10

interface Name {
  name: string
  /** False if an addition follows the name, which may make it the name of another item. */
  isWhole: boolean
}

// Signs, and a number with the word after it, as in " – 20 euros" and " – 60 minutes".
const firstNumber = /^[^\p{L}\p{N}([*†‡,]*(?:(\d[\d.,'’\s]*\S*)|$)/u

/** Returns the name that is the text of an element, or its beginning if a price, a short addition or nothing follows it. */
function readName(element: Element, { items, readAmounts }: Comparer): Name | undefined {
  const label = readLabel(element)
  const key = toKey(label.replaceAll(gap, ''))
  if (items.has(key)) return { name: key, isWhole: true }
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
        return { name, isWhole: isPrice(after) }
    }
  return undefined
}

/** Returns whether an element has no text but that of the only element in it. */
const isWrapper = ({ children }: Element) => {
  const [first, ...others] = children.filter((child) => !isText(child) || child.data.trim() !== '')
  return isElement(first) && others.length === 0
}

/** Returns the smallest elements whose whole text is one of the names, or which begin with one and its price or an addition. */
function findNamed(elements: Element[], comparer: Comparer): Map<Element, Name> {
  const named = new Map<Element, Name>()
  for (const element of elements.toReversed()) {
    const own = readName(element, comparer)
    if (own === undefined) continue
    const inner = [...elementsIn(element)].filter((part) => named.has(part))
    if (inner.some((part) => named.get(part)?.name === own.name)) continue
    // As in "<b>Cut</b> and colour".
    for (const part of inner) if (own.name.includes(named.get(part)?.name ?? '\n')) named.delete(part)
    named.set(element, own)
  }
  return new Map([...named].reverse())
}

const phonePattern = /[+*]?\(?\d(?:[\s()[\].\-/]*\d){2,}/g

const maxParts = 8

/** Returns the numbers that a row of digits may be, as in "03-000 0000 / 050-000 0000": each of its parts and their rows. */
function splitPhones(row: string): string[] {
  const parts = row.split(/[\s/]+/)
  return parts.flatMap((_, start) =>
    parts.slice(start, start + maxParts).map((_, index) => parts.slice(start, start + index + 1).join(' '))
  )
}

// Without a pause and an extension.
const called = /^tel:([^,;]*)/i

const listLinks = (root: Container): string[] =>
  [...nodesIn(root)]
    .filter(isElement)
    .flatMap(({ name, attribs: { href } }) => (name === 'a' && href ? [decodePath(href.trim())] : []))

// An hour without minutes counts with a sign of its half of the day, or in a range, as in 9-17.
const timePattern = new RegExp(
  `(?<![\\d.,])(\\d{1,2})(?:(?:[:.]|\\s?h\\s?)(\\d{2})(?!\\d)|(?=\\s?(?:[ap]\\.?\\s?m\\b|h\\b|heures?\\b|uhr\\b)|${rangeMark}\\d)|(?<=\\d${rangeMark}\\d{1,2})(?![\\d:.]))`,
  'gi'
)

// As in 0900-1730.
const militaryPattern = new RegExp(
  `(?<!\\d)([01]\\d|2[0-4])([0-5]\\d)(${rangeMark})(\\d\\d)([0-5]\\d)(?![\\d-])`,
  'g'
)

const readTimes = (line: string): string[] =>
  Array.from(
    line
      .replace(/\b(?:noon|midday|midi|midnight|minuit)\b/gi, '12:00')
      .replace(militaryPattern, '$1:$2$3$4:$5')
      .matchAll(timePattern),
    ([, hour = '', minutes = '00']) => toHalfDay(`${hour}:${minutes}`)
  )

/** Returns a time of the first half of the day, such as 5:00 for 17:00. */
function toHalfDay(time: string): string {
  const [hour, minutes] = time.split(':')
  return `${Number(hour) % 12}:${minutes}`
}
