import type { PriceWords } from '../../business/price-words.ts'
import { builtInWords } from '../../business/words.ts'

/** Returns the words of the software about prices, in a language and in English. */
const listWords = (language: string): PriceWords[] =>
  [...new Set([language, 'en'])].flatMap((tag) => builtInWords(tag)?.price ?? [])

/** Returns the words that name a unit after an amount, such as "per hour" for `hour`. */
export const listUnitPhrases = (language: string): { unit: string; phrase: string }[] =>
  listWords(language).flatMap(({ units }) =>
    Object.entries(units).map(([unit, phrase]) => ({ unit, phrase: phrase.replace('{price}', '').trim() }))
  )
