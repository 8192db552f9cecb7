import { tidyDate } from '../base/calendar.ts'
import { isObject, type JsonObject, read, readObjects, readText } from '../base/json-value.ts'
import { digitLocale } from '../base/language.ts'
import { readAmounts } from '../business/amounts.ts'
import { addTax, amountsOf, type Tax } from '../business/schemas/price.ts'
import { kindsOf, readPrices } from '../business/v1.ts'
import { type Fact, type Kind, plainFact } from './fact.ts'
import { formatTimes, formatWeek, readWeek } from './hours.ts'

/** The language and currency of a body that does not state its own. */
export interface Defaults {
  language: string
  currency: string
}

/** Returns the facts in a body of v1: of the API, of a data file, or of an MCP tool. Recognizes the bodies by their fields. */
export function listFacts(body: unknown, { language, currency: usual }: Defaults): Fact[] {
  if (!isObject(body)) return []
  const currency = readText(body, 'currency') || usual
  const describe = (kind: ItemKind, list: string) => (item: JsonObject, index: number) =>
    describeItem(kind, item, currency, `/${list}/${index}`)
  const describeCategory = describe('category', 'categories')
  return [
    ...listProfile(body, language),
    ...readObjects(body, 'locations').flatMap((place) => listPlace(place, language)),
    ...readObjects(body, 'categories').flatMap((category, index) =>
      'items' in category ? listQuestions(category, body) : describeCategory(category, index)
    ),
    ...readObjects(body, 'examples').map(describe('service', 'examples')),
    ...readObjects(body, 'packages').map(describe('package', 'packages')),
    ...kindsOf(body).map((kind) => describeItem(kind, body, currency)),
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

function describeText(kind: Kind, owner: string, value: string, texts = [[value]]): Fact[] {
  if (value === '') return []
  const label = owner === '' ? `the ${kind}` : `the ${kind} of ${owner}`
  return [{ ...plainFact, kind, owner, key: `${kind} ${owner}`, label, expected: value, texts }]
}

function listProfile(body: JsonObject, language: string): Fact[] {
  if (!isObject(body.contact) || !isObject(body.address)) return []
  const phones = readObjects(body, 'contact', 'phones')
  return [
    ...describeText('name', '', readText(body, 'name')),
    ...describeText('email', '', readText(body, 'contact', 'email')),
    ...describeText('phone', '', readText(body, 'contact', 'phone')),
    ...phones.flatMap((phone) => describeText('phone', readText(phone, 'label'), readText(phone, 'number'))),
    ...listPlace({ ...body, name: '' }, language)
  ]
}

/** Lists the facts of a place: a location, or the business itself, whose name is empty here. */
function listPlace(place: JsonObject, language: string): Fact[] {
  const name = readText(place, 'name')
  const address = ['street', 'locality', 'region', 'postal_code']
    .map((part) => readText(place, 'address', part))
    .filter(Boolean)
  const parts = address.map((part) => [part])
  return [
    ...describeText('name', name, name),
    ...describeText('phone', name, readText(place, 'phone')),
    ...describeText('email', name, readText(place, 'email')),
    ...describeText('address', name, address.join(', '), parts),
    ...describeHours(name, place),
    ...readObjects(place, 'special_hours').flatMap((entry) => describeDates(name, entry, language))
  ]
}

function describeHours(owner: string, place: JsonObject): Fact[] {
  const hours = read(place, 'opening_hours')
  return Array.isArray(hours) ? describeWeek(owner, hours.filter(isObject)) : []
}

function describeWeek(owner: string, entries: JsonObject[]): Fact[] {
  const week = readWeek(entries)
  const label = owner === '' ? 'the opening hours' : `the opening hours of ${owner}`
  return describeText('hours', owner, formatWeek(week), []).map((fact) => ({ ...fact, label, week }))
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
  return [{ ...plainFact, owner, kind: 'dates', key, label, expected, texts }]
}

/** Returns the ways in which a page may write a time, such as 17:00 and 5:00 pm. */
function listSpellings(time: string): string[] {
  const [hour = '', minutes] = time.split(':')
  const half = Number(hour) < 12 ? 'a' : 'p'
  const halves = [`${half}m`, `${half}.m.`].flatMap((text) => [text, text.toUpperCase()])
  return [time, ...halves.map((text) => `${Number(hour) % 12 || 12}:${minutes} ${text}`)]
}

const styles = ['full', 'long', 'medium', 'short'] as const

// Creating a format takes longer than its use.
const created = new Map<string, Intl.DateTimeFormat[]>()

/** Returns the ways in which a page may write a date, or the beginning of a range of dates. */
function formatDates(from: string, to: string, language: string): string[] {
  const start = toDate(from)
  const end = toDate(to)
  if (Number.isNaN(start.getTime() + end.getTime())) return [from]
  const formats = created.get(language) ?? createFormats(language)
  created.set(language, formats)
  const texts = formats.flatMap((format) => [format.format(start), format.formatRange(start, end)])
  return [...new Set([from, ...texts, ...texts.map((text) => tidyDate(text, language))])]
}

const createFormats = (language: string) =>
  [digitLocale(language), 'en-GB', 'en-US'].flatMap((locale) =>
    styles.map((dateStyle) => new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }))
  )

const toDate = (date: string) => new Date(`${date}T12:00:00Z`)

/** Lists a category of questions, whose page is the source of them all. */
const listQuestions = (category: JsonObject, body: JsonObject): Fact[] =>
  readObjects(category, 'items').map((item) => {
    const [question, answer] = [readText(item, 'question'), readText(item, 'answer')]
    return {
      ...plainFact,
      kind: 'question',
      key: `question ${question}`,
      label: `the answer to "${question}"`,
      expected: `"${answer}"`,
      url: readText(body, 'source'),
      texts: [[question], [answer]]
    }
  })

