import { Type } from '@sinclair/typebox'
import { once } from '../base/cache.ts'
import type { JsonSchema } from '../base/json-schema.ts'
import { entriesOf, fieldOf, isObject } from '../base/json-value.ts'
import { primaryLanguage } from '../base/language.ts'
import { pointerPart } from '../base/problem.ts'
import ar from './words/ar.json' with { type: 'json' }
import de from './words/de.json' with { type: 'json' }
import en from './words/en.json' with { type: 'json' }
import es from './words/es.json' with { type: 'json' }
import fr from './words/fr.json' with { type: 'json' }
import he from './words/he.json' with { type: 'json' }
import it from './words/it.json' with { type: 'json' }
import nl from './words/nl.json' with { type: 'json' }
import pt from './words/pt.json' with { type: 'json' }
import ptPT from './words/pt-PT.json' with { type: 'json' }
import ru from './words/ru.json' with { type: 'json' }

interface Section {
  heading: string
  items: string[]
}

/** The interface's words in one language; text between backticks is code. English has the keys of every language. */
export type Words = Omit<typeof en, 'labels' | 'record'> & {
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

export type OwnWords = Part<Words>

const europeanPortuguese = replaceWords(pt, ptPT)

export const wordsByLanguage: Record<string, Words> = {
  ...{ ar, de, en, es, fr, he, it, nl, pt, ru },
  'pt-PT': europeanPortuguese
}

const swissGerman = once((): Words => JSON.parse(JSON.stringify(de).replaceAll('ß', 'ss')))

// Portuguese without a region is Brazilian, and that of any other country European (CLDR, parent locales).
export function builtInWords(language: string): Words | undefined {
  if (/^pt-(?!BR\b)/i.test(language)) return europeanPortuguese
  return /^de-(CH|LI)\b/i.test(language) ? swissGerman() : wordsByLanguage[primaryLanguage(language)]
}

type Messages = string | Messages[] | { [key: string]: Messages }

const maxItems = 50
const maxSections = 20
const maxLength = 2000
// A label in a menu, on a button or in a table is one line.
const maxLabelLength = 200

// The words of fields and units that each business chooses, by the path of the object.
const openObjects: Record<string, string> = { '/labels': '', '/record': '', '/price/units': '{price}' }

// The pages to which a business adds its own sections.
const extendedPages = ['/privacy', '/accessibility']

/** Returns the JSON Schema of a file of words: the English keys, texts with the same placeholders, and lists of any length. */
function wordsSchema(words: Messages, path = ''): JsonSchema {
  if (typeof words === 'string') return textSchema(words)
  if (Array.isArray(words)) return listSchema(words)
  const properties = Object.fromEntries(
    Object.entries(words).map(([key, value]) => [key, wordsSchema(value, `${path}/${key}`)])
  )
  const other = openObjects[path]
  return {
    type: 'object',
    properties: {
      ...properties,
      ...(path === '/home' && { lead: leadSchema }),
      ...(extendedPages.includes(path) && { added: sectionsSchema })
    },
    ...(other !== undefined && { additionalProperties: textSchema(other) })
  }
}

const placeholdersOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))]

/** Returns a pattern of a text with each placeholder, in any order, in the syntax that every validator has (JSON Schema, section 6.4). */
function createTextPattern(placeholders: string[]): string {
  const toPattern = (placeholder: string) => `[{]${placeholder.slice(1, -1)}[}]`
  const write = (seen: string[], missing: string[]): string => {
    const any = `(${['[^{}]', ...seen].map(toAny).join('|')})*`
    const next = missing.map((one) => {
      const rest = missing.filter((other) => other !== one)
      return toPattern(one) + write([...seen, one], rest)
    })
    return next.length === 0 ? any : `${any}(${next.join('|')})`
  }
  const toAny = (part: string) => (part.startsWith('{') ? toPattern(part) : part)
  return placeholders.length === 0 ? '^\\s*[^{}\\s][^{}]*$' : `^${write([], placeholders)}$`
}

const textSchema = (english: string): JsonSchema => ({
  type: 'string',
  ...(english && { description: english }),
  minLength: 1,
  maxLength: english.length > maxLabelLength / 2 ? maxLength : maxLabelLength,
  pattern: createTextPattern(placeholdersOf(english))
})

const listSchema = (english: Messages[]): JsonSchema => ({
  type: 'array',
  description: english.join('\n'),
  items: { type: 'string', minLength: 1, maxLength, pattern: createTextPattern([]) },
  minItems: 1,
  maxItems
})

const sectionsSchema: JsonSchema = {
  type: 'array',
  description: 'Your own sections of the page.',
  items: {
    type: 'object',
    properties: {
      heading: { ...textSchema(''), description: 'Heading of the section.' },
      items: { ...listSchema([]), description: 'Points of the section.' }
    },
    required: ['heading', 'items']
  },
  maxItems: maxSections
}

const leadSchema: JsonSchema = {
  ...textSchema(''),
  description: 'The sentence below the headline of the home page, in place of the category.'
}

/** words.<language>.json: any part of the words. Their descriptions are the English words. */
export const WordsFile = Type.Unsafe<OwnWords>(wordsSchema(en))

/** Returns the names of the files of words of a language, without `.json`: for `en-GB` also those for `en`, first. */
export const wordsFilesOf = (language: string): `words.${string}`[] =>
  [...new Set([primaryLanguage(language), language])].map((tag) => `words.${tag}` as const)

/** Returns the words of a business in a language: its file for `en-GB` replaces words of its file for `en`. */
export function mergeWords(
  files: Partial<Record<`words.${string}`, OwnWords>>,
  language: string
): OwnWords | undefined {
  const [first, ...others] = wordsFilesOf(language).flatMap((name) => files[name] ?? [])
  return first && others.reduce(replaceWords<OwnWords>, first)
}

/** Replaces a list as a whole. */
function replaceWords<Base>(words: Base, own: unknown): Base
function replaceWords(words: unknown, own: unknown): unknown {
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
  text
    .replace(/\{\w+\}/g, '')
    .split(/\P{L}/u)
    .filter((word) => /\p{Ll}{2}/u.test(word)).length > 1

/** Returns the words of a language with the words of the business. The check rejects a language without words. */
export const wordsFor = (language: string, own: OwnWords = {}): Words =>
  replaceWords(builtInWords(language) ?? en, own)

/** Replaces each placeholder of a message, such as `{name}`. Throws if one has no value. */
export const fill = (message: string, values: Record<string, string>): string =>
  message.replace(/\{(\w+)\}(\.?)/g, (placeholder, name, stop) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for ${placeholder} in "${message}"`)
    // An abbreviation such as MwSt. ends with the full stop of the sentence.
    return value.endsWith('.') ? value : value + stop
  })
