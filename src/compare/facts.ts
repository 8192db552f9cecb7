import { fieldOf, isObject, type JsonObject, readObjects, readText, walkObjects } from '../base/json-value.ts'
import { weekdays } from '../business/schemas/hours.ts'
import { addTax, amountsOf, currencyDigits } from '../business/schemas/price.ts'
import { kindsOf, readPrices } from '../business/v1.ts'

type Kind =
  | 'name'
  | 'phone'
  | 'email'
  | 'address'
  | 'hours'
  | 'category'
  | 'service'
  | 'package'
  | 'question'
  | 'text'

/** A fact of the business, which every surface must state. */
export interface Fact {
  kind: Kind
  /** Identifies the fact in every response of the API and the MCP server. */
  key: string
  /** What a report calls the fact, such as `the service "Cut"`. */
  label: string
  /** The value as a report states it. Two responses agree if their values are the same. */
  value: string
  /** The URL of the page that shows the fact; empty if any page may. */
  url: string
  /** JSON pointer of the item in the body that states it; empty for the whole body. */
  pointer: string
  /** The texts that a page must have: words, or the times of a week. */
  texts: string[]
  /** The amounts of a price; zero only if it has no other. */
  amounts: Amount[]
}

interface Amount {
  /** Its JSON pointer in the item. */
  field: string
  value: number | string
  /** The amount, and the amount with the tax that the data excludes, which a page for consumers may show in its place. */
  accepted: number[]
}

const isZero = ({ value }: Amount): boolean => Number(value) === 0

/** Returns whether a page may show no amount for an item, because it is free or on request. */
export const needsNoAmount = ({ amounts }: Fact): boolean => amounts.every(isZero)

export const describeText = (kind: Kind, value: string, about: Partial<Fact> = {}): Fact => ({
  kind,
  key: kind,
  label: `the ${kind}`,
  value,
  url: '',
  pointer: '',
  texts: [value],
  amounts: [],
  ...about
})

/** Returns the facts in a body of v1: of the API, of a data file, or of an MCP tool. Recognises the bodies by their fields. */
export function listFacts(body: unknown, usualCurrency = ''): Fact[] {
  if (!isObject(body)) return []
  const currency = readText(body, 'currency') || usualCurrency
  const list = (kind: ItemKind, name: string) =>
    readObjects(body, name).flatMap((item, index) =>
      listItem(kind, { ...item, tax: item.tax ?? body.tax }, currency, `/${name}/${index}`)
    )
  const isFaq = readObjects(body, 'categories').some((category) => 'items' in category)
  return [
    ...(isObject(body.contact) && isObject(body.address) ? listProfile(body) : []),
    ...(isFaq ? listQuestions(body) : list('category', 'categories')),
    ...list('service', 'examples'),
    ...list('package', 'packages'),
    ...kindsOf(body).flatMap((kind) => listItem(kind, body, currency, ''))
  ]
}

/** Returns the texts of a body, each after the name of its item: it may state an amount that is not the price, such as a deposit. */
export const listMentions = (body: unknown): string[] =>
  Array.from(walkObjects(body), ({ node: { name, question, price_display, ...fields } }) =>
    Object.values(fields)
      .flat()
      .flatMap((text) => (typeof text === 'string' ? [`${name ?? question ?? ''} ${text}`] : []))
  ).flat()

const listProfile = ({ contact, ...profile }: JsonObject): Fact[] => [
  ...listPlace({ ...profile, email: fieldOf(contact, 'email'), phone: fieldOf(contact, 'phone') }),
  ...readObjects(contact, 'phones').flatMap((phone, index) =>
    listPlace({ phone: phone.number }, readText(phone, 'label'), `phones/${index}`)
  ),
  ...readObjects(profile, 'locations').flatMap((place) =>
    listPlace(place, readText(place, 'name'), readText(place, 'id'))
  )
]