type ItemKind = 'service' | 'package' | 'category'

/** Describes a service, package or category. A rounded amount counts only if the item has no `price`. */
function describeItem(kind: ItemKind, item: JsonObject, currency: string, pointer = ''): Fact {
  const name = readText(item, 'name')
  const prices = readPrices(item)
  const given = prices.flatMap(amountsOf).map(Number)
  const shown = readText(item, 'price_display')
  const numbers = readAmounts(shown, 3)
  const isOther = numbers.length > 0 && !given.every((amount) => numbers.includes(amount))
  const price = prices.find(({ wholeField }) => wholeField === undefined || kind === 'service')
  const preposition = price?.kind === 'from' ? 'from' : 'at'
  const amount = `${given.join('–')} ${currency}`
  // A text that contradicts the price makes this response differ from the others.
  const display = isOther ? `, shown as ${shown}` : ''
  const terms = `${amount}${price?.unit ? ` per ${price.unit}` : ''}${display}`
  return {
    ...plainFact,
    kind,
    key: `${kind} ${readText(item, 'id') || name}`,
    label: `the ${kind} "${name}"`,
    expected: given.length > 0 ? `"${name}" ${preposition} ${terms}` : `"${name}"`,
    plain: `"${name}" ${amount}${display}`,
    ...(price && { price }),
    url: readText(item, 'url'),
    pointer,
    texts: [[name]],
    prices,
    amounts: given.filter((amount) => amount > 0)
  }
}

interface Amount {
  field: string
  value: number | string
  /** The amount, and the amount with tax, which a page for consumers may show in its place. */
  accepted: number[]
}

/** Returns the amounts of an item except zero. `tax` is the tax of all prices, `digits` the decimals of the currency. */
export const priceFields = ({ prices }: Fact, tax: Tax | undefined, digits: number): Amount[] =>
  prices
    .flatMap((price) => {
      const gross = addTax(price, tax, digits)
      const withTax = gross ? amountsOf(gross).map(Number) : []
      return amountsOf(price).map((amount, at) => ({
        field: price.wholeField ? `/${price.wholeField}` : `/price/${at === 0 ? 'amount' : 'max'}`,
        value: price.wholeField ? Number(amount) : amount,
        accepted: [Number(amount), ...withTax.slice(at, at + 1)]
      }))
    })
    .filter(({ value }) => Number(value) !== 0)

function listTax(body: JsonObject): Fact[] {
  if (!isObject(body.tax)) return []
  const [name, rate] = [readText(body.tax, 'name'), readText(body.tax, 'rate_percent')]
  const percents = [`${rate}%`, ...['%', ' %'].map((sign) => rate.replace('.', ',') + sign), `%${rate}`]
  const included = body.tax.included === true
  const expected = [`tax ${included ? 'included' : 'not included'}`, name, rate && `${rate}%`]
    .filter(Boolean)
    .join(', ')
  const texts = [...(name ? [[name]] : []), ...(rate ? [percents] : [])]
  const tax = { included, ...(name && { name }), ...(rate && { rate_percent: Number(rate) }) }
  return [{ ...plainFact, kind: 'tax', key: 'tax', label: 'the tax', expected, texts, tax }]
}

const textFields: [name: string, describe: (item: string) => string][] = [
  ['summary', (item) => `the summary of ${item}`],
  ['description', (item) => `the description of ${item}`],
  ['includes', (item) => `what ${item} includes`],
  ['excludes', (item) => `what ${item} excludes`],
  ['duration', (item) => `the duration of ${item}`],
  ['price_note', (item) => `the note on the price of ${item}`]
]

/**
 * Returns the texts about the services and packages in a body of v1, such as a summary, and the story of the business. They
 * are no facts that every surface must state: an owner may reword them.
 */
export function listTexts(body: unknown): Fact[] {
  if (!isObject(body)) return []
  return [
    ...readObjects(body, 'examples').flatMap((item) => listItemTexts('service', item)),
    ...readObjects(body, 'packages').flatMap((item) => listItemTexts('package', item)),
    ...kindsOf(body).flatMap((kind) => listItemTexts(kind, body)),
    ...readTexts(body, 'story', { key: 'story', label: 'the story of the business' })
  ]
}

const listItemTexts = (kind: string, item: JsonObject): Fact[] =>
  textFields.flatMap(([field, describe]) =>
    readTexts(item, field, {
      key: `${field} ${kind} ${readText(item, 'id') || readText(item, 'name')}`,
      label: describe(`the ${kind} "${readText(item, 'name')}"`)
    })
  )

// The schema of the API has no limit of parts, and each is looked for on each page.
const maxParts = 100

function readTexts(source: JsonObject, field: string, about: Pick<Fact, 'key' | 'label'>): Fact[] {
  const parts = [read(source, field) ?? []]
    .flat()
    .filter((part) => typeof part === 'string')
    .slice(0, maxParts)
  return parts.length > 0 ? [describeParts(parts, { ...about, url: readText(source, 'url') })] : []
}

/** Describes a text of one or more parts, each of which a page must have word for word. */
export const describeParts = (parts: string[], about: Partial<Fact> = {}): Fact => ({
  ...{ ...plainFact, kind: 'text', key: '', label: '' },
  ...{ expected: quoteParts(parts), texts: parts.map((part) => [part]) },
  ...about
})

export const quoteParts = (parts: string[]): string => parts.map((part) => `"${part}"`).join(', ')
