// The calling code of each country (E.164), and the prefix of its numbers inside the country. Countries that are
// missing have no one prefix for all numbers, or write a number inside the country in another way.
const prefixes: Record<string, [callingCode: string, prefix: string]> = {
  AT: ['43', '0'],
  BE: ['32', '0'],
  CA: ['1', ''],
  CH: ['41', '0'],
  CY: ['357', ''],
  CZ: ['420', ''],
  DE: ['49', '0'],
  DK: ['45', ''],
  ES: ['34', ''],
  FR: ['33', '0'],
  GB: ['44', '0'],
  GR: ['30', ''],
  IE: ['353', '0'],
  IL: ['972', '0'],
  IT: ['39', ''],
  NL: ['31', '0'],
  NO: ['47', ''],
  NZ: ['64', '0'],
  PL: ['48', ''],
  PT: ['351', ''],
  RO: ['40', '0'],
  SE: ['46', '0'],
  US: ['1', ''],
  ZA: ['27', '0']
}

// Countries whose post writes the postal code before the town: 69001 Lyon (Universal Postal Union, addressing).
const codeBeforeTown = new Set(
  'AT BE BG CH CY CZ DE DK EE ES FI FR GR HR IS IT LI LT LU MC MX NL NO PL PT RO RS SE SI SK SM TR'.split(' ')
)

/** Returns whether people in a country write the postal code before the town, or false if its code is unknown. */
export const isCodeBeforeTown = (country: string): boolean => codeBeforeTown.has(country)

/** Returns whether a text is a country code of ISO 3166-1 alpha-2. */
export const isCountryCode = (text: string): boolean =>
  /^[A-Z]{2}$/.test(text) && englishName(text) !== text && new Intl.Locale(`und-${text}`).region === text

// Numbers that are dialled without the prefix, such as 1-800.
const withoutPrefix: Record<string, RegExp> = { IL: /^1/ }

/** Returns a number without its country code, as people in the country write it, or the number as it is. */
export function toNationalPhone(number: string, country: string): string {
  const [callingCode, prefix] = prefixes[country] ?? []
  if (callingCode === undefined || !number.startsWith(`+${callingCode}`)) return number
  // Some write +44 (0)20, which has the prefix already.
  const rest = number.slice(callingCode.length + 1).replace(/^[ .-]*(?:\(0\))?[ .-]*/, '')
  if (withoutPrefix[country]?.test(rest)) return rest
  // Brackets contain the area code, in front of which a prefix looks wrong.
  return /^\d/.test(rest) || (prefix === '' && /^\(\d/.test(rest)) ? prefix + rest : number
}

/** Returns a number of a country with its country code, or undefined if the country has no prefix that shows it. */
export function toInternationalPhone(number: string, country: string): string | undefined {
  const [callingCode, prefix] = prefixes[country] ?? []
  return callingCode !== undefined && prefix === '0' && /^0[1-9]/.test(number)
    ? `+${callingCode} ${number.slice(1)}`
    : undefined
}

// Countries that are part of another one in ISO 3166-1, and short names that Intl does not have.
const otherNames: Record<string, string> = {
  america: 'US',
  'great britain': 'GB',
  britain: 'GB',
  england: 'GB',
  'northern ireland': 'GB',
  scotland: 'GB',
  wales: 'GB',
  holland: 'NL',
  uk: 'GB',
  'u.k.': 'GB',
  usa: 'US',
  'u.s.a.': 'US'
}

/** Returns the code of a country by its name in English or in another language, or undefined if no country has it. */
export function findCountryCode(text: string, language: string): string | undefined {
  const name = text.trim().toLowerCase()
  if (otherNames[name]) return otherNames[name]
  const own = new Intl.DisplayNames(language, { type: 'region' })
  const isNamed = (code: string) =>
    [code, englishName(code), String(own.of(code))].some((label) => label.toLowerCase() === name)
  return listCountries().find(isNamed)
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
let countries: string[] | undefined

/** Returns the code of every country; the first call takes the time of 676 look-ups. */
function listCountries(): string[] {
  countries ??= letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountryCode)
  return countries
}

const english = new Intl.DisplayNames('en', { type: 'region' })

// Intl returns a code without a name as it is.
const englishName = (code: string) => String(english.of(code))
