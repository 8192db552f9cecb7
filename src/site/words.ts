import en from '../business/words/en.json' with { type: 'json' }
import { builtInWords, type OwnWords, replaceWords, type Words } from '../business/words.ts'

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
