import { type ChildNode, type Element, isTag, isText } from 'domhandler'
import { once } from '../base/cache.ts'
import { toReadableEmail } from '../base/email.ts'
import { type Container, find, nodesIn } from '../base/html-tree.ts'
import { createAmountReader } from '../business/amounts.ts'
import { currencyDigits, describeCurrency } from '../business/schemas/price.ts'
import { absent, differs, type Fact, listAmounts, type Statement, stated } from './fact.ts'
import { type Defaults, priceFields } from './facts.ts'
import { createHoursReader } from './hours.ts'
import { createPhoneReader } from './phone.ts'
import { createPriceReader } from './prices.ts'
import { isRead, normalize, readBlocks, removeDirections } from './text.ts'

interface Item {
  fact: Fact
  /** Of each amount, those that a page may show in its place. */
  amounts: number[][]
  /** The same for each of its prices in different cases. */
  rows: number[][]
}

/** The facts, in the forms in which pages are searched for them. */
export type Reading = ReturnType<typeof createReading>

export function createReading(facts: Fact[], { language, currency }: Defaults) {
  const [tax] = facts.flatMap((fact) => fact.tax ?? [])
  const isKnown = /^[A-Z]{3}$/.test(currency)
  const readAmounts = createAmountReader(
    isKnown ? describeCurrency(currency, language) : { digits: 2, signs: [] }
  )
  const items = new Map<string, Item[]>()
  const listed = facts.filter(isItem)
  for (const fact of listed) {
    const [amounts = [], rows = []] = [fact.prices, fact.rows].map((prices) =>
      priceFields({ ...fact, prices }, tax, currencyDigits(currency)).map(({ accepted }) => accepted)
    )
    const name = nameOf(fact)
    items.set(name, [...(items.get(name) ?? []), { fact, amounts, rows }])
  }
  const weeks = facts.flatMap(({ week }) => (week ? [week] : []))
  return {
    /** The services, packages and categories by their normalized names. */
    items,
    categories: new Set(listed.filter(({ kind }) => kind === 'category').map(nameOf)),
    readAmounts,
    readHours: createHoursReader(language, weeks),
    readPhones: createPhoneReader(facts),
    prices: createPriceReader(facts, readAmounts)
  }
}

const isItem = ({ kind }: Fact): boolean => kind === 'service' || kind === 'package' || kind === 'category'

const nameOf = ({ texts: [[name = ''] = []] }: Fact): string => normalize(name)

interface Options {
  isStale?: boolean
  /** Called with the number of characters of each part of the page that is read. */
  count?: (characters: number) => void
}

/** A page as text: of HTML, or of Markdown that was rendered. Reads each part on first use. */
export class PageText {
  readonly #root: Container
  readonly #reading: Reading
  readonly #options: Options

  constructor(root: Container, reading: Reading, options: Options = {}) {
    this.#root = root
    this.#reading = reading
    this.#options = options
  }

