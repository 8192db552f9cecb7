import { type ChildNode, Element, isText, Text } from 'domhandler'
import { DomUtils } from 'htmlparser2'
import { memoise, once } from '../base/cache.ts'
import { toAsciiEmail } from '../base/email.ts'
import { groupBy } from '../base/group-by.ts'
import { type Container, elementsIn, isElement, mapById, nodesIn, rowGroups } from '../base/html-tree.ts'
import { revealPanels } from '../base/panels.ts'
import { normalizeDigits } from '../base/spelling.js'
import { escapePattern, foldText } from '../base/text.ts'
import { decodePath } from '../base/url-path.ts'
import { createAmountReader, rangeMark } from '../business/amounts.ts'
import { isSamePhone } from '../business/phones.ts'
import { describeCurrency } from '../business/schemas/price.ts'
import {
  blockEnd,
  cellsOf,
  findEntries,
  isRead,
  markOf,
  type Offers,
  priceStart,
  readBlocks,
  startsWithItem,
  toKey
} from './entries.ts'
import { type Fact, type Mention, needsNoAmount } from './facts.ts'

export { describeText, type Fact, formatWeek, type Kind, listFacts, listMentions } from './facts.ts'

/** What a page says of a fact, with the amounts that it shows instead. */
type Statement =
  | { state: 'stated' }
  | { state: 'absent'; amounts?: number[] }
  | { state: 'different'; found: string; amounts?: number[] }

const stated: Statement = { state: 'stated' }
const absent: Statement = { state: 'absent' }

const maxListed = 10

export const listAmounts = (amounts: number[]): string =>
  amounts.slice(0, maxListed).join(', ') +
  (amounts.length > maxListed ? ` and ${amounts.length - maxListed} more` : '')

interface Options {
  language: string
  currency: string
  mentions?: Mention[]
}

/** The facts of a business, in the forms in which pages are searched for them. */
export class Comparer {
  readonly items: Map<string, Fact[]>
  readonly phones: string[]
  readonly readAmounts: (text: string) => number[]
  /** Returns whether a text of the data about an item has an amount that is not its price, such as a deposit. */
  readonly isMentioned: (name: string, amount: number) => boolean

  constructor(facts: Fact[], { language, currency, mentions = [] }: Options) {
    this.items = groupBy(facts.filter(isItem), nameOf)
    this.phones = facts.filter(({ kind }) => kind === 'phone').map(({ value }) => value)
    const isKnown = /^[A-Z]{3}$/.test(currency)
    const read = createAmountReader(
      isKnown ? describeCurrency(currency, language) : { digits: 2, signs: [], hundredths: [] }
    )
    const separate = createSeparator(facts.filter(isItem))
    this.readAmounts = (text) => read(separate(text))
    const others = once(() =>
      mentions.flatMap(({ owner, text }) => {
        const amounts = this.readAmounts(text)
        return amounts.length > 0 ? [{ owner: toKey(owner), text: toKey(text), amounts }] : []
      })
    )
    const readOthers = memoise((name: string) => {
      const about = others().filter(({ owner, text }) => owner === name || text.includes(name))
      return new Set(about.flatMap(({ amounts }) => amounts))
    }, Infinity)
    // Most amounts are prices, and the search of the texts takes long.
    this.isMentioned = (name, amount) => {
      const prices = (this.items.get(name) ?? []).flatMap(({ amounts }) => amounts)
      return !prices.some(({ accepted }) => accepted.includes(amount)) && readOthers(name).has(amount)
    }
  }

  /** Reads a tree, whose hidden panels of tabs and accordions it shows. */
  read(root: Container): PageText {
    revealPanels(root)
    breakLists(root, this)
    wrapLines(root)
    writeColumnSigns(root, this.readAmounts)
    return new PageText(root, this)
  }
}

// A longer text is a paragraph.
const maxList = 1000

const listSeparator = /(?<=[,;|·•]\s{0,8}|\s[/–-]\s)(?=\p{L})/u

