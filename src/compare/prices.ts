import { escapePattern, shiftedDigits } from '../base/text.ts'
import { numberPattern } from '../business/amounts.ts'
import type { Tax } from '../business/schemas/price.ts'
import type { Fact } from './fact.ts'
import { anyOf, units } from './phrases.ts'
import { toLines } from './text.ts'

interface Shown {
  line: string
  /** The line as a report quotes it. */
  quotation: string
  isStarting: boolean
  /** The words between it and the next number, such as "per hour". */
  after: string
}

const startingHint = new RegExp(
  `(?<!\\p{L})${anyOf('startingHint')}(?!\\p{L})|\\+|\\d ?- ?\\p{Sc}? ?\\d`,
  'iu'
)
const startingHeading = new RegExp(`(?<!\\p{L})${anyOf('startingHeading')}(?!\\p{L})`, 'iu')

const maxHeadingLength = 60

const things = new Set(['person', 'item'])

/** Returns whether a unit contradicts another: a price per person may be for an hour, but not for a day instead of an hour. */
export const isOtherUnit = (unit: string, own: string): boolean =>
  unit !== own && things.has(unit) === things.has(own)

const start = new RegExp(`(?<!\\p{L})${anyOf('from')}\\s*(?:\\p{Sc}|[A-Z]{3})?\\s*$`, 'iu')