  readonly #read = (root: Container): string => {
    const blocks = readBlocks(root)
    this.#options.count?.(blocks.length)
    return blocks
  }

  readonly #allBlocks = once(() => removeDirections(this.#read(this.#root)))
  readonly #allText = once(() => normalize(this.#allBlocks()))
  readonly #hours = once(() => this.#reading.readHours(this.#allBlocks()))
  readonly #phones = once(() =>
    this.#reading.readPhones(this.#root, this.#allBlocks(), this.#options.isStale === true)
  )
  readonly #allEntries = once(() => findEntries(this.#root, this.#reading, this.#read))

  findElement(id: string): Element | undefined {
    return find(this.#root, ({ attribs }) => attribs.id === id)
  }

  /** Returns the statement about a fact. On the page of its URL, `fragment` is the id of its element, or an empty text. */
  find(fact: Fact, fragment?: string): Statement {
    const { kind, week, expected } = fact
    if (week !== undefined) return this.#hours()(week)
    if (kind === 'phone') return this.#phones()(fact)
    if (kind === 'email') {
      const text = this.#allText().toLowerCase()
      const isShown = (email: string) => text.includes(normalize(email).toLowerCase())
      return [expected, toReadableEmail(expected)].some(isShown) ? stated : absent
    }
    if (isItem(fact)) return this.#findItem(fact, fragment)
    const otherTax = kind === 'tax' ? this.#reading.prices.findOtherTax?.(this.#allBlocks()) : undefined
    if (otherTax !== undefined) return differs(`"${otherTax}"`)
    return this.#has(fact.texts) ? stated : absent
  }

  /** Returns the statement next to the name of an item that has its own page. Other texts contradict nothing. */
  findAside(fact: Fact): Statement {
    return isItem(fact) ? this.#findEntry(fact) : absent
  }

  #has(texts: string[][], text = this.#allText()): boolean {
    return texts.every((alternatives) => alternatives.some((part) => text.includes(normalize(part))))
  }

  #findEntry(fact: Fact): Statement {
    const name = nameOf(fact)
    /* c8 ignore next: the reading has every item */
    const items = this.#reading.items.get(name) ?? []
    const isPriced = items.every(({ amounts }) => amounts.length > 0)
    const entries = isPriced ? (this.#allEntries().get(name) ?? []) : []
    const wrong = entries.find((entry) => !items.some((item) => statesPrice(entry.amounts, item)))
    if (wrong !== undefined) {
      const amounts = [...wrong.amounts]
      return differs(`${listAmounts(amounts)} next to the name`, amounts)
    }
    const hasOnePrice = items.length === 1 && items.every(({ rows }) => rows.length === 0)
    const other = entries.length > 0 && hasOnePrice ? this.#findOtherWords(fact, entries) : undefined
    if (other !== undefined) return differs(`${other} next to the name`)
    return entries.length > 0 ? stated : absent
  }

  /** Returns an amount with the words of another unit or kind of price than the item has; undefined if the entries have none. */
  #findOtherWords(fact: Fact, entries: Entry[]): string | undefined {
    const { prices } = this.#reading
    const other = entries.map(({ text }) => prices.findOther(text, fact)).find(Boolean)
    if (other !== undefined) return `"${other}"`
    const isExact =
      fact.price?.kind === 'from' && entries.every(({ text }) => text !== '' && !prices.hasStartingHint(text))
    return isExact && this.#hasStartingPrices() ? `${fact.amounts} without "from"` : undefined
  }

  /** Whether the page has a word for starting prices before most of them, and not only in a heading above them. */
  readonly #hasStartingPrices = once((): boolean => {
    const { items, prices } = this.#reading
    if (prices.hasStartingHeading(this.#allBlocks())) return false
    const shown = [...this.#allEntries()].flatMap(([name, entries]) => {
      const item = items.get(name)?.find(({ fact }) => fact.price?.kind === 'from')
      return item ? [entries.some(({ text }) => prices.isStarting(text, item.fact))] : []
    })
    const count = shown.filter(Boolean).length
    return count >= 2 && count > shown.length / 2
  })

  #findItem(fact: Fact, fragment?: string): Statement {
    const entry = this.#findEntry(fact)
    if (entry.state === 'different') return entry
    const element = fragment ? this.findElement(fragment) : undefined
    if (element === undefined && entry.state === 'stated') return entry
    const blocks = element === undefined ? this.#allBlocks() : isShown(element) ? this.#read(element) : ''
    if (!this.#has(fact.texts, element === undefined ? this.#allText() : normalize(blocks))) return entry
    const shown = new Set(this.#reading.readAmounts(blocks))
    if (this.#states(shown, fact)) return stated
    // The element may be a heading, and the price below it.
    if (shown.size === 0) return entry.state === 'stated' ? entry : { state: 'absent', amounts: [] }
    const amounts = [...shown]
    return fragment === undefined ? absent : differs(`the name with ${listAmounts(amounts)}`, amounts)
  }

  #states(shown: Set<number>, fact: Fact): boolean {
    const item = this.#reading.items.get(nameOf(fact))?.find((item) => item.fact.key === fact.key)
    return item === undefined || statesPrice(shown, item)
  }
}

function isShown(element: Element): boolean {
  for (let scope: Element['parent'] = element; scope && isTag(scope); scope = scope.parent)
    if (!isRead(scope)) return false
  return true
}

