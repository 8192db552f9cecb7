import type { Element } from 'domhandler'
import { memoise } from '../base/cache.ts'
import { groupBy } from '../base/group-by.ts'
import { isCell, isElement } from '../html/tree.ts'
import { needsNoAmount } from './facts.ts'
import { betweenSigns, type Line, levelOf, noLevel, type Offers, priceStart } from './lines.ts'

// Words for a price of zero, but not the end of gluten-free.
const freeWords =
  /(?<![\p{L}-])(?:free|no (?:charge|cost)|nothing|complimentary|on us|on the house|included|gr[aá]tis|gratui[ts]|offert|kostenlos|kostenfrei|umsonst|inklusive|бесплатн|безплатн|безкоштовн|bezpłatn|darmow|zdarma|zadarmo|ingyen|δωρεάν|ücretsiz|bedava|ilmai|maksut|tasuta|besplat|miễn phí)|חינם|ללא (?:תשלום|עלות|חיוב)|مجان|رایگان|免[费費]|無料|무료|ฟรี|मुफ्त|निःशुल्क/iu

const saysFree = ({ text }: Line) => freeWords.test(text)

type LineTest = (line: Line) => boolean

/**
 * Returns a function that finds the amounts of a name: those in its line, else in the largest element around it without another
 * name, and below it; and whether the name is only that of variants, as in "Cut (long hair)".
 */
export function createPriceReader(lines: Line[], offers: Offers) {
  const named = groupBy(lines, ({ name }) => name?.name)
  return memoise((name: string) => {
    const own = named.get(name) ?? []
    const amounts = new Set(own.flatMap((line) => readEntry(line, name, lines, offers)))
    const isVariant = own.every(({ text, name }) => variant.test(text.slice(name?.end)))
    return { amounts: [...amounts], isVariant }
  }, offers.items.size)
}

const variant = new RegExp(String.raw`^\s?(?:[([][^\d)\]]*\p{L}|${betweenSigns})`, 'u')

function readEntry(line: Line, name: string, lines: Line[], { items, showsPriceOf }: Offers): number[] {
  const isCategory = (name: string) => items.get(name)?.every(({ kind }) => kind === 'category') === true
  // The page of a service may show the name of its category too.
  const isOther: LineTest = ({ name: other }) =>
    other !== undefined && other.name !== name && (isCategory(name) || !isCategory(other.name))
  const mayBeFree = items.get(name)?.some(needsNoAmount) === true
  const read = (part: Line[]) => {
    if (mayBeFree && part.some(saysFree)) return [0]
    const isSure = part.some((line) => line.amounts().length > 0 && !isSentence(line))
    const amounts = part.flatMap((line) => (isSure ? line.amounts() : line.allAmounts()))
    // Of others, such as a surcharge, only the price of the item counts.
    return isSure || showsPriceOf(name, amounts) ? amounts : []
  }
  const hasPrice = (part: Line[]) => read(part).length > 0
  if (line.name?.isPriced && hasPrice([line])) return read([line])
  const isOwn: LineTest = (next) => !isOther(next) && !(next.name && hasPrice([next]))
  const scope = findScope(line, lines, isOther)
  const below = scope ? listBelow(scope, line, lines).map((part) => takeWhile(part, isOwn)) : []
  return [scope?.part ?? [line], below.find(hasPrice) ?? []].flatMap(read)
}

const maxBefore = 80
const startAtEnd = new RegExp(String.raw`(?:${priceStart})\P{L}{0,9}$`, 'iu')

/** Recognises a line whose first number is after words, as in "Add a wash to any cut for £8", so it may be another price. */
const isSentence: LineTest = ({ text, name }) => {
  const before = text.slice(0, text.search(/\p{Nd}/u)).slice(-maxBefore)
  return !name?.isPriced && /(?:[\p{L}\p{M}'’-]+\s){3}\P{L}{0,9}$/u.test(before.replace(startAtEnd, ''))
}

export const listAmounts = (lines: Line[]): number[] => [
  ...new Set(lines.flatMap(({ amounts }) => amounts()))
]

function takeWhile(lines: Line[], test: LineTest): Line[] {
  const end = lines.findIndex((line) => !test(line))
  return end === -1 ? lines : lines.slice(0, end)
}

/** Elements with more than one entry, or with the whole page. */
const groups = new Set(['html', 'body', 'main', 'nav', 'ul', 'ol', 'dl', 'table', 'tbody'])
const maxLines = 60

/** An element around a line, with its lines. */
interface Scope {
  element: Element
  part: Line[]
}

/** Returns the largest element around a line that has no other name, and no title of something else, as around a menu. */
function findScope({ index, around, level }: Line, lines: Line[], isOther: LineTest): Scope | undefined {
  const near = lines.slice(Math.max(0, index - maxLines), index + maxLines + 1)
  const isTitle: LineTest = (line) =>
    line.level < noLevel && line.level <= level && !line.name && line.allAmounts().length === 0
  const cell = around.find(isCell)
  let scope: Scope | undefined
  for (const element of around) {
    const parts = element === cell?.parent ? listSpannedRows(cell) : [element]
    const part = near.filter((line) => parts.some((one) => line.around.includes(one)))
    const isInHeading = levelOf(element) < noLevel
    const isBeyond: LineTest = (line) =>
      isOther(line) || (!isInHeading && isTitle(line) && scope?.part.includes(line) !== true)
    if (groups.has(element.name) || part.length > maxLines || part.some(isBeyond)) break
    scope = { element, part }
  }
  return scope
}

function listSpannedRows({ parent, attribs }: Element): Element[] {
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
function listBelow({ element, part }: Scope, { index, around, column }: Line, lines: Line[]): Line[][] {
  const { parent } = element
  const isBeside: LineTest = (line) => !isElement(parent) || line.around.includes(parent)
  const next = lines.slice(index + 1, index + maxLines)
  const rest = next.filter((line) => isBeside(line) && !part.includes(line))
  if (isCell(element)) {
    const table = around.find(({ name }) => name === 'table')
    return [rest, next.filter((line) => line.column === column && table && line.around.includes(table))]
  }
  const level = levelOf(element)
  if (level < noLevel) return [takeWhile(rest, (line) => line.level > level)]
  const isText: LineTest = (line) => line.level === noLevel && isBeside(line)
  const price = takeWhile(rest.slice(0, maxBetween), isText).find((line) => !isDescription(line))
  if (!price || !isOnlyPrice(price)) return []
  // In a list, prices may also be before the names.
  const before = takeWhile(lines.slice(Math.max(0, index - maxLines), index).reverse(), isText)
  const first = before.findLast((line) => line.name !== undefined || isOnlyPrice(line))
  return first && isOnlyPrice(first) ? [] : [[price]]
}

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
