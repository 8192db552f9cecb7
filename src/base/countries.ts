import countryToCurrency from 'country-to-currency'
import { fold } from './spelling.js'

// The Netherlands Antilles were dissolved in 2010.
const codes = Object.keys(countryToCurrency).filter((code) => code !== 'AN')

export const isCountryCode = (text: string): boolean => codes.includes(text)

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
  return codes.find(isNamed)
}
