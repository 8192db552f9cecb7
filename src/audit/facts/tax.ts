import { escapePattern } from '../../business/text.ts'
import type { Fact, Tax } from './fact.ts'
import { quoteLine, toLines } from './normalize-text.ts'

// The words of each language. A phrase that contains another comes first, because the first match wins.
const unnamed = 'tax|מס'
const including = 'including|inclusive of|includes|incl\\.?|inc\\.?|with|כולל'
const excluding =
  'not including|excluding|exclusive of|net of|before|without|plus|excl\\.?|exc\\.?|ex\\.?|ו?לא כוללת?|אינו כולל|אינה כוללת|לפני|ללא|בלי|בתוספת|ועוד|פלוס'
// The words after the name of the tax, as in "VAT included".
const included = 'included|inclusive|incl\\.?|inc\\.?|כלולה?'
const excluded =
  "(?:not|isn't|aren't) (?:included|inclusive|incl\\.?)|excluded|exclusive|excl\\.?|extra|added|(?:לא|אינו|אינה) כלולה?|יתווסף|מתווסף|בנפרד"
const prices =
  '(?:(?:all )?(?:of )?(?:our |the )?prices(?: shown| quoted)?|(?:every|each) price|(?:כל )?המחירים(?: הם| באתר)?|המחיר)'
const include = 'includes?|are inclusive of|כוללים|כולל'
const exclude =
  "excludes?|are exclusive of|(?:are|is) before|do(?:es)? not include|do(?:es)?n't include|(?:are )?plus|are excluding|לא כוללים|לא כולל|אינם כוללים|אינו כולל|בתוספת|לפני|ללא"

interface Options {
  facts: Fact[]
  readAmounts: (text: string) => number[]
  /** The words after an amount that name its unit, such as "per hour". */
  unitPhrases: string[]
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
 * Makes a function that returns the words of a page that contradict the API on whether prices include tax: next to
 * an amount of the API, or as a sentence about all prices of a page that shows one. Undefined if the page has none.
 */
export function createTaxReader(tax: Tax, options: Options): (blocks: string) => string | undefined {
  const { facts, readAmounts } = options
  const apiAmounts = new Set(facts.flatMap(({ amounts }) => amounts))
  // An amount may be that of another item with the tax, or without it.
  const isConverted = (amount: number) =>
    [...apiAmounts].some((other) => {
      const [net, gross] = tax.isIncluded ? [amount, other] : [other, amount]
      return net !== gross && Math.abs(net * (1 + tax.ratePercent / 100) - gross) < 0.01
    })
  const readTerms = createTermsReader(tax, options)
  const sentences = createSentencePattern(tax)
  return (blocks) => {
    const text = toLines(blocks)
    const terms = readTerms(text)
    const isContradiction = ({ isIncluded, amounts }: Terms) =>
      isIncluded !== tax.isIncluded &&
      amounts.some((amount) => apiAmounts.has(amount) && !isConverted(amount))
    const isPaired = ({ index }: Terms, other: Terms | undefined) =>
      other?.isIncluded === tax.isIncluded &&
      Math.abs(other.index - index) < maxPairDistance &&
      !text.slice(...[index, other.index].sort((a, b) => a - b)).includes('\n')
    const wrong = terms.find(
      (found, position) =>
        isContradiction(found) && ![-1, 1].some((step) => isPaired(found, terms[position + step]))
    )
    if (wrong !== undefined) return quoteLine(text, wrong.index)
    const sentence = [...text.matchAll(sentences)].find(
      ({ groups }) => ((groups?.include ?? groups?.isIncluded) !== undefined) !== tax.isIncluded
    )
    return sentence && readAmounts(text).some((amount) => apiAmounts.has(amount))
      ? sentence[0].trim()
      : undefined
  }
}

/** Makes a function that finds the words next to amounts that say whether these include the tax. */
function createTermsReader({ name }: Tax, { readAmounts, unitPhrases }: Options): (text: string) => Terms[] {
  const names = name === '' ? `(?:${unnamed})` : toPattern(name)
  const words = `(?<!\\p{L})(?:(?<before>${including})|${excluding})[ -]?|\\+ ?`
  const rate = '(?:\\d+(?:[.,]\\d+)?% ?)?'
  const terms = new RegExp(
    `(?:(?:${words})${rate}${names}|(?<![\\p{L}\\d.,])${rate}${names}:? (?:(?:is|are|will be) )?(?:(?<after>${included})|${excluded}))(?![\\p{L}\\d])`,
    'giu'
  )
  const units = unitPhrases.map((phrase) => escapePattern(toLines(phrase))).join('|')
  const unit = new RegExp(`[\\s,(]*(?:${units}|each|apiece|(?:per|an?) \\p{L}+)?[\\s,(]*$`, 'iu')
  return (text) =>
    Array.from(text.matchAll(terms), ({ 0: shown, index, groups }) => {
      const line = text.slice(Math.max(0, index - maxPairDistance), index).replace(/^.*\n/s, '')
      const before = line.replace(unit, '')
      const [, amount = '', sign = ''] = /([^\d\n]*\d(?:[\d.,' ]*\d)?) ?([^\s\d]{0,8})$/.exec(before) ?? []
      const after = text.slice(index + shown.length, index + shown.length + maxPairDistance)
      // In "£45, including VAT £54" and "£45 (including VAT: from £54)", the words are about the amount after them.
      const [next = ''] = /^(?:\s*[:=] ?(?:\p{L}+ ){0,2}|[\s-]*)[^\s\d(]{0,3} ?\d.{0,15}/u.exec(after) ?? []
      const isQuestion = /^[^.!\n]*\?/.test(after)
      // In "excluding VAT refunds", the words are about something else.
      const isOther = /^ (?!(?:and|or|per|each|at|an?|in)\b)[a-z]/i.test(after)
      const isSentenceEnd = /[.;:!?]$/.test(sign) || (sign !== '' && readAmounts(amount).length > 0)
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
  const names = name === '' ? `(?:${unnamed})` : `(?:(?:${unnamed}) \\()?${toPattern(name)}`
  const start = '(?<=(?:^|[\\n\\t.!?;:(*]) ?)'
  const end = '(?: at(?= ?\\d)| כחוק)?[ ,()%\\d]{0,12}(?=[.;!]|\\s*(?:\\n|$))'
  const aboutPrices = `${prices} (?:(?<include>${include})|${exclude}) ${names}`
  const aboutTax = `${names} (?:is|are) (?:(?<isIncluded>${included})|${excluded})(?: in ${prices})?`
  return new RegExp(`${start}(?:${aboutPrices}|${aboutTax})${end}`, 'giu')
}

/** Returns a pattern of the name of the tax, whose quotation mark owners write in several ways. */
const toPattern = (name: string) => escapePattern(toLines(name)).replaceAll('"', `["']{0,2}`)
