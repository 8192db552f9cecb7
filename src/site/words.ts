import { primaryLanguage } from './language.ts'
import en from './words/en.json' with { type: 'json' }
import he from './words/he.json' with { type: 'json' }

/** The interface's words in one language; text between backticks is code. English has the keys of every language. */
export type Words = typeof en

/** The words of every language, by its tag. */
export const wordsByLanguage: Record<string, Words> = { en, he }

/** Returns the words of a language, or the English ones if it has no file in src/site/words. */
export const wordsFor = (language: string): Words => wordsByLanguage[primaryLanguage(language)] ?? en

/** Replaces each placeholder of a message, such as `{name}`. Throws if one has no value. */
export const fill = (message: string, values: Record<string, string>): string =>
  message.replace(/\{(\w+)\}/g, (placeholder, name) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for ${placeholder} in "${message}"`)
    return value
  })

type Messages = string | Messages[] | { [key: string]: Messages }

/** Returns the JSON Schema of a file of words: the keys, list lengths and placeholders of the English file. */
export function wordsSchema(words: Messages = en): object {
  if (typeof words === 'string') return { type: 'string', pattern: placeholderPattern(words) }
  if (Array.isArray(words)) {
    const items = words.map((item) => wordsSchema(item))
    return { type: 'array', items, minItems: items.length, maxItems: items.length }
  }
  const properties = Object.fromEntries(
    Object.entries(words).map(([key, value]) => [key, wordsSchema(value)])
  )
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** A pattern for a translation of a message: it has the same placeholders, in any order, and no other braces. */
function placeholderPattern(message: string): string {
  const placeholders = [...new Set(message.match(/\{\w+\}/g))].map(
    (placeholder) => `\\${placeholder.slice(0, -1)}\\}`
  )
  const required = placeholders.map((placeholder) => `(?=.*${placeholder})`).join('')
  return `^${required}(${['[^{}]', ...placeholders].join('|')})+$`
}
