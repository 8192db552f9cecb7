import { numberPattern } from '../../business/amounts.ts'
import type { PriceWords } from '../../business/price-words.ts'
import { builtInWords } from '../../business/words.ts'
import type { Fact } from './fact.ts'
import { toLines } from './text.ts'

/** An amount of an item as a page shows it. */
interface Shown {
  /** The text of its row from the number before it to the number after it. */
  row: string
  /** Whether the word for a starting price is before it, such as "from". */
  isStarting: boolean
  /** The words after it, such as "per hour". */
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

// A page may call prices starting prices in many words.
const startingHints =
  /from|start|least|minimum|onwards?|upwards?|and up|\+|החל|התחל|מתחיל|לפחות|ומעלה|[^\p{L}]מ-/iu

/** Returns whether a text may say in other words that its prices are starting prices. */
export const hasStartingHint = (text: string): boolean => startingHints.test(toLines(text))

/** Makes a reader for pages in a language and in English, with the words of the software. */
export function createPhraseReader(language: string, readAmounts: (text: string) => number[]): PhraseReader {
  const words = [...new Set([language, 'en'])].flatMap((tag): PriceWords[] =>
    [builtInWords(tag)?.price ?? []].flat()
  )
  const units = words.flatMap(({ units }) =>
    Object.entries(units).map(([unit, phrase]) => ({ unit, phrase: toWords(phrase) }))
  )
  const starts = words.map(({ from }) => toWords(from)).join('|')
  const start = new RegExp(`(?:^|[^\\p{L}])(?:${starts})\\s*(?:\\p{Sc}|[A-Z]{3})?\\s*$`, 'iu')

  const unitAfter = new RegExp(
    `^\\s*(?:\\p{Sc}|[A-Z]{3}|ש"ח)?\\s*(?:${units.map(({ phrase }) => phrase).join('|')})(?!\\p{L})`,
    'iu'
  )

  const findShown = (text: string, { amounts }: Fact): Shown[] => {
    const numbers = [...text.matchAll(new RegExp(numberPattern, 'g'))]
    return numbers.flatMap(({ 0: number, index }, position) => {
      const end = index + number.length
      const last = numbers[position - 1]
      const before = text.slice(last ? last.index + last[0].length : 0, index)
      const after = text.slice(end, numbers[position + 1]?.index)
      const isShown = readAmounts(before + number + after).some((amount) => amounts.includes(amount))
      const [line = ''] = before.split('\n').slice(-1)
      const row = line + number + after.replace(/\n.*/s, '')
      return isShown ? [{ row, isStarting: start.test(before), after }] : []
    })
  }
  return {
    unitPhrases: units.map(({ phrase }) => phrase),
    isStarting: (text, fact) => findShown(toLines(text), fact).some(({ isStarting }) => isStarting),
    findOther: (text, fact) => {
      const { price } = fact
      if (price === undefined) return undefined
      const lines = toLines(text)
      const shown = findShown(lines, fact)
      if (price.kind === 'fixed' && shown.every(({ isStarting }) => isStarting)) return shown[0]?.row.trim()
      if (price.unit === '') return undefined
      const own = [price.unit, ...units.filter(({ unit }) => unit === price.unit).map(({ phrase }) => phrase)]
      const other = shown.find(
        ({ row, after }) =>
          unitAfter.test(after) && !own.some((words) => row.toLowerCase().includes(words.toLowerCase()))
      )
      return other?.row.trim()
    }
  }
}

const toWords = (phrase: string) => toLines(phrase.replace('{price}', '')).trim()
