import { isTimezone } from './calendar.ts'
import { findCountryCode, isCountryCode, toInternationalPhone } from './countries.ts'
import { isLanguage } from './language.ts'
import type { Problem } from './problem.ts'
import { type Find, problemOf, select, selectTexts } from './select.ts'
import { checkTypography } from './typography.ts'
import { builtInWords, findEnglishWords } from './words.ts'

/** Returns warnings about facts that are valid, but that readers probably understand otherwise than their author. */
export function checkAdvice(files: Record<string, unknown>): Problem[] {
  const find: Find = (place) => select(files, place)
  return [
    ...[countries, phones, timezones, units].flatMap((rule) => rule(find)),
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

function countries(find: Find): Problem[] {
  return selectTexts(addresses.flatMap((address) => find(`${address}/country`)))
    .filter(({ value }) => !isCountryCode(value))
    .map((country) => {
      const code = findCountryCode(country.value, languageOf(find))
      const hint = code ? `Write "${code}".` : 'Write its two letters, such as "GB" or "IL".'
      return problemOf(country, 'is not a country code of ISO 3166-1, which search engines expect', hint)
    })
}

function phones(find: Find): Problem[] {
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

function timezones(find: Find): Problem[] {
  return selectTexts([...find('profile#/timezone'), ...find('profile#/locations/*/timezone')])
    .filter(({ value }) => isFixed(value) && isTimezone(value))
    .map((timezone) =>
      problemOf(
        timezone,
        'is without daylight saving time, so the hours in summer may be wrong',
        'Write the region and city that you are in, such as Europe/London.'
      )
    )
}

function units(find: Find): Problem[] {
  return selectTexts([...find('services#/examples/*/price/unit'), ...find('pricing#/packages/*/price/unit')])
    .filter(({ value }) => /^(per|a|an|each|\/)\s+\S|^\/\S/i.test(value))
    .map((unit) =>
      problemOf(
        unit,
        'is shown with the word "per" or a slash before it',
        `Write "${unit.value.replace(/^(per|a|an|each|\/)\s*/i, '')}".`
      )
    )
}
