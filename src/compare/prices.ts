import type { Element, ParentNode } from 'domhandler'
import { once } from '../base/cache.ts'
import { groupBy } from '../base/group-by.ts'
import { isCell, isElement } from '../html/tree.ts'
import { needsNoAmount } from './facts.ts'
import { type Line, type Offers, priceStart } from './lines.ts'

// Words for a price of zero, but not the end of gluten-free.
const freeWords =
  /(?<![\p{L}-])(?:free|no (?:charge|cost)|nothing|complimentary|on us|on the house|included|gr[aá]tis|gratui[ts]|offert|kostenlos|kostenfrei|umsonst|inklusive|бесплатн|безплатн|безкоштовн|bezpłatn|darmow|zdarma|zadarmo|ingyen|δωρεάν|ücretsiz|bedava|ilmai|maksut|tasuta|besplat|miễn phí)|חינם|ללא (?:תשלום|עלות|חיוב)|مجان|رایگان|免[费費]|無料|무료|ฟรี|मुफ्त|निःशुल्क/iu

const saysFree = ({ text }: Line) => freeWords.test(text)

const word = String.raw`\s[^\s\d]+`
const amountAfter = String.raw`\s\p{Sc}?\d[\d.,]*(?:\s?\p{Sc})?`

// As in "others ask £20", "elsewhere £20" and "add a wash to any cut for £8".
const otherPrices = new RegExp(
  [
    `(?<!\\p{L})(?:others|competitors|andere|אחרים)(?:${word}){1,2}?${amountAfter}`,
    `(?<!\\p{L})(?:elsewhere|anderswo|ailleurs|altrove|elders)(?:${word}){0,2}?${amountAfter}`,
    `(?<!\\p{L})add(?:${word}){1,4}?\\sto(?:${word}){1,4}?\\sfor${amountAfter}`
  ].join('|'),
  'giu'
)

interface PriceLine extends Line {
  /** The level of the heading that it is in. */
  level: number
  /** Returns its amounts without those that seem to be of others, or of additions. */
  ownAmounts: () => number[]
}
type LineTest = (line: PriceLine) => boolean

/**
 * Returns the entries of each name, which are the names in lines with the amounts that belong to them: those in its line, else
 * in the smallest element around it without another name, else below it. Names without amounts have no entry.
 */
export function readPrices(read: Line[], offers: Offers) {
  const lines = read.map((line) => {
    const ownAmounts = once(() => {
      const rest = line.text.replace(otherPrices, '')
      if (rest === line.text) return line.amounts()
      const own = offers.readAmounts(rest)
      return line.amounts().filter((amount) => own.includes(amount))
    })
    return { ...line, level: Math.min(...line.around.map(levelOf)), ownAmounts }
  })
  const entries = lines.flatMap((line) => {
    const amounts = line.name ? readEntry(line, line.name, lines, offers) : []
    if (line.name === undefined || amounts.length === 0) return []
    // The table of a caption may have only additions, or the prices of one group.
    return [{ ...line.name, amounts, ...(isCaption(line) && { isWhole: false, isVariant: true }) }]
  })
  return groupBy(entries, ({ name }) => name)
}

const isCaption = ({ around, amounts }: Line) =>
  amounts().length === 0 && around.some(({ name }) => name === 'caption')

function readEntry(
  line: PriceLine,
  { name, isWhole }: NonNullable<Line['name']>,
  lines: PriceLine[],
  { items, isPrice, isWholePrice, isMentioned }: Offers
): number[] {
  const isCategory = (name: string) => items.get(name)?.every(({ kind }) => kind === 'category') === true
  // The page of a service may show the name of its category too.
  const isOther: LineTest = ({ name: other }) =>
    other !== undefined && other.name !== name && (isCategory(name) || !isCategory(other.name))
  const mayBeFree = items.get(name)?.some(needsNoAmount) === true
  const read = (part: PriceLine[]) => {
    if (mayBeFree && part.some(saysFree)) return [0]
    const own = new Set(part.flatMap(({ ownAmounts }) => ownAmounts()))
    const amounts = listAmounts(part).filter((amount) =>
      own.has(amount) ? !isMentioned(name, amount) : isPrice(name, amount)
    )
    if (amounts.length > 0) return amounts
    // A surcharge may be an item.
    return part.flatMap(({ allAmounts }) => allAmounts()).filter((amount) => isWholePrice(name, amount))
  }
  // Most lines have no amount, and a line is in many elements.
  const mayBePriced = (one: Line) => one.allAmounts().length > 0 || (mayBeFree && saysFree(one))
  const isPriced = (part: PriceLine[]) => part.some(mayBePriced) && read(part).length > 0
  // A sentence about an amount that is not its price, such as a deposit, states no price around it.
  if (isWhole && line.ownAmounts().length > 0 && !isPriced([line])) return []
  const scopes = listScopes(line, lines, isOther)
  const units = [[line], ...scopes.map(({ part }) => part)]
  // The title of a page names all of it, and the sentence below it may have another amount.
  const isTitle = scopes.some(({ element }) => element.name === 'h1')
  const unit = isTitle ? units.at(-1) : units.find(isPriced)
  const own = read(unit ?? [])
  // An addition may have an amount of its own, as in "Cut (colour + £10)".
  if (isWhole && own.length > 0) return own
  const isOwn: LineTest = (next) => !isOther(next) && !(next.name && isPriced([next]))
  const below = scopes.flatMap((scope) => listBelow(scope, line, lines)).map((part) => takeWhile(part, isOwn))
  return [...own, ...read(below.find(isPriced) ?? [])]
}