/** Returns whether some amounts have the price of an item, or are only prices of it in different cases. */
function statesPrice(shown: Set<number>, { amounts, rows }: Item): boolean {
  const isShown = (accepted: number[]) => accepted.some((amount) => shown.has(amount))
  const isKnown = (amount: number) => [...amounts, ...rows].some((accepted) => accepted.includes(amount))
  return amounts.every(isShown) || (rows.some(isShown) && [...shown].every(isKnown))
}

/** The amounts next to a name, and the text that has them; empty if it is long. */
interface Entry {
  amounts: Set<number>
  text: string
}

/** Elements with more than one entry, or with the whole page. */
const groups = new Set(['html', 'body', 'main', 'nav', 'ul', 'ol', 'dl', 'table', 'tbody'])
const maxNameLength = 400
const maxEntryLength = 5000

/**
 * Returns the amounts of each element whose whole text is the name of an item: the amounts in the smallest element around
 * it that has amounts and no other name, else in the section below the heading. A name in a sentence has none. Reads
 * elements with `read`, which may be often for a deep tree.
 */
function findEntries(
  root: Container,
  { items, categories, readAmounts }: Reading,
  read: (element: Element) => string
): Map<string, Entry[]> {
  const named = findNamed(root, items)
  const namesByElement = new Map<Element, Set<string>>()
  for (const [element, name] of named) {
    for (let parent: Element['parent'] = element; parent && isTag(parent); parent = parent.parent) {
      namesByElement.set(parent, (namesByElement.get(parent) ?? new Set()).add(name))
    }
  }
  // The page of a service may show the name of its category too.
  const hasOther = (element: Element, name: string) =>
    [...(namesByElement.get(element) ?? [])].some(
      (other) => other !== name && (categories.has(name) || !categories.has(other))
    )
  const entries = new Map<string, Entry[]>()
  for (const [element, name] of named) {
    const isEnd = (other: Element) => hasOther(other, name)
    const text = readEntry(element, { isEnd, read, hasAmounts: (text) => readAmounts(text).length > 0 })
    const entry = { amounts: new Set(readAmounts(text)), text: text.length > maxEntryLength ? '' : text }
    if (entry.amounts.size > 0) entries.set(name, [...(entries.get(name) ?? []), entry])
  }
  return entries
}

function findNamed(root: Container, names: ReadonlyMap<string, unknown>): Map<Element, string> {
  const named = new Map<Element, string>()
  for (const node of nodesIn(root, isRead)) {
    const element = isText(node) && node.data.trim() !== '' ? findWhole(node, names) : undefined
    if (element !== undefined) named.set(element, normalize(readBlocks(element)))
  }
  return named
}

/** Returns the smallest element around a text whose whole text is one of the names. */
function findWhole(text: ChildNode, names: ReadonlyMap<string, unknown>): Element | undefined {
  for (let parent = text.parent; parent && isTag(parent); parent = parent.parent) {
    if (groups.has(parent.name) || parent.children.length > maxNameLength) return undefined
    const blocks = readBlocks(parent)
    if (blocks.length > maxNameLength) return undefined
    if (names.has(normalize(blocks))) return parent
  }
  return undefined
}

interface EntryOptions {
  /** Returns whether an element has the name of another item. */
  isEnd: (element: Element) => boolean
  read: (element: Element) => string
  hasAmounts: (text: string) => boolean
}

const isHeading = ({ name }: Element) => /^h[1-6]$/.test(name)

/** Returns the text of the entry of a name; an empty text if it has no amounts. */
function readEntry(element: Element, options: EntryOptions): string {
  let heading: Element | undefined
  for (let scope: Element['parent'] = element; scope && isTag(scope); scope = scope.parent) {
    if (groups.has(scope.name) || options.isEnd(scope)) break
    const text = options.read(scope)
    if (options.hasAmounts(text)) return text
    if (isHeading(scope)) heading = scope
  }
  return heading === undefined ? '' : readSection(heading, options)
}

/** Returns the text between a heading and the next one of its level, or the next name. */
function readSection(heading: Element, { isEnd, read }: EntryOptions): string {
  let text = ''
  for (let sibling = heading.next; sibling; sibling = sibling.next) {
    if (!isTag(sibling)) continue
    if ((isHeading(sibling) && sibling.name <= heading.name) || isEnd(sibling)) break
    text += read(sibling)
  }
  return text
}
