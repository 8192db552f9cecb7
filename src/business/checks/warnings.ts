import { findCountryCode, isCountryCode } from '../../base/countries.ts'
import { entriesOf, fieldOf, readText } from '../../base/json-value.ts'
import { isLanguage, primaryLanguage } from '../../base/language.ts'
import { type Problem, pointerPart } from '../../base/problem.ts'
import { checkCountryCodes } from '../phones.ts'
import { createFind, type Find, problemOf, report, selectField } from '../select.ts'
import en from '../words/en.json' with { type: 'json' }
import { builtInWords, findEnglishWords } from '../words.ts'
import { checkLengths } from './hours-rules.ts'
import { priceFields } from './price-rules.ts'
import { findCity, isTimezone } from './timezones.ts'

/** Returns warnings about facts that are valid, but that readers probably understand otherwise than their author. */
export function findWarnings(files: Record<string, unknown>): Problem[] {
  const find = createFind(files)
  const warnings = [
    ...checkNegation(find),
    ...checkCountries(find),
    ...checkRegion(find),
    ...checkTowns(find),
    ...checkCountryCodes(find, languagesOf(find)),
    ...checkTimezones(find),
    ...checkBranchTimezones(find),
    ...checkLengths(find),
    ...checkKinds(find),
    ...checkUnits(find),
    ...checkModel(find)
  ]
  return [...warnings, ...checkTypography(files, warnings), ...checkTranslation(files)]
}

/** The first sentence of pricing.json, if `init` has no starter in the language of the business. */
const englishModel = 'We tell you the price when you ask.'

const checkModel = (find: Find): Problem[] =>
  report(
    find.texts('pricing#/model'),
    ({ value }) =>
      value === englishModel &&
      primaryLanguage(languageOf(find)) !== 'en' && ['is still in English', 'Write how you charge.']
  )

function checkTranslation(files: Record<string, unknown>): Problem[] {
  return Object.entries(files).flatMap(([file, words]) => {
    const [, language] = /^words\.(.+)$/.exec(file) ?? []
    if (language === undefined || builtInWords(language)) return []
    const [first, ...others] = findEnglishWords(words)
    if (first === undefined) return []
    const texts = others.length === 1 ? 'text' : 'texts'
    const more = others.length === 0 ? '' : `, and ${others.length} more ${texts} of this file`
    return [{ file, ...first, message: 'is still in English', hint: `Translate it${more}.` }]
  })
}

