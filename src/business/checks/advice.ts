import { isTimezone } from '../calendar.ts'
import { findCountryCode, isCountryCode, toInternationalPhone } from '../countries.ts'
import { fieldOf } from '../json-value.ts'
import { isLanguage } from '../language.ts'
import type { Problem } from '../problem.ts'
import { type Find, problemOf, select, selectField, selectTexts } from '../select.ts'
import en from '../words/en.json' with { type: 'json' }
import { builtInWords, findEnglishWords } from '../words.ts'
import { checkNightOverlaps } from './hours-rules.ts'
import { checkTypography } from './typography.ts'

/** Returns warnings about facts that are valid, but that readers probably understand otherwise than their author. */
export function checkAdvice(files: Record<string, unknown>): Problem[] {
  const find: Find = (place) => select(files, place)
  return [
    ...[
      checkCountries,
      checkRegion,
      checkPhones,
      checkTimezones,
      checkBranchTimezones,
      checkLongNights,
      checkNightOverlaps,
      checkUnits,
      checkPluralUnits
    ].flatMap((rule) => rule(find)),
    ...checkTypography(files),
    ...checkTranslation(files)
  ]
}

/** Returns one warning for each file of words of another language that still has English ones. */
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

const addresses = ['profile#/address', 'profile#/locations/*/address']

function checkCountries(find: Find): Problem[] {
  return selectTexts(addresses.flatMap((address) => find(`${address}/country`)))
    .filter(({ value }) => !isCountryCode(value))
    .map((country) => {
      const code = findCountryCode(country.value, languageOf(find))
      const hint = code ? `Write "${code}".` : 'Write its two letters, such as "GB" or "IL".'
      return problemOf(country, 'is not a country code of ISO 3166-1, which search engines expect', hint)
    })
}

/** Returns a warning if the language has no region and its usual country is another, such as Brazil for `pt`. */
function checkRegion(find: Find): Problem[] {
  const [country] = selectTexts(find('profile#/address/country'))
  if (country === undefined || !isCountryCode(country.value)) return []
  const { value: region } = country
  return selectTexts(find('faq#/language'))
    .filter(({ value }) => isLanguage(value) && new Intl.Locale(value).region === undefined)
    .filter(({ value }) => {
      const usual = new Intl.Locale(value).maximize()
      return (
        usual.region !== region && new Intl.Locale(`und-${region}`).maximize().language === usual.language
      )
    })
    .map((language) =>
      problemOf(
        language,
        `has no region, so pages do not write prices and dates as in ${region}, the country of the address`,
        `Did you mean "${language.value}-${region}"?`
      )
    )
}

function checkPhones(find: Find): Problem[] {
  const [country] = selectTexts(find('profile#/address/country'))
  const code = country && (findCountryCode(country.value, languageOf(find)) ?? country.value)
  return selectTexts(
    ['/contact/phone', '/contact/phones/*/number', '/locations/*/phone'].flatMap((place) =>
      find(`profile#${place}`)
    )
  )
    .filter(({ value }) => /^0[1-9]/.test(value))
    .map((phone) => {
      const whole = code && toInternationalPhone(phone.value, code)
      const hint = whole ? `Write "${whole}".` : 'Write + and the country code in place of the first 0.'
      return problemOf(phone, 'has no country code, so nobody can call it from abroad', hint)
    })
}

// The rules report a tag that Intl rejects.
const languageOf = (find: Find) =>
  selectTexts(find('faq#/language')).find(({ value }) => isLanguage(value))?.value ?? 'en'

// Names of a fixed distance from UTC.
const isFixed = (name: string) => /^(GMT|UTC|UCT|Zulu|EST|MST|HST|Etc\/.*|Universal)$/.test(name)

function checkTimezones(find: Find): Problem[] {
  return selectTexts([...find('profile#/timezone'), ...find('profile#/locations/*/timezone')])
    .filter(({ value }) => isFixed(value) && isTimezone(value))
    .map((timezone) =>
      problemOf(
        timezone,
        'has no daylight saving time, so the hours in summer may be wrong',
        'Write the region and city that you are in, such as Europe/London.'
      )
    )
}

/** The hours of a branch without a time zone are in that of the main address. */
function checkBranchTimezones(find: Find): Problem[] {
  const [country] = selectTexts(find('profile#/address/country'))
  return find('profile#/locations/*')
    .filter(({ value }) => {
      const [other, timezone, hours] = [
        fieldOf(fieldOf(value, 'address'), 'country'),
        fieldOf(value, 'timezone'),
        fieldOf(value, 'opening_hours')
      ]
      return hours !== undefined && timezone === undefined && country && other && other !== country.value
    })
    .map((location) =>
      problemOf(
        selectField(location, 'timezone', undefined),
        'is missing, so the hours are in the time zone of the main address, which is in another country',
        'Write the time zone of this location.'
      )
    )
}

const minLongNightHours = 16

/** An interval that ends on the next day may have a time of the 12-hour clock. */
function checkLongNights(find: Find): Problem[] {
  return ['opening_hours', 'special_hours']
    .flatMap((name) => [`profile#/${name}/*`, `profile#/locations/*/${name}/*`])
    .flatMap(find)
    .flatMap((entry) => {
      const opens = toHours(fieldOf(entry.value, 'opens'))
      const closes = toHours(fieldOf(entry.value, 'closes'))
      if (!opens || !closes || closes > opens || closes + 24 - opens < minLongNightHours) return []
      const text = String(fieldOf(entry.value, 'closes'))
      const [hour, minute] = text.split(':')
      const hint = closes < 12 ? `Did you mean "${Number(hour) + 12}:${minute}"?` : undefined
      return [
        problemOf(selectField(entry, 'closes', text), 'is on the next day, 16 hours or more later', hint)
      ]
    })
}

/** Returns a time such as `08:30` as hours; 0 if it is midnight or not a time. */
function toHours(time: unknown): number {
  const [, hours = 0, minutes = 0] = /^(\d\d):(\d\d)$/.exec(String(time)) ?? []
  return Number(hours) + Number(minutes) / 60
}

const findUnits = (find: Find) =>
  selectTexts([...find('services#/examples/*/price/unit'), ...find('pricing#/packages/*/price/unit')])

function checkUnits(find: Find): Problem[] {
  return findUnits(find)
    .filter(({ value }) => /^(per|a|an|each|\/)\s+\S|^\/\S/i.test(value))
    .map((unit) =>
      problemOf(
        unit,
        'begins with a word or a slash that pages add themselves, as in "per hour"',
        `Write "${unit.value.replace(/^(per|a|an|each|\/)\s*/i, '')}".`
      )
    )
}

/** Returns a warning for each unit that is one of the interface's units with an s. */
function checkPluralUnits(find: Find): Problem[] {
  return findUnits(find)
    .filter(({ value }) => Object.hasOwn(en.price.units, value.replace(/s$/, '')) && value.endsWith('s'))
    .map((unit) =>
      problemOf(
        unit,
        'is a plural, but pages show it after "per"',
        `Write "${unit.value.replace(/s$/, '')}".`
      )
    )
}
