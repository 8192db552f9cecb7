import { createRequire } from 'node:module'
import type { ParsedPhoneNumberValid } from 'awesome-phonenumber'
import { findCountryCode } from '../base/countries.ts'
import { phoneExtension } from '../base/json-schema.ts'
import type { Problem } from '../base/problem.ts'
import { listFirst } from '../base/text.ts'
import type { Profile } from './schemas/profile.ts'
import { createFind, type Find, report } from './select.ts'

// The letters of A to Z on a keypad (ITU-T E.161).
const keypad = '22233344455566677778889999'

const extensionPattern = new RegExp(`(?<![ ,])${phoneExtension}$`)

/** Returns the keys of a number as it is written: digits, `*`, `#` and a first `+`; without its extension. */
const toKeys = (number: string): string =>
  number
    .replace(extensionPattern, '')
    // The zero of +44 (0)20 is dialled inside the country only.
    .replace(/^(\(?(?:\+|00).*)\(0\)/, '$1')
    .replace(/[A-Z]/gi, (letter) => keypad.charAt(letter.toUpperCase().charCodeAt(0) - 65))
    .replace(/[^+*#\d]/g, '')

const toDigits = (phone: string) =>
  toKeys(phone.replace(/^[^\d+*#(%]+/, '').replaceAll('%23', '#')).replace(/\D/g, '')

/** Returns whether two numbers are the same. One may have a country code where the other has a zero, or nothing. */
export function isSamePhone(a: string, b: string): boolean {
  const [first, second] = [toDigits(a), toDigits(b)]
  if (first === second) return true
  const [short = '', long = ''] = [first, second]
    // The zero, or the 1 in North America, that begins a call inside the country.
    .map((digits) => digits.replace(/^0+|^1(?=\d{10}$)/, ''))
    .sort((x, y) => x.length - y.length)
  const [isWhole, isOther] = [a, b].map((phone) => /^(?:\s*tel:)?\s*(?:\+|00)/.test(phone))
  if (isWhole === isOther) return short === long && (isWhole === true || long.length === 10)
  return short.length >= 6 && long.endsWith(short) && long.length - short.length <= 3
}

/** Returns whether keys work only inside a country, where they may call another one than with a country code: 112, *2700. */
const isShort = (keys: string) => /^[*#]|^\d{0,6}$/.test(keys)

const require = createRequire(import.meta.url)

// The rules of all countries have 350 KB, which a business without a phone number does not need.
const loadLibrary = (): typeof import('awesome-phonenumber') => require('awesome-phonenumber')

/** Returns a valid number, if its country is known or part of it; undefined if it is not valid, or a short number. */
function findPhone(number: string, country = ''): ParsedPhoneNumberValid | undefined {
  const keys = toKeys(number)
  const phone = isShort(keys) ? undefined : loadLibrary().parsePhoneNumber(keys, { regionCode: country })
  return phone?.valid ? phone : undefined
}

/** Returns a `tel:` link without its scheme: E.164 if the number is valid, else its keys (RFC 3986), and its extension (RFC 3966). */
export function dial(number: string, country?: string): string {
  const keys = findPhone(number, country)?.number.e164 ?? toKeys(number).replaceAll('#', '%23')
  const [extension] = extensionPattern.exec(number) ?? []
  return extension === undefined ? keys : `${keys};ext=${extension.replace(/\D/g, '')}`
}

const isSupported = (country: string) => loadLibrary().getSupportedRegionCodes().includes(country)

/** Returns a warning about each number without its country code; `languages` are languages of the business. */
export const checkCountryCodes = (find: Find, languages: string[]): Problem[] =>
  report(listPhones(find), ({ value, country = '' }) => {
    if (!/^\(?0[1-9]/.test(value)) return undefined
    const whole = writeForAbroad(value, findCountryCode(country, languages) ?? country)
    if (whole === undefined) return undefined
    const hint = whole ? `Write "${whole}".` : 'Write + and the country code in place of the first 0.'
    return ['has no country code, so people abroad cannot dial it as it is written', hint]
  })

/** Returns a number as people write it abroad; empty if its country is unknown, undefined if it is short, not valid or freephone. */
function writeForAbroad(number: string, country = ''): string | undefined {
  const phone = findPhone(number, country)
  const [extension = ''] = extensionPattern.exec(number) ?? []
  if (phone) return phone.type === 'toll-free' ? undefined : phone.number.international + extension
  return isShort(toKeys(number)) || isSupported(country) ? undefined : ''
}

const maxListed = 3

export function checkPhoneNumbers(profile: Profile): Problem[] {
  const phones = listPhones(createFind({ profile }))
  const invalid = phones.filter(({ value, country }) => isInvalid(value, country))
  const [first] = invalid
  if (first === undefined) return []
  const { pointer, value: found } = first
  const others = [...new Set(invalid.map(({ value }) => value))].slice(1)
  const names = others.map((number) => `"${number}"`)
  const rest = names.length > 0 ? ` The same is true of ${listFirst(names, maxListed)}.` : ''
  const message = 'is not a valid phone number, so calls to it probably fail'
  return [{ file: 'profile', pointer, message, found, hint: `Check its digits.${rest}` }]
}

function isInvalid(number: string, country = ''): boolean {
  const keys = toKeys(number)
  const isKnown = () => keys.startsWith('+') || isSupported(country)
  return !isShort(keys) && isKnown() && findPhone(number, country) === undefined
}

/** Lists the phone numbers of the profile, each with the country of its place, or else of the main address. */
function listPhones(find: Find) {
  const countryOf = (place: string) => find.texts(`profile#${place}/address/country`)[0]?.value
  const branches = find('profile#/locations/*').map(({ pointer }) => [pointer, '/phone'] as const)
  const places = [['', '/contact/phone'], ['', '/contact/phones/*/number'], ...branches] as const
  return places.flatMap(([place, field]) =>
    find.texts(`profile#${place}${field}`).map((phone) => ({
      ...phone,
      country: countryOf(place) ?? countryOf('')
    }))
  )
}
