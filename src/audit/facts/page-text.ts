import { weekdays } from '../../business/schemas/hours.ts'
import { findById, findElements } from '../html.ts'
import { type Entry, findEntries } from './entries.ts'
import { absent, differs, type Fact, type Statement, stated } from './fact.ts'
import { normalize, type Root, readBlocks, removeDirections, toLines } from './normalize-text.ts'
import { type DayText, type DayTimes, isDayStated, isWeekStated } from './page-hours.ts'
import { isSamePhone } from './phone.ts'
import { hasStartingHint, isStartingHeading, type PhraseReader } from './price-phrases.ts'
import { formatTimes, toHalfDay, type Week } from './week.ts'

/** The facts, in the forms in which a page is searched for them. */
export interface Reading {
  facts: Fact[]
  /** The normalized names of services, packages and categories, with the amounts that each may have. */
  names: Map<string, number[][]>
  /** The normalized names of categories. */
  categories: Set<string>
  readAmounts: (text: string) => number[]
  readDays: (text: string) => DayText
  phrases: PhraseReader
  /** The items with a starting price, by their normalized names. */
  starting: Map<string, Fact>
  /** Returns the words that contradict the tax of the API; undefined if a text has none. Missing if the API has no tax. */
  findOtherTax: ((blocks: string) => string | undefined) | undefined
}

const phonePattern = /[+*]?\d(?:[\s().\-/‑–]*\d){2,}/g

const maxHeadingLength = 60

const datePattern = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/

/** A page as text: of HTML, or of Markdown that was rendered. Reads each part on first use. */
export class PageText {
  readonly #root: Root
  readonly #reading: Reading
  /** Whether the page is an old copy. */
  readonly #isStale: boolean
  #blocks?: string
  #text?: string
  #entries?: Map<string, Entry[]>
  #isStarting?: boolean
  #days?: DayText
  #phones?: string[]

  constructor(root: Root, reading: Reading, isStale = false) {
    this.#root = root
    this.#reading = reading
    this.#isStale = isStale
  }

