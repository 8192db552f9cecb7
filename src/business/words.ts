import { Type } from '@sinclair/typebox'
import { entriesOf, fieldOf, isObject } from './json-value.ts'
import { primaryLanguage } from './language.ts'
import { pointerPart } from './problem.ts'
import { wordsSchema } from './schemas/words.ts'
import en from './words/en.json' with { type: 'json' }
import he from './words/he.json' with { type: 'json' }

/** A heading with a list of points that the owner adds to a page. */
export interface Section {
  heading: string
  items: string[]
}

/** The interface's words in one language; text between backticks is code. English has the keys of every language. */
export type Words = Omit<typeof en, 'labels' | 'record'> & {
  /** Labels of the fields that each business chooses, by field. */
  labels: Record<string, string>
  record: Record<string, string>
  /** The sentence below the headline, in place of the category. */
  home: { lead?: string }
  privacy: { added?: Section[] }
  accessibility: { added?: Section[] }
}

type Part<Value> = Value extends string
  ? string
  : Value extends (infer Item)[]
    ? Item[]
    : { [Key in keyof Value]?: Part<Value[Key]> }

/** The words that a business states, in place of those of the software or in addition to them. */
export type OwnWords = Part<Words>

/** The words of the software, by language. */
export const wordsByLanguage: Record<string, Words> = { en, he }

/** Returns the words of the software in a language, or undefined if it has none. */
export const builtInWords = (language: string): Words | undefined =>
  wordsByLanguage[primaryLanguage(language)]

/** words.<language>.json: any part of the words. Their descriptions are the English words. */
export const WordsFile = Type.Unsafe<OwnWords>(wordsSchema(en))

/** Returns the names of the files of words of a language, without `.json`: for `en-GB` also those for `en`, first. */
export const wordsFilesOf = (language: string): `words.${string}`[] =>
  [...new Set([primaryLanguage(language), language])].map((tag) => `words.${tag}` as const)

/** Returns the words with some of them replaced. A list is replaced as a whole. */
export function replaceWords<Base>(words: Base, own: unknown): Base
export function replaceWords(words: unknown, own: unknown): unknown {
  if (!isObject(own)) return own
  const before = isObject(words) ? words : {}
  const replaced = Object.entries(own).map(([key, value]) => [key, replaceWords(before[key], value)])
  return { ...before, ...Object.fromEntries(replaced) }
}

/** Returns the JSON pointers of the English words that files of words lack together, each with the English words. */
export function findMissingWords(files: unknown[]): [pointer: string, english: unknown][] {
  const compare = (english: unknown, value: unknown, pointer: string): [string, unknown][] => {
    if (value === undefined) return [[pointer, english]]
    if (!isObject(english)) return []
    return Object.entries(english).flatMap(([key, part]) =>
      compare(part, fieldOf(value, key), pointer + pointerPart(key))
    )
  }
  return compare(en, files.reduce(replaceWords), '')
}

/** Returns the texts that are still the English ones in a file of words of another language, with their JSON pointers. */
export function findEnglishWords(
  words: unknown,
  english: unknown = en,
  pointer = ''
): { pointer: string; found: string }[] {
  if (typeof words === 'string')
    return words === english && isSentence(words) ? [{ pointer, found: words }] : []
  return entriesOf(words).flatMap(([key, part]) =>
    findEnglishWords(part, fieldOf(english, key), pointer + pointerPart(key))
  )
}

// Languages share names and single words, such as `MCP server` and `WhatsApp`, but hardly two words with small letters.
const isSentence = (text: string) =>
  (text.replace(/\{\w+\}/g, '').match(/\p{L}*\p{Ll}{2}\p{L}*/gu) ?? []).length > 1

/** Returns the words of a language with those of the business. The check rejects a language without words. */
export const wordsFor = (language: string, own: OwnWords = {}): Words =>
  replaceWords(builtInWords(language) ?? en, own)

/** Replaces each placeholder of a message, such as `{name}`. Throws if one has no value. */
export const fill = (message: string, values: Record<string, string>): string =>
  message.replace(/\{(\w+)\}/g, (placeholder, name) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for ${placeholder} in "${message}"`)
    return value
  })
