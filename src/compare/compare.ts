import type { Element, ParentNode } from 'domhandler'
import { once } from '../base/cache.ts'
import { toAsciiEmail } from '../base/email.ts'
import { groupBy } from '../base/group-by.ts'
import { normalizeDigits } from '../base/spelling.js'
import { escapePattern, foldText, listFirst } from '../base/text.ts'
import { decodePath } from '../base/url-path.ts'
import { createAmountReader, rangeMark } from '../business/amounts.ts'
import { isSamePhone } from '../business/phones.ts'
import { revealPanels } from '../html/panels.ts'
import { elementsIn, mapById } from '../html/tree.ts'
import { type Fact, needsNoAmount } from './facts.ts'
import { isRead, type Line, type Offers, readLines, toKey } from './lines.ts'
import { createPriceReader, listAmounts } from './prices.ts'

export { describeText, type Fact, formatWeek, listFacts, listMentions } from './facts.ts'

/** What a page says of a fact, with the amounts that it shows instead. */
type Statement =
  | { state: 'stated' }
  | { state: 'absent'; amounts?: number[] }
  | { state: 'different'; found: string; amounts?: number[] }

const stated: Statement = { state: 'stated' }
const absent: Statement = { state: 'absent' }

export const formatAmounts = (amounts: number[]): string => listFirst(amounts, 10)

/** Returns a function that reads a tree, whose hidden panels of tabs and accordions it shows, to look for facts in it. */
export function createComparer(
  facts: Fact[],
  { language, currency, mentions = [] }: { language: string; currency: string; mentions?: string[] }
): (root: ParentNode) => PageText {
  const phones = facts.filter(({ kind }) => kind === 'phone').map(({ value }) => value)
  // People may call a number of WhatsApp too.
  const chats = mentions.flatMap((text) => / https:\/\/wa\.me\/(\d+)$/.exec(text)?.[1] ?? [])
  const ownNumbers = [...phones, ...chats]
  const items = groupBy(facts.filter(isItem), nameOf)
  const starts = new Set(
    [...items.keys()].flatMap((name) => name.split('').map((_, end) => name.slice(0, end + 1)))
  )
  const readAmounts = createAmountReader(currency, language)
  const showsPriceOf = (name: string, amounts: number[]) =>
    items.get(name)?.some((item) => item.amounts.length > 0 && showsPrice(amounts, item)) === true
  const texts = once(() => mentions.map((text) => ({ key: toKey(text), amounts: readAmounts(text) })))
  const isMentioned = (name: string, amount: number) =>
    texts().some(({ key, amounts }) => amounts.includes(amount) && key.includes(name))
  const offers = { items, starts, readAmounts, showsPriceOf, isMentioned }
  return (root) => {
    revealPanels(root)
    return readPage(root, offers, phones, ownNumbers)
  }
}

const isItem = ({ kind }: Fact): boolean => kind === 'service' || kind === 'package' || kind === 'category'

const nameOf = ({ texts: [name = ''] }: Fact): string => toKey(name)

export type PageText = ReturnType<typeof readPage>