/** Creates a reader of the words that say what kind of price an amount is, for which unit, and whether tax is included. */
export function createPriceReader(facts: Fact[], readAmounts: (text: string) => number[]) {
  const [tax] = facts.flatMap((fact) => fact.tax ?? [])
  const amounts = facts.flatMap((fact) => fact.amounts)
  const findShown = (blocks: string, { amounts }: Fact): Shown[] => {
    const text = toLines(blocks)
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
  return {
    /** Returns the words that contradict the tax of the data; undefined if a text has none. Missing if the data has no tax. */
    findOtherTax: tax && createTaxReader(tax, amounts, readAmounts),
    /** Returns whether a text may say in other words that its prices are starting prices. */
    hasStartingHint: (text: string): boolean => startingHint.test(toLines(text)),
    /** Returns whether a text has a heading that calls the prices below it starting prices. */
    hasStartingHeading: (text: string): boolean =>
      toLines(text)
        .split(/[\n\t]/)
        .some((line) => line.length < maxHeadingLength && !/\d/.test(line) && startingHeading.test(line)),
    isStarting: (text: string, fact: Fact): boolean =>
      findShown(text, fact).some(({ isStarting }) => isStarting),
    /** Returns an amount with another unit, or an exact price as a starting price; undefined if a text has neither. */
    findOther: (text: string, fact: Fact): string | undefined => {
      const { price } = fact
      if (price === undefined) return undefined
      const shown = findShown(text, fact)
      if (price.kind === 'fixed' && shown.every(({ isStarting }) => isStarting)) return shown[0]?.quotation
      const { unit } = price
      return unit ? shown.find((other) => hasOtherUnit(other, unit))?.quotation : undefined
    }
  }
}

const unitsAfter = units.map(({ unit, phrase }) => ({
  unit,
  pattern: new RegExp(
    `^[\\s${shiftedDigits}]*(?:\\p{Sc}|[A-Z]{3}|ש"ח|\\p{L}{1,4}\\.(?:\\p{L}\\.)?)?\\s*(?:${phrase})(?!\\p{L})`,
    'iu'
  )
}))

/** Returns whether another unit than its own follows an amount, whose line does not name its own. */
function hasOtherUnit({ line, after }: Shown, own: string): boolean {
  const names = [own, ...units.flatMap(({ unit, noun }) => (unit === own ? noun : []))]
  const isNamed = names.some((name) => line.toLowerCase().includes(name.toLowerCase()))
  return !isNamed && unitsAfter.some(({ unit, pattern }) => isOtherUnit(unit, own) && pattern.test(after))
}

/** Words that say whether the amounts before them include the tax. */
interface Terms {
  index: number
  isIncluded: boolean
  amounts: number[]
}

// A price with tax may be next to the price before it.
const maxPairDistance = 80

/**
 * Creates a function that returns the words of a page that contradict the data on whether prices include tax: next to one
 * of its amounts, or as a sentence about all prices of a page that shows one. Undefined if the page has none.
 */
function createTaxReader(
  tax: Tax,
  amountsOfItems: number[],
  readAmounts: (text: string) => number[]
): (blocks: string) => string | undefined {
  const own = new Set(amountsOfItems)
  const factor = 1 + (tax.rate_percent ?? 0) / 100
  // An amount may be the amount of another item with the tax, or without it.
  const isConverted = (amount: number) =>
    [...own].some((other) => {
      const [net, gross] = tax.included ? [amount, other] : [other, amount]
      return net !== gross && Math.abs(net * factor - gross) < 0.01
    })
  const readTerms = createTermsReader(tax, readAmounts)
  const sentences = createSentencePattern(tax)
  return (blocks) => {
    const text = toLines(blocks)
    const terms = readTerms(text)
    const isContradiction = ({ isIncluded, amounts }: Terms) =>
      isIncluded !== tax.included && amounts.some((amount) => own.has(amount) && !isConverted(amount))
    const isPaired = ({ index }: Terms, other: Terms | undefined) =>
      other?.isIncluded === tax.included &&
      Math.abs(other.index - index) < maxPairDistance &&
      !text.slice(...[index, other.index].sort((a, b) => a - b)).includes('\n')
    const wrong = terms.find(
      (found, position) =>
        isContradiction(found) && ![-1, 1].some((step) => isPaired(found, terms[position + step]))
    )
    if (wrong !== undefined) return quoteLine(text, wrong.index)
    const sentence = [...text.matchAll(sentences)].find(
      ({ groups }) => ((groups?.include ?? groups?.isIncluded) !== undefined) !== tax.included
    )
    return sentence && readAmounts(text).some((amount) => own.has(amount)) ? sentence[0].trim() : undefined
  }
}

const rateAfter = '(?: ?\\([\\d.,]+ ?%\\))?'

const unitBefore = new RegExp(
  `[\\s,(]*(?:${units.map(({ phrase }) => phrase).join('|')}|each|apiece|(?:per|an?) \\p{L}+)?[\\s,(]*$`,
  'iu'
)

function createTermsReader(
  { name }: Tax,
  readAmounts: (text: string) => number[]
): (text: string) => Terms[] {
  const names = name === undefined ? anyOf('tax') : toPattern(name)
  const words = `(?<!\\p{L})(?:(?<before>${anyOf('withTax')})|${anyOf('beforeTax')})[ -]?|\\+ ?`
  const rate = '(?:\\d+(?:[.,]\\d+)? ?% ?)?'
  const terms = new RegExp(
    `(?:(?:${words})${rate}${names}|(?<![\\p{L}\\d.,])${rate}${names}${rateAfter}:? (?:(?:is|are|will be) )?(?:(?<after>${anyOf('taxIncluded')})|${anyOf('taxExcluded')}))(?![\\p{L}\\d])`,
    'giu'
  )
  return (text) =>
    Array.from(text.matchAll(terms), ({ 0: shown, index, groups }) => {
      const line = text.slice(Math.max(0, index - maxPairDistance), index).replace(/^.*\n/s, '')
      const before = line.replace(unitBefore, '')
      const [, amount = '', sign = ''] = /([^\d\n]*\d(?:[\d.,' ]*\d)?) ?([^\s\d]{0,8})$/.exec(before) ?? []
      const after = text.slice(index + shown.length, index + shown.length + maxPairDistance)
      // In "£45, including VAT £54" and "£45 (including VAT: from £54)", the words are about the amount after them.
      const [next = ''] = /^(?:\s*[:=] ?(?:\p{L}+ ){0,2}|[\s-]*)[^\s\d(]{0,3} ?\d.{0,15}/u.exec(after) ?? []
      const isQuestion = /^[^.!\n]*\?/.test(after)
      // In "excluding VAT refunds", the words are about something else.
      const isOther = /^ (?!(?:and|or|per|each|at|an?|in)\b)[a-z]/i.test(after)
      // A currency may be an abbreviation, such as "ج.م.".
      const isSentenceEnd =
        /(?<!\p{L}\.\p{L}|руб)[.;:!?]$/u.test(sign) || (sign !== '' && readAmounts(amount).length > 0)
      const isNext = !isQuestion && !isOther && !isSentenceEnd && readAmounts(next).length === 0
      return {
        index,
        isIncluded: (groups?.before ?? groups?.after) !== undefined,
        amounts: isNext ? readAmounts(amount + sign) : []
      }
    })
}

/** Returns a pattern of whole sentences, such as "Prices include VAT (20%)." or "VAT is not included." Questions do not match. */
function createSentencePattern({ name }: Tax): RegExp {
  const names = name === undefined ? anyOf('tax') : `(?:${anyOf('tax')} \\()?${toPattern(name)}`
  const start = '(?<=(?:^|[\\n\\t.!?;:(*]) ?)'
  const end = `${anyOf('byLaw')}?[ ,()%\\d]{0,12}(?=[.;!]|\\s*(?:\\n|$))`
  const prices = anyOf('allPrices')
  const aboutPrices = `${prices} (?:(?<include>${anyOf('includeTax')})|${anyOf('excludeTax')}) ${names}`
  const aboutTax = `(?:${prices} )?${names}${rateAfter} (?:(?:is|are) )?(?:(?<isIncluded>${anyOf('taxIncluded')})|${anyOf('taxExcluded')})(?: in ${prices})?`
  return new RegExp(`${start}(?:${aboutPrices}|${aboutTax})${end}`, 'giu')
}

/** Returns a pattern of the name of the tax, whose quotation mark owners write in several ways. */
const toPattern = (name: string) => escapePattern(toLines(name)).replaceAll('"', `["']{0,2}`)

const maxQuotation = 80

/** Returns the line around a position, to quote it; of a long line, the words near the position. A number stays whole. */
function quoteLine(text: string, position: number): string {
  const before = text.slice(Math.max(0, position - 2 * maxQuotation), position).replace(/^.*\n/s, '')
  const [after = ''] = text.slice(position, position + 2 * maxQuotation).split('\n', 1)
  const line = before + after
  if (line.trim().length <= maxQuotation) return line.trim()
  const near = [...line.matchAll(/\S+(?:(?<=\d)\s(?=\d)\S+)*/g)].filter(
    ({ 0: word, index }) =>
      index + word.length > before.length - maxQuotation / 2 && index < before.length + maxQuotation / 2
  )
  return `…${near.map(([word]) => word).join(' ')}…`
}