// In the languages that the software has words in.
const negation =
  /(?<!\p{L})(?:no[rt]?|non|nothing|without|kein\p{L}*|nicht|weder|ohne|pas|ni|sans|aucune?|nessun\p{L}*|né|senza|sin|ningun\p{L}*|não|nem|sem|nenhum\p{L}*|geen|niet|zonder|не|нет|ни|без|לא|אין|אינ\p{L}*|בלי|ללא|ل(?:يس|س[نت])\p{L}*|لا|غير|بدون)(?!\p{L})|(?<!\p{L})n['’]/iu

/** Pages have the text as a sentence. */
const checkNegation = (find: Find): Problem[] =>
  report(
    find.texts('profile#/not_category'),
    ({ value }) =>
      builtInWords(languageOf(find)) !== undefined &&
      !negation.test(value) && [
        'has no negation, so pages say that the business is one',
        'Write what it is not, such as "Not a shop for new bicycles".'
      ]
  )

const checkCountries = (find: Find): Problem[] =>
  report(find.texts('profile#/address/country', 'profile#/locations/*/address/country'), ({ value }) => {
    if (isCountryCode(value)) return undefined
    const code = findCountryCode(value, languagesOf(find))
    const hint = code ? `Write "${code}".` : 'Write its two letters, such as "GB" or "IL".'
    return ['is not a country code of ISO 3166-1, which search engines expect', hint]
  })

/** Returns a warning if the language has no region and its usual country is another, such as Brazil for `pt`. */
function checkRegion(find: Find): Problem[] {
  const [country] = find.texts('profile#/address/country')
  if (country === undefined || !isCountryCode(country.value)) return []
  const { value: region } = country
  return report(find.texts('faq#/language'), ({ value }) => {
    if (!isLanguage(value) || new Intl.Locale(value).region !== undefined) return undefined
    const usual = new Intl.Locale(value).maximize()
    const isLocal = new Intl.Locale(`und-${region}`).maximize().language === usual.language
    return (
      isLocal &&
      usual.region !== region && [
        `has no region, so pages do not write prices and dates as in ${region}, the country of the address`,
        `Did you mean "${value}-${region}"?`
      ]
    )
  })
}

// The rules report a tag that Intl rejects.
const languageOf = (find: Find) =>
  find.texts('faq#/language').find(({ value }) => isLanguage(value))?.value ?? 'en'

const languagesOf = (find: Find) => [
  languageOf(find),
  ...find.texts('profile#/languages/*').flatMap(({ value }) => (isLanguage(value) ? [value] : []))
]

// Names of a fixed distance from UTC.
const isFixed = (name: string) => /^(GMT|UTC|UCT|Zulu|EST|MST|HST|Etc\/.*|Universal)$/.test(name)

const checkTimezones = (find: Find): Problem[] =>
  report(
    find.texts('profile#/timezone', 'profile#/locations/*/timezone'),
    ({ value }) =>
      isFixed(value) &&
      isTimezone(value) && [
        'has no daylight saving time, so the hours in summer may be wrong',
        `Write the region and city that you are in, such as ${findCity(value) ?? 'Europe/London'}.`
      ]
  )

/** Pages write the region after the town. */
const checkTowns = (find: Find): Problem[] =>
  find('profile#/address', 'profile#/locations/*/address').flatMap((address) => {
    const [town, region] = [readText(address.value, 'locality'), readText(address.value, 'region')]
    const isRepeated = region !== '' && [', ', '، '].some((comma) => town.endsWith(comma + region))
    const message = 'ends with the region, which pages write after it'
    const hint = `Write "${town.slice(0, -region.length - 2)}".`
    return isRepeated ? [problemOf(selectField(address, 'locality', town), message, hint)] : []
  })

function checkBranchTimezones(find: Find): Problem[] {
  const [country] = find.texts('profile#/address/country').filter(({ value }) => isCountryCode(value))
  const branches = find('profile#/locations/*').filter(({ value }) => {
    const other = fieldOf(value, 'address', 'country')
    const hasOwnHours = fieldOf(value, 'opening_hours') !== undefined
    return hasOwnHours && fieldOf(value, 'timezone') === undefined && other && country?.value !== other
  })
  return report(country ? branches.map((branch) => selectField(branch, 'timezone', undefined)) : [], () => [
    'is missing, so the hours are in the time zone of the main address, which is in another country',
    'Write the time zone of this location.'
  ])
}

const checkKinds = (find: Find): Problem[] =>
  report(
    find(...priceFields),
    ({ value }) =>
      fieldOf(value, 'amount') !== undefined &&
      fieldOf(value, 'kind') === undefined && [
        'has no "kind", so every page says "from"',
        'Write "kind": "from" if it is a starting price, or else "fixed".'
      ]
  ).map(({ found: _, ...problem }) => problem)

// Many Hebrew words begin with ל, so only some units are known to follow it. In capitals, such a word may be part of a name.
const beforeUnit =
  /^(?:(?:[Pp]er|[Pp]ar|de(?=\s+l)|pro(?! rata| bono| forma)|por|je|jede[rns]?|each|every|chaque|cada|ogni|an?(?! la carte)|לכל|за)\s+(?:l[ae]\s+|l['’])?(?!\d)|(?:à|a)\s+l(?:a\s+(?!carte)|['’])|l[ae]\s+|l['’]|all['’]|\/\s*|ל(?=(?:שעה|יום|לילה|ביקור|אדם|יחידה|פריט|דקה|שבוע|חודש|שנה|פגישה|טיפול|חיה|כלב|חתול|ילד|זוג|קבוצה|משתתף|סועד|מנה|מגש|קילו|גרם|ליטר|מטר|ק[״"]ג|ק[״"]מ|מ[״"]ר)$))(?=\S)/u

function checkUnits(find: Find): Problem[] {
  const isEnglish = primaryLanguage(languageOf(find)) === 'en'
  return report(find.texts(...priceFields.map((place) => `${place}/unit`)), ({ value }) => {
    const bare = value.replace(beforeUnit, '')
    if (bare !== value)
      return [
        'begins with a word or a slash that pages add themselves, as in "per hour"',
        `Write "${correct(bare)}".`
      ]
    // Not such as glass, bus, lens and gas.
    const single = value.replace(/(?<=ss|x|zz|sh)es$|(?<![aisu]|len)s$/, '')
    const isPlural = single !== value && (Object.hasOwn(en.price.units, single) || isEnglish)
    // As in batteries and cookies, loaves and gloves, lunches and quiches, buses and houses.
    const isUnclear = /(?:ie|oe|ve|che|[au]se|lense)s$/.test(value)
    const hint = isUnclear ? 'Write the singular.' : `Write "${single}".`
    return isPlural && ['is a plural, but pages show it after "per"', hint]
  })
}

const letter = String.raw`[א-ת][\u0591-\u05bd\u05bf\u05c1\u05c2]*`
const prefix = String.raw`(?<![א-ת])(?:[ושהכלבמ][\u05b0-\u05bc]*){1,4}`

// Gershayim come before the last letter of an acronym, or after two letters. A quotation may follow a prefix: ה"מחזיק".
const corrections = [
  { typed: new RegExp(`-(?<=${letter}-)(?=${letter})|-(?<=${prefix}-)(?=[\\dA-Za-z])`, 'g'), mark: '־' },
  {
    typed: new RegExp(`"(?<=${letter}${letter}")(?=${letter})|"(?<=${letter}")(?=${letter}(?![א-ת]))`, 'g'),
    mark: '״'
  },
  { typed: new RegExp(`'(?<=${letter}')`, 'g'), mark: '׳' }
]

const maxListed = 5

/** Returns warnings about Hebrew with hyphens and straight quotation marks, and spaces around texts: the first ones, and how many more. A text has one. */
function checkTypography(files: Record<string, unknown>, others: Problem[]): Problem[] {
  const reported = new Set(others.map(({ file, pointer }) => file + pointer))
  const problems = Object.entries(files)
    .flatMap(([file, value]) => findMistyped(file, value))
    .filter(({ file, pointer }) => !reported.has(file + pointer))
  const listed = problems.slice(0, maxListed)
  const more = problems.length - listed.length
  const last = listed.at(-1)
  if (last && more > 0) last.hint = `${last.hint} And ${more} more text${more === 1 ? '' : 's'}.`
  return listed
}

function findMistyped(file: string, value: unknown, pointer = ''): Problem[] {
  if (typeof value !== 'string')
    return entriesOf(value).flatMap(([key, part]) => findMistyped(file, part, pointer + pointerPart(key)))
  if (/^ | $/.test(value))
    return [{ file, pointer, message: 'begins or ends with a space', found: value, hint: 'Delete it.' }]
  const words = listMistyped(value)
  if (words.length === 0) return []
  const message = 'has a hyphen or straight quotation mark in place of a maqaf, gershayim or geresh'
  const corrected = words.map((word) => `"${correct(word)}"`).join(', ')
  return [{ file, pointer, message, found: words.join(' '), hint: `Write ${corrected}.` }]
}

function listMistyped(text: string): string[] {
  if (!/[א-ת]/.test(text)) return []
  const words = text
    .replace(/(?<![^\s(])'[^']*'/g, ' ')
    .split(/\s+/)
    .filter((word) => !/[/@]|[א-ת]\.[a-z]{2}/i.test(word))
    .map((word) => word.replace(/^["(„”]+|(?<!["().,:;!?])["().,:;!?]+$/g, ''))
  return [...new Set(words)].filter((word) => correct(word) !== word)
}

const correct = (word: string) =>
  corrections.reduce((text, { typed, mark }) => text.replace(typed, mark), word)
