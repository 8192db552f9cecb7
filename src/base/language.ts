/** The form of a language tag (BCP 47). */
export const languagePattern = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

export function isLanguage(tag: string): boolean {
  try {
    const [code = ''] = Intl.getCanonicalLocales(tag).map(primaryLanguage)
    // Intl has a name for each code of two letters (ISO 639-1). Some languages with three have none there.
    return code.length === 3 || (code.length === 2 && languageName(code) !== code)
  } catch {
    return false
  }
}

/** Returns whether a part of the tag has another code now, as Hebrew has `he` for `iw` (BCP 47, section 2.2.1), and `UK` is `GB`. */
export const isReplaced = (tag: string): boolean =>
  String(Intl.getCanonicalLocales(tag)[0]).toLowerCase() !== tag.toLowerCase()

/** Returns the first part of a language tag (BCP 47): `fr` of `fr-CA`. */
export const primaryLanguage = (tag: string): string => tag.replace(/-.*/, '').toLowerCase()

// French has a space before it.
export const colonOf = (tag: string): string => (primaryLanguage(tag) === 'fr' ? '\u00a0:' : ':')

// Persian, Urdu and other languages in Arabic letters share the comma.
const commas: Record<string, string> = { Arab: '، ', Jpan: '、', Hans: '，', Hant: '，' }

/** Returns the comma between words, with the space after it if the language has one. */
export const commaOf = (tag: string): string => commas[new Intl.Locale(tag).maximize().script ?? ''] ?? ', '

export const languageName = (tag: string): string =>
  String(new Intl.DisplayNames('en', { type: 'language' }).of(tag))

export type Direction = 'rtl' | 'ltr'

// Languages whose usual script is written from right to left.
const rightToLeft = ['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi']

export const directionOf = (tag: string): Direction =>
  rightToLeft.includes(primaryLanguage(tag)) ? 'rtl' : 'ltr'

/** The direction in which people read a range of numbers or times: Hebrew and Persian, unlike Arabic, have it from left to right. */
export const rangeDirection = (tag: string): Direction => (primaryLanguage(tag) === 'ar' ? 'rtl' : 'ltr')

const letters = /\p{L}/gu
const rtlLetter = String.raw`[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]`
const rtlLetters = new RegExp(rtlLetter, 'gu')

/**
 * Returns the direction of a text; undefined if it has no letters. On a page from right to left, it is from left to right if it
 * has no letter of the page's direction; on a page from left to right, most of its letters decide. The first letter does not:
 * sentences in Hebrew begin with names such as WhatsApp too.
 */
export function directionOfText(text: string, pageDirection: Direction): Direction | undefined {
  const all = text.match(letters)?.length ?? 0
  const rtl = text.match(rtlLetters)?.length ?? 0
  if (all === 0) return undefined
  return rtl > (pageDirection === 'rtl' ? 0 : all / 2) ? 'rtl' : 'ltr'
}

/** Returns the direction of a text of the data if it is not the page's, as a testimonial may be in any language. */
export function ownDirection(text: string, pageDirection: Direction): Direction | undefined {
  const own = directionOfText(text, pageDirection)
  return own === pageDirection ? undefined : own
}

const url = String.raw`https?://[^\s"'<>()]*[^\s"'<>().,;:!?]`
const word = String.raw`\p{sc=Latin}[\p{sc=Latin}\p{M}\p{Nd}]*`
// Words with the signs at both ends that belong to them, as in .NET, @shop, C# and C++17.
const words = String.raw`(?:(?<![\p{L}\p{N}.@#/])[.@#])?${word}(?:[^\p{L}\p{N}\n()[\]{}"“”„«»״]{1,6}${word})*(?:[#+]+\d*(?![\p{L}\p{N}]))?`
// With the signs and numbers after them, up to the next letter.
const latin = new RegExp(String.raw`(${url}|${words})(\P{L}*)`, 'u')
const rtlWords = new RegExp(String.raw`(${rtlLetter}+(?:[^\p{L}\p{N}\n]+${rtlLetter}+)*)(\P{L}*)`, 'u')
const isolatedWords = /^(?:[.@#]|https?:)|[#+]$/

const sign = String.raw`[+\u2212]|(?<=^|[\s(])-(?=[\d.,]+%)`
const number = String.raw`(?<!\d)(?:${sign})?\p{Sc}?\d+(?:(?:[ \u00a0×:.,/]|%?[–-]\p{Sc}?| ?\(\d+\)[ -]?)\d+)*`
const numbers = new RegExp(`(${number}%?)`, 'u')
// Arabic has a percent sign on the left of its number.
const arabicNumbers = new RegExp(`(${number})`, 'u')
const isolatedNumbers = /[+\u2212 \u00a0–×]|^-|%-|-\p{Sc}/u
const mark = /\s[^\s\p{N}]|[^\s\p{N}]\s/u

/** A part of a text, isolated from left to right if its signs, or the parts of a number, would change places (UAX 9). */
interface TextPart {
  part: string
  isolates?: 'number' | 'words' | undefined
}

/**
 * Returns the parts of a text. In a text from right to left, or on a page from right to left, telephone numbers, ranges, sizes and
 * signed numbers are isolated, and Latin words with a sign at one end. After words of the other direction, numbers are isolated
 * that are no part of their name.
 */
export function splitByDirection(text: string, pageDirection: Direction): TextPart[] {
  const isRtl = pageDirection === 'rtl' || directionOfText(text, pageDirection) === 'rtl'
  const pattern = /[\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}]/u.test(text) ? arabicNumbers : numbers
  return text.split(isRtl ? latin : rtlWords).flatMap((part, index) => {
    if (index % 3 === 1) return { part, isolates: isolatedWords.test(part) ? 'words' : undefined } as const
    const isAfterWords = index % 3 === 2
    return isRtl || isAfterWords ? splitNumbers(part.split(pattern), isAfterWords) : { part }
  })
}

function splitNumbers(parts: string[], isAfterWords: boolean): TextPart[] {
  // Otherwise such a number would have the direction of the words before it, and be away from its unit, as in "Zoom, 350 ₪".
  const end = parts.findIndex((gap, index) => index % 2 === 0 && mark.test(gap))
  const isApart = (index: number) => (end !== -1 && index > end) || /^\s?\p{Sc}/u.test(parts[index + 1] ?? '')
  return parts.map((part, index) => {
    const isIsolated = index % 2 === 1 && (isolatedNumbers.test(part) || (isAfterWords && isApart(index)))
    return { part, isolates: isIsolated ? 'number' : undefined }
  })
}

/** Returns the country whose people a language tag is for: its region, or else the one with most speakers. */
export const likelyCountry = (tag: string): string | undefined => new Intl.Locale(tag).maximize().region

/** Returns a language tag with a country, unless the tag has a region or the country is not known. */
export function localeIn(tag: string, country: string | undefined): string {
  const { region } = new Intl.Locale(tag)
  return region === undefined && country !== undefined
    ? new Intl.Locale(tag, { region: country }).toString()
    : tag
}

/** Returns the locale of numbers and dates: Arabic has the digits of phone numbers and times, in every country. */
export const digitLocale = (tag: string): string =>
  primaryLanguage(tag) === 'ar' ? new Intl.Locale(tag, { numberingSystem: 'latn' }).toString() : tag