/** Breaks the line before each item after the price of another one, as in "Cut £20, wash £12". */
function breakLists(root: Container, offers: Offers): void {
  const { readAmounts } = offers
  const hasAmount = (text: string) => /\p{Nd}/u.test(text) && readAmounts(text).length > 0
  for (const node of [...nodesIn(root, isRead)].filter(isText)) {
    const parts = node.data.length > maxList ? [] : node.data.split(listSeparator)
    if (parts.length < 2) continue
    const lines: string[] = []
    let isAfterAmount = false
    for (const part of parts) {
      const isPriced = hasAmount(part)
      const isNext = isAfterAmount && isPriced && startsWithItem(part, offers)
      lines.push(isNext ? part : (lines.pop() ?? '') + part)
      isAfterAmount = isPriced
    }
    node.data = lines[0] ?? ''
    for (const line of lines.slice(1).reverse()) {
      DomUtils.append(node, new Text(line))
      DomUtils.append(node, new Element('br', {}))
    }
  }
}

const isBreak = (node: ChildNode) => isElement(node) && node.name === 'br'

/** Makes an element of each line of a text with line breaks, because a line may be an entry of a list. */
function wrapLines(root: Container): void {
  const breaks = [...elementsIn(root, isRead)].filter(isBreak)
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

/** Writes the currency in the head of a column, as in "Price (€)", after each number below it. */
function writeColumnSigns(root: Container, readAmounts: (text: string) => number[]): void {
  const isSign = (word: string) => word !== '' && !/\d/.test(word) && readAmounts(`1 ${word}`).includes(1)
  const isCurrency = (word: string) => /\p{Sc}/u.test(word) || currencies.has(word)
  const findSign = (cell: Element) => {
    const words = readCell(cell)
      .split(/[\s()[\]:,/]+/)
      .map((word) => word.replace(prefix, ''))
    const [sign, ...others] = words.filter((word) => isSign(word) || isCurrency(word))
    return others.length === 0 && sign && isSign(sign) ? sign : undefined
  }
  for (const table of listTables(root)) {
    const heads = table.slice(0, maxHeadRows).map((row) => cellsOf(row).map(findSign))
    const at = heads.findIndex((signs) => signs.some(Boolean))
    const signs = heads[at] ?? []
    const rows = table.slice(at + 1).map(cellsOf)
    for (const cells of rows.filter(({ length }) => length === signs.length))
      for (const [index, cell] of cells.entries())
        if (signs[index] && onePrice.test(readCell(cell))) writeSign(cell, signs[index])
  }
}

/** Lists the rows of each table. */
function listTables(root: Container): Iterable<Element[]> {
  const rows = [...elementsIn(root)].filter(({ name }) => name === 'tr')
  return groupBy(rows, ({ parent }) =>
    isElement(parent) && rowGroups.has(parent.name) ? parent.parent : parent
  ).values()
}

// A title may be above the head.
const maxHeadRows = 3

const currencies = new Set(Intl.supportedValuesOf('currency'))

// "In", as in "מחיר בש״ח", "מחיר ב-₪" and "السعر بالريال".
const prefix = /^(?:ב[-־–]?|ب(?:ال)?)(?=[\p{L}\p{Sc}])/u

// A number or a range, perhaps after "from".
const amount = String.raw`\p{Nd}[\p{Nd}.,٫٬'’\s]*`
const onePrice = new RegExp(
  String.raw`^[^\p{L}\p{N}\p{Sc}]*(?:${priceStart})?${amount}(?:${rangeMark}${amount})?[^\p{L}\p{N}\p{Sc}]*$`,
  'iu'
)

/** Writes a sign after the last number of a cell, before what follows the number, as in "45+". */
function writeSign(cell: Element, sign: string): void {
  const number = [...nodesIn(cell, isRead)].filter(isText).findLast(({ data }) => /\p{Nd}/u.test(data))
  if (number === undefined) return
  const [, whole = '', rest = ''] = /^(.*\p{Nd}(?:[.,][-–—]+)?)(.*)$/su.exec(number.data) ?? []
  number.data = whole
  DomUtils.append(number, new Text(` ${sign}${rest}`))
}

const maxCellNodes = 20
const maxCellText = 100

/** Returns the text of a cell, or an empty one if there is much in it, such as a table. */
function readCell(cell: Element): string {
  const texts: string[] = []
  let nodes = 0
  for (const node of nodesIn(cell, isRead)) {
    nodes += 1
    if (nodes > maxCellNodes) return ''
    if (isText(node)) texts.push(node.data.slice(0, maxCellText))
  }
  return texts.join('')
}

const isItem = ({ kind }: Fact): boolean => kind === 'service' || kind === 'package' || kind === 'category'

const nameOf = ({ texts: [name = ''] }: Fact): string => toKey(name)

/** Returns a function that separates the number at the end of a name or id from an amount after it, as in "Package 1 250 €". */
function createSeparator(items: Fact[]): (text: string) => string {
  const idOf = ({ kind, key }: Fact) => key.slice(kind.length + 1)
  const names = items.flatMap((item) => [...item.texts, idOf(item)]).filter((name) => /\d$/.test(name))
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
  readonly #has = once(() => createSearch(this.#blocks()))
  readonly #lines = once(() => this.#blocks().split(blockEnd).map(foldText).map(normalizeDigits))
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
    return this.#byId().get(id.normalize())
  }

  /** Returns the statement about a fact. On the page of its URL, `fragment` is the id of its element, or an empty text. */
  find(fact: Fact, fragment?: string): Statement {
    if (isItem(fact)) return this.#findItem(fact, fragment)
    if (fact.kind === 'phone') return this.#findPhone(fact)
    if (fact.kind === 'hours')
      return fact.texts.every((time) => this.#times().has(toHalfDay(time))) ? stated : absent
    if (fact.kind === 'email') return this.#findEmail(fact)
    return fact.texts.every(this.#has()) ? stated : absent
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
    if (group?.isVariant && isRight(this.#amounts())) return absent
    return { state: 'different', found: `${listAmounts(wrong)} next to the name`, amounts: wrong }
  }

  #findItem(fact: Fact, fragment?: string): Statement {
    const entry = this.findAside(fact)
    const element = fragment ? this.findElement(fragment) : undefined
    if (entry.state === 'different' || (entry.state === 'stated' && element === undefined)) return entry
    const blocks = element && readBlocks(element)
    const has = blocks === undefined ? this.#has() : createSearch(blocks)
    if (!fact.texts.every(has)) return entry
    const amounts = [...new Set(blocks === undefined ? this.#amounts() : this.#comparer.readAmounts(blocks))]
    if (needsNoAmount(fact) || showsPrice(amounts, fact)) return stated
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
    const isMarked = /[A-Z#]/i.test(fact.value) && this.#has()(fact.value)
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

// Between numbers, and no white space.
const digitGap = '\u241f'

/** Returns a function that finds a part of a text in any spelling, but not a number in a longer one, as "5" in "15". */
function createSearch(text: string): (part: string) => boolean {
  const spaced = text.replaceAll(blockEnd, ' ').replace(/(?<=\p{Nd})\s+(?=\p{Nd})/gu, digitGap)
  let plain = ''
  const gaps = new Set<number>()
  for (const run of toKey(spaced).split(digitGap)) {
    plain += run
    gaps.add(plain.length)
  }
  const isInNumber = (at: number) => !gaps.has(at) && /^\d\d/.test(plain.slice(at - 1, at + 1))
  return (part) => {
    const key = toKey(part)
    let at = plain.indexOf(key)
    while (at !== -1 && (isInNumber(at) || isInNumber(at + key.length))) at = plain.indexOf(key, at + 1)
    return at !== -1
  }
}

const showsPrice = (shown: number[], { amounts }: Fact): boolean =>
  amounts.every(({ accepted }) => accepted.some((amount) => shown.includes(amount)))

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
  [...elementsIn(root)].flatMap(({ name, attribs: { href } }) =>
    name === 'a' && href ? [decodePath(href.trim())] : []
  )

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
