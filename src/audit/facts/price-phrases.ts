import { numberPattern } from '../../business/amounts.ts'
import type { PriceWords } from '../../business/price-words.ts'
import { escapePattern } from '../../business/text.ts'
import { builtInWords } from '../../business/words.ts'
import type { Fact } from './fact.ts'
import { quoteLine, toLines } from './normalize-text.ts'

/** An amount of an item as a page shows it. */
interface Shown {
  /** The line that has it. */
  line: string
  /** The line as a report quotes it. */
  quotation: string
  /** Whether the word for a starting price is before it, such as "from". */
  isStarting: boolean
  /** The words between it and the next number, such as "per hour". */
  after: string
}

/** Reads the words around amounts in the entries of a page. */
export interface PhraseReader {
  /** The words after an amount that name a unit. */
  unitPhrases: string[]
  /** Returns an amount with another unit, or an exact price as a starting price; undefined if a text has neither. */
  findOther: (text: string, fact: Fact) => string | undefined
  /** Returns whether a text has an amount of the item as a starting price. */
  isStarting: (text: string, fact: Fact) => boolean
}

// A page may call prices starting prices in many words: with each amount, or in a heading above them.
const startingWords =
  /(?<!\p{L})(?:from|start\p{L}*|least|little as|min|minimum|onwards?|upwards?|and up|החל|התחל\p{L}*|מתחיל\p{L}*|לפחות|ומעלה|ויותר|מינימום|בין|מ-?(?=\s?[\d\p{Sc}]))(?!\p{L})|\+|\d ?- ?\p{Sc}? ?\d/iu
const startingHeading =
  /(?<!\p{L})(?:from[: ]*$|starting (?:at|from|prices?|rates?)|starts? (?:at|from)|at least|minimum (?:price|charge)s?|החל מ-?|התחלתי\p{L}*|מתחיל\p{L}* [במ]-?|מינימום)(?!\p{L})/iu

/** Returns whether a text may say in other words that its prices are starting prices. */
export const hasStartingHint = (text: string): boolean => startingWords.test(toLines(text))

/** Returns whether a heading says that the prices below it are starting prices. */
export const isStartingHeading = (line: string): boolean => startingHeading.test(line)

const things = new Set(['person', 'item'])

/** Returns whether a unit contradicts another: a price per person may be for an hour, but not for a day instead of an hour. */
export const isOtherUnit = (unit: string, own: string): boolean =>
  unit !== own && things.has(unit) === things.has(own)

/** Makes a reader for pages in a language and in English, with the words of the software. */
export function createPhraseReader(language: string, readAmounts: (text: string) => number[]): PhraseReader {
  const words = [...new Set([language, 'en'])].flatMap((tag): PriceWords[] =>
    [builtInWords(tag)?.price ?? []].flat()
  )
  const findShown = createFinder(words, readAmounts)
  const units = words.flatMap(({ units }) =>
    Object.entries(units).map(([unit, phrase]) => ({ unit, phrase: toWords(phrase) }))
  )
  const hasOtherUnit = createUnitReader(units)
  return {
    unitPhrases: units.map(({ phrase }) => phrase),
    isStarting: (text, fact) => findShown(toLines(text), fact).some(({ isStarting }) => isStarting),
    findOther: (text, fact) => {
      const { price } = fact
      if (price === undefined) return undefined
      const shown = findShown(toLines(text), fact)
      if (price.kind === 'fixed' && shown.every(({ isStarting }) => isStarting)) return shown[0]?.quotation
      return price.unit === '' ? undefined : shown.find((other) => hasOtherUnit(other, price.unit))?.quotation
    }
  }
}

/** Makes a function that finds the amounts of a fact in a text. */
function createFinder(words: PriceWords[], readAmounts: (text: string) => number[]) {
  const starts = words.map(({ from }) => escapePattern(toWords(from))).join('|')
  const start = new RegExp(
    `(?<!\\p{L})(?<!(?:down|reduced) )(?:${starts})\\s*(?:\\p{Sc}|[A-Z]{3})?\\s*$`,
    'iu'
  )
  return (text: string, { amounts }: Fact): Shown[] => {
    const numbers = [...text.matchAll(new RegExp(numberPattern, 'g'))]
    return numbers.flatMap(({ 0: number, index }, position) => {
      const end = index + number.length
      const last = numbers[position - 1]
      const before = text.slice(last ? last.index + last[0].length : 0, index)
      const after = text.slice(end, numbers[position + 1]?.index)
      if (!readAmounts(before + number + after).some((amount) => amounts.includes(amount))) return []
      const [line = ''] = text.slice(text.lastIndexOf('\n', index) + 1).split('\n', 1)
      return [{ line, quotation: quoteLine(text, index), isStarting: start.test(before), after }]
    })
  }
}

/** Makes a function that returns whether another unit than its own follows an amount, whose line does not name its own. */
function createUnitReader(units: { unit: string; phrase: string }[]) {
  const unitsAfter = units.map(({ unit, phrase }) => ({
    unit,
    pattern: new RegExp(`^\\s*(?:\\p{Sc}|[A-Z]{3}|ש"ח)?\\s*${escapePattern(phrase)}(?!\\p{L})`, 'iu')
  }))
  return ({ line, after }: Shown, own: string): boolean => {
    const names = [own, ...units.filter(({ unit }) => unit === own).map(({ phrase }) => toNoun(phrase))]
    const isNamed = names.some((name) => line.toLowerCase().includes(name.toLowerCase()))
    return !isNamed && unitsAfter.some(({ unit, pattern }) => isOtherUnit(unit, own) && pattern.test(after))
  }
}

const toWords = (phrase: string) => toLines(phrase.replace('{price}', '')).trim()

/** Returns the unit that a phrase names: "hour" of "per hour", "שעה" of "לשעה". */
const toNoun = (phrase: string) => phrase.replace(/^per |^ל/, '')