  get #allBlocks(): string {
    this.#blocks ??= removeDirections(readBlocks(this.#root))
    return this.#blocks
  }

  /** The normalized text. */
  get text(): string {
    this.#text ??= normalize(this.#allBlocks)
    return this.#text
  }

  /**
   * Returns the statement of the page about a fact. For the page to which the fact's URL leads, `fragment` is the id of
   * the element that shows it, or an empty text.
   */
  find(fact: Fact, fragment?: string): Statement {
    if (fact.week !== undefined) return this.#findWeek(fact, fact.week)
    if (fact.kind === 'phone') return this.#findPhone(fact)
    if (fact.kind === 'email') return this.#findEmail(fact.expected)
    if (isItem(fact)) return this.#findItem(fact, fragment)
    const otherTax = fact.kind === 'tax' ? this.#reading.findOtherTax?.(this.#allBlocks) : undefined
    if (otherTax !== undefined) return differs(`"${otherTax}"`)
    return this.#has(fact.texts) ? stated : absent
  }

  /** Returns the statement next to the name of an item that has its own page. Other texts contradict nothing. */
  findAside(fact: Fact): Statement {
    return isItem(fact) ? this.#findEntry(fact) : absent
  }

  /** Returns whether the page has every one of some texts, word for word. */
  states(texts: string[]): boolean {
    return this.#has(texts.map((text) => [text]))
  }

  #has(texts: string[][], text = this.text): boolean {
    return texts.every((alternatives) => alternatives.some((part) => text.includes(normalize(part))))
  }

  get #allEntries(): Map<string, Entry[]> {
    const { names, categories, readAmounts } = this.#reading
    this.#entries ??= findEntries(this.#root, new Set(names.keys()), categories, readAmounts)
    return this.#entries
  }

  #findEntry(fact: Fact): Statement {
    const {
      texts: [[text = ''] = []],
      amounts
    } = fact
    const { names } = this.#reading
    const name = normalize(text)
    /* c8 ignore next: the reading has the name of every item */
    const amountLists = names.get(name) ?? [amounts]
    const entries = amountLists.every(({ length }) => length > 0) ? (this.#allEntries.get(name) ?? []) : []
    const wrong = entries.find(
      (entry) => !amountLists.some((values) => values.every((value) => entry.amounts.has(value)))
    )
    if (wrong !== undefined) return differs(`${[...wrong.amounts].join(', ')} next to the name`)
    const other =
      entries.length > 0 && amountLists.length === 1 ? this.#findOtherWords(fact, entries) : undefined
    if (other !== undefined) return differs(`${other} next to the name`)
    return entries.length > 0 ? stated : absent
  }

  /** Returns an amount with the words of another unit or kind of price than the item has; undefined if the entries have none. */
  #findOtherWords(fact: Fact, entries: Entry[]): string | undefined {
    const { phrases } = this.#reading
    const other = entries.map(({ text }) => phrases.findOther(text, fact)).find(Boolean)
    if (other !== undefined) return `"${other}"`
    const isExact =
      fact.price?.kind === 'from' && entries.every(({ text }) => text !== '' && !hasStartingHint(text))
    return isExact && this.#hasStartingPrices ? `${fact.amounts} without "from"` : undefined
  }

  /** Whether the page has a word for starting prices before most of them, and not only in a heading above them. */
  get #hasStartingPrices(): boolean {
    this.#isStarting ??= this.#findStartingPrices()
    return this.#isStarting
  }

  #findStartingPrices(): boolean {
    const { starting, phrases } = this.#reading
    const headings = toLines(this.#allBlocks)
      .split(/[\n\t]/)
      .filter((line) => line.length < maxHeadingLength && !/\d/.test(line))
    if (headings.some(isStartingHeading)) return false
    const shown = [...this.#allEntries].flatMap(([name, entries]) => {
      const fact = starting.get(name)
      return fact ? [entries.some(({ text }) => phrases.isStarting(text, fact))] : []
    })
    const count = shown.filter(Boolean).length
    return count >= 2 && count > shown.length / 2
  }

  #findItem(fact: Fact, fragment?: string): Statement {
    const { texts, amounts } = fact
    const entry = this.#findEntry(fact)
    if (entry.state !== 'absent') return entry
    const element = fragment ? findById(this.#root, fragment) : undefined
    const blocks = element === undefined ? this.#allBlocks : readBlocks(element)
    if (!this.#has(texts, element === undefined ? this.text : normalize(blocks))) return absent
    if (amounts.length === 0) return stated
    const shown = new Set(this.#reading.readAmounts(blocks))
    if (amounts.every((amount) => shown.has(amount))) return stated
    const isOwn = fragment !== undefined && shown.size > 0
    return isOwn ? differs(`the name with ${[...shown].slice(0, 10).join(', ')}`) : absent
  }

  #findPhone(fact: Fact): Statement {
    const { expected } = fact
    this.#phones ??= [...this.#allBlocks.matchAll(phonePattern)].map(([phone]) => phone)
    const links = findElements(this.#root, ['a']).flatMap((link) => {
      const [, number] = /^tel:(.*)/i.exec(link.attribs.href ?? '') ?? []
      return number === undefined ? [] : [{ number, shown: findLongPhone(readBlocks(link)) ?? number }]
    })
    // A link may call another number than it shows.
    const wrong = links
      .filter(({ number, shown }) => !isSamePhone(number, shown))
      .find(({ number, shown }) => [number, shown].some((phone) => isSamePhone(phone, expected)))
    if (wrong !== undefined) return differs(`${wrong.shown}, which calls ${wrong.number}`)
    const linked = links.map(({ number }) => number)
    if ([...this.#phones, ...linked].some((phone) => isSamePhone(phone, expected))) return stated
    // An old copy may show an old number without a link. On a current page, a number without a link may belong to somebody else.
    const isShown = (phone: string) => findLongPhone(phone) !== undefined && !this.#isInAddress(phone)
    const old = linked.length === 0 && this.#isStale ? this.#phones.filter(isShown) : []
    const others = [...new Set([...linked, ...old])]
    const phoneFacts = this.#reading.facts.filter(({ kind }) => kind === 'phone')
    const isKnown = others.some((phone) => phoneFacts.some((other) => isSamePhone(phone, other.expected)))
    return others.length > 0 && !isKnown && !this.#isNotFirst(fact) ? differs(others.join(', ')) : absent
  }

  /** Returns whether a number is part of an address, such as a postal code. */
  #isInAddress(number: string): boolean {
    const addresses = this.#reading.facts.filter(({ kind }) => kind === 'address')
    return addresses.some(({ texts }) => texts.flat().some((text) => text.includes(number)))
  }

  /** Returns whether another fact of the kind is reported in its place, because an unknown value may be of any of them. */
  #isNotFirst(fact: Fact): boolean {
    return this.#reading.facts.find(({ kind }) => kind === fact.kind) !== fact
  }

  #findEmail(expected: string): Statement {
    return this.text.toLowerCase().includes(normalize(expected).toLowerCase()) ? stated : absent
  }

  #findWeek(fact: Fact, week: Week): Statement {
    this.#days ??= this.#reading.readDays(this.#allBlocks)
    const { days, others, hasEmptyRange } = this.#days
    const timed = days.filter(({ times, isWholeDay }) => times.length > 0 || isWholeDay)
    const weeks = this.#reading.facts.flatMap((other) => (other.week ? [other.week] : []))
    const certain = timed.filter(({ isCertain }) => isCertain)
    const countDays = (list: number) =>
      new Set(certain.filter((day) => day.list === list).map(({ day }) => day)).size
    // A list of fewer days may be the times of a course.
    const wrong = certain.find((day) => isWrong(day, weeks, timed) && countDays(day.list) >= 3)
    if (wrong !== undefined && !this.#isNotFirst(fact)) {
      return differs(`${weekdays[wrong.day]} ${formatTimes(wrong.times)}`)
    }
    if (isWeekStated(timed, week)) return stated
    // Hours that cannot be understood are not missing: "nine to five", or times before the days.
    const isUnclear = others.size > 0 || timed.some((day) => !day.isCertain)
    const shown = [...others, ...timed.flatMap(({ times }) => times)].map(toHalfDay)
    const hasTimes = week.flat().every((time) => shown.includes(toHalfDay(time)))
    return hasEmptyRange || (isUnclear && hasTimes) ? stated : absent
  }
}

/** Returns whether the times of a day contradict every week. Times inside the hours may be those of a course, if the page also states the week. */
function isWrong(day: DayTimes, weeks: Week[], days: DayTimes[]): boolean {
  const expected = weeks.flatMap((week) => week.slice(day.day, day.day + 1))
  if (expected.some((times) => isDayStated(day, times))) return false
  const [from = ''] = day.times
  const [to = ''] = day.times.slice(-1)
  const isInside = expected.some((times) => {
    const [opens = ''] = times
    const [closes = ''] = times.slice(-1)
    return opens < from && to < closes
  })
  return !(isInside && weeks.some((week) => isWeekStated(days, week)))
}

/** Returns a phone number of at least seven digits in a text; undefined if the text has none. */
const findLongPhone = (text: string): string | undefined =>
  Array.from(removeDirections(text).matchAll(phonePattern), ([phone]) => phone.trim()).find(
    (phone) => /^[+(0]/.test(phone) && phone.replace(/\D/g, '').length >= 7 && !datePattern.test(phone)
  )

const isItem = ({ kind }: Fact) => kind === 'service' || kind === 'package' || kind === 'category'