/** Lists the facts of a place: a location, a further number, or the business itself, whose owner and id are empty. */
function listPlace(place: JsonObject, owner = '', id = ''): Fact[] {
  const describe = (kind: Kind, value: string, texts = [value]): Fact[] => {
    const label = `the ${kind}${owner && ` of ${owner}`}`
    return value === '' ? [] : [describeText(kind, value, { key: `${kind} ${owner} ${id}`, label, texts })]
  }
  const address = ['street', 'locality', 'region', 'postal_code']
    .map((part) => readText(place, 'address', part))
    .filter(Boolean)
  const week = readObjects(place, 'opening_hours')
  // A page may call a whole day something else.
  const timed = week.filter(({ opens, closes }) => opens !== closes)
  const times = timed.flatMap((entry) => [readText(entry, 'opens'), readText(entry, 'closes')])
  return [
    ...['name' as const, 'phone' as const, 'email' as const].flatMap((kind) =>
      describe(kind, readText(place, kind))
    ),
    ...describe('address', address.join(', '), address),
    ...(Array.isArray(place.opening_hours) ? describe('hours', formatWeek(week), [...new Set(times)]) : [])
  ]
}

/** Returns a week as text, such as `monday 08:00–13:00, 16:00–20:00; tuesday closed`. */
export const formatWeek = (entries: JsonObject[]): string =>
  weekdays
    .map((day) => {
      const own = entries.filter((entry) => entry.day === day)
      const times = own.map((entry) => `${readText(entry, 'opens')}–${readText(entry, 'closes')}`)
      return `${day} ${times.sort().join(', ') || 'closed'}`
    })
    .join('; ')

const listQuestions = (body: JsonObject): Fact[] =>
  readObjects(body, 'categories').flatMap((category) =>
    readObjects(category, 'items').map((item) => {
      const [question, answer] = [readText(item, 'question'), readText(item, 'answer')]
      return describeText('question', `"${answer}"`, {
        key: `question ${question} ${readText(item, 'id')}`,
        label: `the answer to "${question}"`,
        url: readText(body, 'source'),
        texts: [question, answer]
      })
    })
  )

type ItemKind = 'service' | 'package' | 'category'

function listItem(kind: ItemKind, item: JsonObject, currency: string, pointer: string): Fact[] {
  const name = readText(item, 'name')
  const amounts = readPrices(item).flatMap((price): Amount[] => {
    const gross = addTax(price, undefined, currencyDigits(currency))
    const withTax = gross ? amountsOf(gross).map(Number) : []
    return amountsOf(price).map((amount, index) => ({
      field: price.wholeField ? `/${price.wholeField}` : `/price/${index === 0 ? 'amount' : 'max'}`,
      value: price.wholeField ? Number(amount) : amount,
      accepted: [Number(amount), ...withTax.slice(index, index + 1)]
    }))
  })
  const shown = amounts.map(({ value }) => Number(value)).join('–')
  const priced = amounts.filter((amount) => !isZero(amount))
  const fact = describeText(kind, `"${name}"${shown && ` at ${shown} ${currency}`}`, {
    key: `${kind} ${readText(item, 'id') || name}`,
    label: `the ${kind} "${name}"`,
    url: readText(item, 'url'),
    pointer,
    texts: [name],
    amounts: priced.length > 0 ? priced : amounts
  })
  return [fact, ...listTexts(item, fact)]
}

// The schema of the API has no limit of parts, and each is looked for on each page.
const maxParts = 100

const textFields = ['summary', 'description', 'includes', 'excludes', 'duration', 'price_note']

/** Lists texts of an item. An owner may reword them on a page. */
const listTexts = (item: JsonObject, owner: Fact): Fact[] =>
  textFields.flatMap((field) => {
    const texts = [item[field] ?? []].flat().filter((part) => typeof part === 'string')
    const fact = describeText('text', texts.map((part) => `"${part}"`).join(', '), {
      key: `${field} ${owner.key}`,
      label: `the ${field} of ${owner.label}`,
      url: owner.url,
      texts: texts.slice(0, maxParts)
    })
    return texts.length > 0 ? [fact] : []
  })