export const listAmounts = (lines: Line[]): number[] => [
  ...new Set(lines.flatMap(({ amounts }) => amounts()))
]

function takeWhile(lines: PriceLine[], test: LineTest): PriceLine[] {
  const end = lines.findIndex((line) => !test(line))
  return end === -1 ? lines : lines.slice(0, end)
}

/** Elements with more than one entry, or with the whole page. */
const groups = new Set(['html', 'body', 'main', 'nav', 'ul', 'ol', 'dl', 'table', 'tbody'])
const maxLines = 60

/** An element around a line, with its lines. */
interface Scope {
  element: Element
  part: PriceLine[]
  /** The index of the line after them. */
  end: number
}

/** From the inside, returns the elements around a line that have no other name. */
function listScopes({ index, around }: Line, lines: PriceLine[], isOther: LineTest): Scope[] {
  const scopes: Scope[] = []
  let [start, end] = [index, index + 1]
  const cell = around.find(isCell)
  for (const element of around) {
    const all = element === cell?.parent ? listRows(cell) : [element]
    const isIn = (line?: Line) => end - start <= maxLines && all.some((one) => line?.around.includes(one))
    const [from, to] = [start, end]
    while (isIn(lines[start - 1])) start -= 1
    while (isIn(lines[end])) end += 1
    const added = [...lines.slice(start, from), ...lines.slice(to, end)]
    if (groups.has(element.name) || end - start > maxLines || added.some(isOther)) break
    scopes.push({ element, part: lines.slice(start, end), end })
  }
  return scopes
}

/** Returns the rows that a cell spans. */
function listRows({ parent, attribs }: Element): Element[] {
  const rows = isElement(parent) ? [parent] : []
  const span = Math.min(Number(attribs.rowspan ?? 1), maxLines)
  for (let next = rows[0]?.next; next && rows.length < span; next = next.next)
    if (isElement(next) && next.name === 'tr') rows.push(next)
  return rows
}

/**
 * Returns the lines outside of an element that belong to its name: after a cell in its row and below it in its column, after a
 * heading until the next one of its level, else a price in the next line.
 */
function listBelow(
  { element, end }: Scope,
  { index, around, column }: Line,
  lines: PriceLine[]
): PriceLine[][] {
  const isIn =
    (scope: ParentNode | null | undefined): LineTest =>
    (line) =>
      !isElement(scope) || line.around.includes(scope)
  const isBeside = isIn(element.parent)
  const rest = lines.slice(end, index + maxLines)
  if (isCell(element)) {
    const isInTable = isIn(around.find(({ name }) => name === 'table'))
    const table = takeWhile(lines.slice(index + 1, index + maxLines), isInTable)
    return [takeWhile(rest, isBeside), table.filter((line) => line.column === column)]
  }
  const level = levelOf(element)
  if (level < noLevel) return [takeWhile(rest, (line) => line.level > level && isBeside(line))]
  const isText: LineTest = (line) => line.level === noLevel && isBeside(line)
  const next = takeWhile(rest.slice(0, maxBetween), isText).find((line) => !isDescription(line))
  if (!next || !isOnlyPrice(next)) return []
  // In a list, prices may also be before the names.
  const before = takeWhile(lines.slice(Math.max(0, index - maxLines), index).reverse(), isText)
  const first = before.findLast((line) => line.name !== undefined || isOnlyPrice(line))
  return first && isOnlyPrice(first) ? [] : [[next]]
}

// A term is the heading of its descriptions, and a caption of its table.
const levels = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'caption']
const noLevel = levels.length
const levelOf = ({ name }: Element) => (levels.includes(name) ? levels.indexOf(name) : noLevel)

const maxBetween = 3

/** Recognises a description between a name and its price. Fewer words may be another name, which the data does not have. */
const isDescription: LineTest = ({ name, text, amounts }) =>
  name === undefined && /\S\s\S+\s\S/.test(text) && amounts().length === 0

// At most a few letters follow the number: the name of a currency or a unit.
const onlyPrice = new RegExp(
  String.raw`^[^\p{L}\p{N}]{0,9}(?:${priceStart})?(?:\p{L}{1,3}[.$/]?\s?)?[^\p{L}\p{N}]{0,9}\p{Nd}(?:\P{L}*\p{L}){0,6}\P{L}*$`,
  'iu'
)

const isOnlyPrice: LineTest = ({ name, text, amounts }) =>
  name === undefined && onlyPrice.test(text) && amounts().length > 0
