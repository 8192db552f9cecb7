import { readAmounts } from '../../business/amounts.ts'
import { isObject } from '../../business/json-value.ts'
import { type JsonObject, read, readObjects, readText } from '../json.ts'
import { formatDates } from './dates.ts'
import type { Fact, Kind } from './fact.ts'
import { formatTimes, formatWeek, listSpellings, readWeek } from './week.ts'

/** The language and currency of a response that does not state its own. */
export interface Defaults {
  language: string
  currency: string
}

/** Returns the facts in a response of the API or of an MCP tool. Recognizes the bodies by their fields. */
export function listFacts(body: unknown, { language, currency: usual }: Defaults): Fact[] {
  if (!isObject(body)) return []
  const currency = readText(body, 'currency') || usual
  return [
    ...listProfile(body, language),
    ...readObjects(body, 'locations').flatMap((place) => listPlace(place, language)),
    ...readObjects(body, 'categories').flatMap((category) => listCategory(category, body, currency)),
    ...readObjects(body, 'examples').map((service) => describeItem('service', service, currency)),
    ...readObjects(body, 'packages').map((item) => describeItem('package', item, currency)),
    ...('from_ils' in body ? [describeItem('service', body, currency)] : []),
    ...('one_time_ils' in body ? [describeItem('package', body, currency)] : []),
    ...listTax(body)
  ]
}

/** Returns the facts of a document of the search: an item may lack the rounded amount that shows its kind. */
export function listDocumentFacts(body: unknown, defaults: Defaults): Fact[] {
  const facts = listFacts(body, defaults)
  if (!isObject(body) || !isObject(body.price) || facts.some(({ kind }) => kind !== 'tax')) return facts
  const currency = readText(body, 'currency') || defaults.currency
  return [...facts, describeItem('service', body, currency), describeItem('package', body, currency)]
}

const plain = { owner: '', url: '', amounts: [] }

function describeText(kind: Kind, owner: string, value: string, texts = [[value]]): Fact[] {
  if (value === '') return []
  const label = owner === '' ? `the ${kind}` : `the ${kind} of ${owner}`
  return [{ ...plain, kind, owner, key: `${kind} ${owner}`, label, expected: value, texts }]
}

function listProfile(body: JsonObject, language: string): Fact[] {
  if (!isObject(body.contact) || !isObject(body.address)) return []
  const name = readText(body, 'name')
  const phones = readObjects(body, 'contact', 'phones').flatMap((phone) =>
    describeText('phone', readText(phone, 'label'), readText(phone, 'number'))
  )
  return [
    ...describeText('name', '', name),
    ...describeText('email', '', readText(body, 'contact', 'email')),
    ...describeText('phone', '', readText(body, 'contact', 'phone')),
    ...phones,
    ...listPlace({ ...body, name: '' }, language)
  ]
}

/** Lists the facts of a place: a location, or the business itself, whose name is empty here. */
function listPlace(place: JsonObject, language: string): Fact[] {
  const name = readText(place, 'name')
  const parts = ['street', 'locality', 'postal_code'].map((part) => readText(place, 'address', part))
  const address = parts.filter(Boolean)
  const hours = read(place, 'opening_hours')
  return [
    ...describeText('name', name, name),
    ...describeText('phone', name, readText(place, 'phone')),
    ...describeText('email', name, readText(place, 'email')),
    ...describeText(
      'address',
      name,
      address.join(', '),
      address.map((part) => [part])
    ),
    ...(Array.isArray(hours) ? describeWeek(name, hours.filter(isObject)) : []),
    ...readObjects(place, 'special_hours').flatMap((entry) => describeDates(name, entry, language))
  ]
}

function describeWeek(owner: string, entries: JsonObject[]): Fact[] {
  const week = readWeek(entries)
  return describeText('hours', owner, formatWeek(week), []).map((fact) => ({
    ...fact,
    label: owner === '' ? 'the opening hours' : `the opening hours of ${owner}`,
    week
  }))
}

