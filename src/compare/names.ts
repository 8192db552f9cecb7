import { fold, normalizeDigits } from '../base/spelling.js'
import { foldText } from '../base/text.ts'
import { minutes } from '../business/amounts.ts'
import type { Fact } from './facts.ts'

/** Returns a text in the form in which texts are searched: capitals, accents, spaces and quotation marks do not matter. */
export const toKey = (text: string): string => fold(normalizeDigits(foldText(text))).replace(/[ '"]/g, '')

/** The items of a business, and how to read its amounts. */
export interface Offers {
  /** The items with each name. */
  items: Map<string, Fact[]>
  /** All beginnings of the names. */
  starts: Set<string>
  readAmounts: (text: string) => number[]
  /** Reads also the amounts that are usually no price, such as a surcharge. */
  readAllAmounts: (text: string) => number[]
  isPrice: (name: string, amount: number) => boolean
  /** Returns whether a text of the data about an item has an amount that is not its price, such as a deposit. */
  isMentioned: (name: string, amount: number) => boolean
}

/** The name of an item in a line. */
export interface Name {
  name: string
  start: number
  end: number
  /** Whether nothing but the price follows it. Else an addition does, as in "Cut (30 min)" and "Cut (long hair)". */
  isWhole: boolean
  /** Whether the addition may make it the name of another item, because it is more than a duration. */
  isVariant: boolean
}

// Around the name of an item that is all of its element, around code, such as an id, and around small letters. These marks are
// invisible and no white space, so no number continues after them.
export const nameMark = '\u2062'
export const smallMark = '\u2061'

/** What may be between a name and its price, as in "from £20", "starting at £20", "for £20" and "החל מ־20 ₪". */
export const priceStart = String.raw`(?:from|starting|only|just|now|ab|nur|dès|à partir|desde|da|vanaf|od|от|החל|רק)\s(?:(?:at|from|de)\s|[במ][-־–]?)?|(?:for|at|is|costs|für|kostet|à|pour|por|za|за|עולה|במחיר(?: של)?|بسعر|من)\s|[במ][-־–]?`

// A sign, or a number or price, as in "• Cut", "1. Cut", "£20 – Cut" and "£20 for a cut", and "A cut".
const labelStart =
  /^(?:[^\p{L}\p{N}\p{Sc}([]+|\d{1,2}[.)]\s|(?:\p{Sc}\s?[\d.,-]+|[\d.,-]+\s?\p{Sc})[^\p{L}\p{N}]+(?:for\s)?)?(?:(?:an?|the|our|מחיר)\s)?/iu

// Nothing, or signs and a number with the word after it, as in " – 20 euros" and " from £20", but not as in " for 2 £20".
const sign = String.raw`[^\p{L}\p{N}([*†‡\u2061]*`
const priceAfter = new RegExp(
  String.raw`^${sign}(?:(?:${priceStart})${sign})?(?:[A-Z]{3}\s?)?(?:(?!\d+\s\p{Sc}\d)(\d[\d.,'’\s]*\S*)|$)`,
  'u'
)

// As in "Cut (30 min)" and "Cut – 1 hour – £20".
const durationAfter = new RegExp(
  String.raw`^[^\p{L}\p{N}\p{Sc}]*\d{1,3}(?:[.,]\d)?\s?(?:${minutes}|(?:h|hours?|hrs?|std|stunden?|heures?|שעות|שעה)(?!\p{L}))[^\p{L}\p{N}]*(?:$|\p{Sc}|(?:${priceStart})?\p{Sc}?\d)`,
  'iu'
)

// A sign, such as the mark of a footnote, a bracket or a dash.
const signAfter = /^(?:\s*(?:[^\p{L}\p{M}\p{N}\s&+/',.-]|[\u2070-\u2079¹²³]|\.{3}|,\s?[^\p{L}\s])|\s[-/]\s)/u

// Before the price: the mark of a footnote, an addition in brackets or in small letters, and signs.
const addition =
  /^[\s*†‡\u2070-\u2079¹²³]*(?:\([^()]{0,80}\)|\[[^[\]]{0,80}\]|\u2061[^\u2061]{0,80}\u2061)?[^\p{L}\p{N}\p{Sc}([]*/u

// A name that is all of an element, perhaps with a colon.
const elementEnd = /^[\s:.–-]*\u2062/

const maxBeforePrice = 30

/** Returns what follows a name, or undefined if other words do, as in "Cut and colour £20". */
function readAfter(text: string, name: string, { readAmounts, readAllAmounts, isPrice }: Offers) {
  const hasPrice = (part: string) =>
    readAmounts(part).length > 0 || readAllAmounts(part).some((amount) => isPrice(name, amount))
  const after = normalizeDigits(text)
  const [, inBrackets = after] = /^\s?\(([^()\p{L}]+)\)/u.exec(after) ?? []
  const [price, number] = priceAfter.exec(inBrackets) ?? []
  if (elementEnd.test(after) || (price !== undefined && (!number || hasPrice(price))))
    return { isWhole: true, isVariant: false }
  if (durationAfter.test(after)) return { isWhole: false, isVariant: false }
  const rest = after.replace(addition, '')
  const isAddition = rest === '' || hasPrice(rest.slice(0, maxBeforePrice))
  return signAfter.test(after) && isAddition ? { isWhole: false, isVariant: true } : undefined
}

const token = /[\p{L}\p{M}\p{N}]+|\s+|./gsu
/** The longest text in which a name is looked for. */
export const maxLabel = 250

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
    const after =
      key !== '' && items.has(name) ? readAfter(text.slice(end, end + maxLabel), name, offers) : undefined
    if (after) found = { name, start, end, ...after }
  }
  return found
}

/** Finds the one item with whose name a line begins, or has in an element, if a price, an addition or nothing follows. */
export function findName(text: string, offers: Offers): Name | undefined {
  const marks = Array.from(text.slice(0, maxLabel).matchAll(/\u2062/g), ({ index }) => index + 1)
  const starts = [0, labelStart.exec(text)?.[0].length ?? 0, ...marks]
  const [name, ...others] = starts.flatMap((start) => readName(text, start, offers) ?? [])
  return others.some((other) => other.name !== name?.name) ? undefined : name
}

const listSeparator = /(?<=[,;|·•]\s{0,8}|\.\s{1,8}|\s[/–-]\s)(?=\p{L})|(?=\u2062)/u

// A longer text is a paragraph.
const maxList = 1000

/** Splits a line before each item after the price of another one, as in "Cut £20, wash £12", or in an element. */
export function splitAtNames(text: string, offers: Offers): string[] {
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
