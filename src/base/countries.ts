import { once } from './cache.ts'
import { fold } from './spelling.js'

const english = new Intl.DisplayNames('en', { type: 'region' })

export const isCountryCode = (text: string): boolean =>
  // ZZ is an unknown country, and XA and XB are for tests.
  /^(?!ZZ|XA|XB)[A-Z]{2}$/.test(text) &&
  // Intl returns a code without a name as it is.
  english.of(text) !== text &&
  new Intl.Locale(`und-${text}`).region === text

// Countries that are part of another one in ISO 3166-1, and short names that Intl does not have.
const otherNames = {
  GB: ['great britain', 'britain', 'england', 'northern ireland', 'scotland', 'wales', 'uk', 'u.k.'],
  NL: ['holland'],
  US: ['america', 'usa', 'u.s.a.']
}

/** Returns the code of a country by its code, or its name in English or one of the languages. */
export function findCountryCode(text: string, languages: string[]): string | undefined {
  const name = fold(text.trim())
  const [other] = Object.entries(otherNames).find(([, names]) => names.includes(name)) ?? []
  if (other) return other
  if (isCountryCode(text)) return text
  const names = ['en', ...languages].map((language) => new Intl.DisplayNames(language, { type: 'region' }))
  const isNamed = (code: string) =>
    [code, ...names.map((own) => String(own.of(code)))].some((label) => fold(label) === name)
  return listCountries().find(isNamed)
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Returns the code of every country; the first call takes the time of 676 look-ups. */
const listCountries = once(() =>
  letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountryCode)
)