/** Describes dates with other hours; none if they are over, because pages may omit those. */
function describeDates(owner: string, entry: JsonObject, language: string): Fact[] {
  const from = readText(entry, 'from')
  const to = readText(entry, 'to') || from
  // A date ends first in the zone UTC+14.
  const today = new Date(Date.now() + 14 * 60 * 60 * 1000).toISOString().slice(0, 10)
  if (from === '' || to < today) return []
  const [name, ...times] = ['name', 'opens', 'closes'].map((field) => readText(entry, field))
  const given = times.filter(Boolean)
  const texts = [...(name ? [[name]] : []), formatDates(from, to, language), ...given.map(listSpellings)]
  const key = `dates ${owner} ${from} ${given[0] ?? ''}`
  const label = `the special hours ${name ? `"${name}" ` : ''}of ${from}`
  const expected = `${from}${from === to ? '' : ` to ${to}`} ${formatTimes(given)}`
  return [{ ...plain, owner, kind: 'dates', key, label, expected, texts }]
}

/** Describes a category of services, or of questions, whose page is the source of them all. */
function listCategory(category: JsonObject, body: JsonObject, currency: string): Fact[] {
  if (!('items' in category)) return [describeItem('category', category, currency)]
  return readObjects(category, 'items').map((item) => {
    const question = readText(item, 'question')
    const answer = readText(item, 'answer')
    return {
      ...plain,
      kind: 'question',
      key: `question ${question}`,
      label: `the answer to "${question}"`,
      expected: `"${answer}"`,
      url: readText(body, 'source'),
      texts: [[question], [answer]]
    }
  })
}

const amountFields = { service: 'from_ils', package: 'one_time_ils', category: '' }

/** Describes a service, package or category. A rounded amount counts only if the item has no `price`. */
function describeItem(kind: 'service' | 'package' | 'category', item: JsonObject, currency: string): Fact {
  const name = readText(item, 'name')
  const values = isObject(item.price)
    ? [readText(item.price, 'amount'), readText(item.price, 'max')]
    : [amountFields[kind], 'focused_scope_from_ils', 'full_build_from_ils'].map((field) =>
        readText(item, field)
      )
  const given = values.filter(Boolean)
  const shown = readText(item, 'price_display')
  const numbers = readAmounts(shown, 3)
  const isOther = numbers.length > 0 && !given.every((value) => numbers.includes(Number(value)))
  const amount = `${given.map(Number).join('–')} ${currency}`
  const isStated = isObject(item.price)
  const price =
    isStated || kind === 'service'
      ? { isStated, kind: readText(item, 'price', 'kind') || 'from', unit: readText(item, 'price', 'unit') }
      : undefined
  const [preposition, unit] = [
    price?.kind === 'from' ? 'from' : 'at',
    price?.unit ? ` per ${price.unit}` : ''
  ]
  // A text that contradicts the price makes this response differ from the others.
  const display = isOther ? `, shown as ${shown}` : ''
  return {
    ...plain,
    kind,
    key: `${kind} ${readText(item, 'id') || name}`,
    label: `the ${kind} "${name}"`,
    expected: given.length > 0 ? `"${name}" ${preposition} ${amount}${unit}${display}` : `"${name}"`,
    plain: `"${name}" ${amount}${display}`,
    ...(price && { price }),
    url: readText(item, 'url'),
    texts: [[name]],
    // A page may say "free" instead of 0.
    amounts: given.map(Number).filter((amount) => amount > 0)
  }
}

function listTax(body: JsonObject): Fact[] {
  const { tax } = body
  if (!isObject(tax)) return []
  const name = readText(tax, 'name')
  const rate = readText(tax, 'rate_percent')
  const percent = rate === '' ? [] : [[`${rate}%`, `${rate.replace('.', ',')}%`, `%${rate}`]]
  const isIncluded = tax.included === true
  const inclusion = isIncluded ? 'included' : 'not included'
  const expected = [`tax ${inclusion}`, name, rate && `${rate}%`].filter(Boolean).join(', ')
  const texts = [...(name ? [[name]] : []), ...percent]
  const terms = { isIncluded, name, ratePercent: Number(rate) }
  return [{ ...plain, kind: 'tax', key: 'tax', label: 'the tax', expected, texts, tax: terms }]
}