/** Reads what a page says: `lines.ts` reads its lines and the name in each, and `prices.ts` the amounts of each name. */
function readPage(root: ParentNode, offers: Offers, phones: string[], ownNumbers: string[]) {
  const all = readLines(root, offers)
  const has = once(() => createSearch(all))
  const lines = once(() => all.map(({ text }) => normalizeDigits(foldText(text))))
  const times = once(() => new Set(lines().flatMap(readTimes)))
  const links = once(() => listLinks(root))
  const byId = once(() => mapById(root, isRead))
  const amounts = once(() => listAmounts(all))
  const prices = once(() => createPriceReader(all, offers))
  const listLinked = (form: RegExp) => links().flatMap((link) => form.exec(link)?.[1] ?? [])

  /** Returns undefined if readers do not see the element. */
  const findElement = (id: string): Element | undefined => byId().get(id.normalize())

  /** Returns the statement about a fact. On the page of its URL, `fragment` is the id of its element, or an empty text. */
  function find(fact: Fact, fragment?: string): Statement {
    if (isItem(fact)) return findItem(fact, fragment)
    if (fact.kind === 'phone') return findPhone(fact)
    if (fact.kind === 'hours') return fact.texts.every((time) => times().has(toTime(time))) ? stated : absent
    if (fact.kind === 'email') return findEmail(fact)
    return fact.texts.every(has()) ? stated : absent
  }

  function findEmail({ value }: Fact): Statement {
    const forms = [value, toAsciiEmail(value)].map(escapePattern).join('|')
    // Letters of an address have no case.
    const email = new RegExp(`(?<![\\w.+-])(?:${forms})(?!\\.?[\\w-])`, 'i')
    return [...lines(), ...listLinked(/^mailto:(.*)/i)].some((text) => email.test(text)) ? stated : absent
  }

  /** Returns the statement next to the name of an item that has its own page. Other texts contradict nothing. */
  function findAside(fact: Fact): Statement {
    const name = nameOf(fact)
    const items = offers.items.get(name) ?? [fact]
    const isPriced = items.every(({ amounts }) => amounts.length > 0)
    if (!isItem(fact) || !isPriced) return absent
    const { amounts: shown, isVariant } = prices()(name)
    if (shown.length === 0) return absent
    // A page may also have the name in another group or with an addition, and a deposit next to it.
    if (items.some((item) => showsPrice(shown, item))) return stated
    if (isVariant && items.some((item) => showsPrice(amounts(), item))) return absent
    if (shown.every((amount) => offers.isMentioned(name, amount))) return absent
    return { state: 'different', found: `${formatAmounts(shown)} next to the name`, amounts: shown }
  }

  function findItem(fact: Fact, fragment?: string): Statement {
    const entry = findAside(fact)
    const element = fragment ? findElement(fragment) : undefined
    if (entry.state === 'different' || (entry.state === 'stated' && element === undefined)) return entry
    // An anchor has no lines.
    const own = element ? all.filter(({ around }) => around.includes(element)) : []
    const isAnchor = own.length === 0
    if (!fact.texts.every(isAnchor ? has() : createSearch(own))) return entry
    return judgePart(fact, isAnchor ? amounts() : listAmounts(own), entry, fragment)
  }

  function findPhone(fact: Fact): Statement {
    const isSame = (number: string) => isSamePhone(number, fact.value)
    const isShown = lines().some((line) => (line.match(phonePattern) ?? []).flatMap(splitPhones).some(isSame))
    // The pattern does not find letters and #.
    const isMarked = /[A-Z#]/i.test(fact.value) && has()(fact.value)
    if (listLinked(called).some(isSame) || isShown || isMarked) return stated
    const found = fact.value === phones[0] ? findOtherPhones() : ''
    return found === '' ? absent : { state: 'different', found }
  }

  /** Returns the numbers that links call if the business has some and none of them is its own; else an empty text. */
  function findOtherPhones(): string {
    const isOwn = (number: string) => ownNumbers.some((own) => isSamePhone(number, own))
    const numbers = listLinked(called)
    return phones.length === 0 || numbers.some(isOwn) ? '' : [...new Set(numbers)].join(', ')
  }

  return { findElement, find, findAside, findOtherPhones }
}

/** Returns the statement of a part of a page that has the name of an item. */
function judgePart(fact: Fact, amounts: number[], entry: Statement, fragment: string | undefined): Statement {
  if (needsNoAmount(fact) || showsPrice(amounts, fact)) return stated
  // The element may be a heading, and the price below it.
  if (amounts.length === 0) return entry.state === 'stated' ? entry : { state: 'absent', amounts }
  if (fragment === undefined) return absent
  return { state: 'different', found: `the name with ${formatAmounts(amounts)}`, amounts }
}

// Between numbers, and no white space.
const digitGap = '\u241f'

/** Returns a function that finds a part of a text in any spelling, but not a number in a longer one, as "5" in "15". */
function createSearch(lines: Line[]): (part: string) => boolean {
  const text = lines.map(({ text }) => text).join(' ')
  const spaced = text.replace(/(?<=\p{N})\s+(?=\p{N})/gu, digitGap)
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

const listLinks = (root: ParentNode): string[] =>
  [...elementsIn(root)].flatMap(({ name, attribs: { href } }) =>
    name === 'a' && href ? [decodePath(href.trim())] : []
  )

const hourSign = String.raw`(?:[ap]\.?\s?m\b|[hu]\b|heures?\b|u[hu]r\b|[시時时點点]|बजे|[πμ]\.\s?μ|صباح|مساء|[صم]\s)`
// An hour without minutes counts with a sign of its half of the day, or in a range, as in 9-17.
const timePattern = new RegExp(
  `(?<![\\d.,])(\\d{1,2})(?:(?:[:.]|\\s?[hu]\\s?|[시時时點点]\\s?)(\\d{2})(?!\\d)|(?=\\s?${hourSign}|${rangeMark}\\d)|(?<=\\d${rangeMark}\\d{1,2})(?![\\d:.]))(?:\\s?([ap])\\.?\\s?m\\b)?`,
  'gi'
)

// As in 0900-1730.
const militaryPattern = new RegExp(
  `(?<!\\d)([01]\\d|2[0-4])([0-5]\\d)(${rangeMark})(\\d\\d)([0-5]\\d)(?![\\d-])`,
  'g'
)

/** Returns the times that a line may state: 5:00 may be 17:00 too, but not 5:00 am, and not 05:00 in a line with 17:00. */
function readTimes(line: string): string[] {
  const text = line
    .replace(/\b(?:noon|midday|midi|midnight|minuit)\b/gi, '12:00')
    .replace(militaryPattern, '$1:$2$3$4:$5')
  const times = [...text.matchAll(timePattern)]
  const has24Hours = times.some(([, hour]) => Number(hour) > 12)
  return times.flatMap(([, hour = '', minutes = '00', half]) => {
    const [am, pm] = [Number(hour) % 12, (Number(hour) % 12) + 12]
    const isExact = Number(hour) > 12 || (has24Hours && hour.startsWith('0'))
    const hours = half ? [/p/i.test(half) ? pm : am] : isExact ? [Number(hour)] : [am, pm]
    return hours.map((value) => toTime(`${value}:${minutes}`))
  })
}

/** Returns a time as 9:00 for 09:00, and 0:00 for 24:00. */
function toTime(time: string): string {
  const [hour, minutes] = time.split(':')
  return `${Number(hour) % 24}:${minutes}`
}
