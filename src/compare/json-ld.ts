import { subtractMinute } from '../base/calendar.ts'
import { isObject, type JsonObject, readObjects, readText, walkObjects } from '../base/json-value.ts'
import { readAmounts as readNumbers } from '../business/amounts.ts'
import { weekdays } from '../business/schemas/hours.ts'
import {
  absent,
  type Difference,
  describeDifference,
  differs,
  type Fact,
  findOtherValues,
  type Kind,
  type Place,
  type Statement,
  stated,
  type Week
} from './fact.ts'
import { findOtherDay, formatTimes, readWeek } from './hours.ts'
import { isSamePhone } from './phone.ts'
import { isOtherUnit } from './prices.ts'
import type { StatedFacts } from './results.ts'
import { normalize } from './text.ts'

type ReadMarkup = (html: string) => string

interface Node {
  node: JsonObject
  parent: JsonObject | undefined
}

const isSame = (a: string, b: string) => normalize(a) === normalize(b)

/** Returns the texts of a property, which may have one value or several, each with a language or not. */
const readTexts = (node: JsonObject, name: string): string[] =>
  [node[name]].flat().flatMap((value) => {
    const text = isObject(value) ? readText(value, '@value') : readText({ value }, 'value')
    return text === '' ? [] : [text]
  })

export interface JsonLdPage extends Place {
  /** The values of its JSON-LD. */
  roots: unknown[]
}

interface Options {
  origin: string
  /** Returns the text of HTML, because an answer may be HTML. */
  readMarkup: ReadMarkup
}

export function compareJsonLd(
  { facts, name }: StatedFacts,
  pages: JsonLdPage[],
  { origin, readMarkup }: Options
): { differences: Difference[]; kinds: Set<Kind> } {
  const read = pages.map((page) => ({ page, nodes: [...walkObjects(page.roots)] }))
  const states = (kind: Kind) =>
    read.some(({ nodes }) => nodes.some(({ node }) => readers[kind].properties.some((name) => name in node)))
  const find = createFinder(facts, name, readMarkup)
  const compareFact = (fact: Fact): Difference[] => {
    const statements = read.map(({ page, nodes }) => ({ place: page, statement: find(fact, nodes) }))
    const others = findOtherValues('JSON-LD', fact, statements)
    if (others) return others
    // A page of the owner need not have JSON-LD.
    const isOmitted = fact.url !== '' && !pages.some(({ url }) => url === fact.url.replace(/#.*/, ''))
    const place = { url: fact.url || `${origin}/` }
    return isOmitted ? [] : [describeDifference('JSON-LD', fact, place, 'missing', '')]
  }
  const served = facts.filter(({ kind }) => states(kind))
  return { differences: served.flatMap(compareFact), kinds: new Set(served.map(({ kind }) => kind)) }
}

/**
 * Creates a function that returns the statement of nodes about a fact. A node contradicts the fact only if it is about the
 * same thing, and its value is not the value of another fact.
 */
function createFinder(facts: Fact[], name: string, readMarkup: ReadMarkup) {
  const read = (node: Node, fact: Fact) => readers[fact.kind].read(node, fact, fact.owner || name, readMarkup)
  return (fact: Fact, nodes: Node[]): Statement => {
    const isOther = (node: Node) =>
      facts.some(
        (other) => other.kind === fact.kind && other.key !== fact.key && read(node, other).state === 'stated'
      )
    const found = nodes.flatMap((node) => {
      const statement = read(node, fact)
      return statement.state === 'absent' || (statement.state === 'different' && isOther(node))
        ? []
        : [statement]
    })
    return found.find(({ state }) => state === 'different') ?? found[0] ?? absent
  }
}

type Reader = (node: Node, fact: Fact, owner: string, readMarkup: ReadMarkup) => Statement

const isAbout = (node: JsonObject, owner: string) =>
  readTexts(node, 'name').some((name) => isSame(name, owner))

/** Makes a reader of one property, whose node may have other values only if it is about another thing. */
const readProperty =
  (name: string, isEqual: (value: string, expected: string) => boolean): Reader =>
  ({ node }, { expected }, owner) => {
    const values = readTexts(node, name)
    if (values.length === 0) return absent
    if (values.some((value) => isEqual(value, expected))) return stated
    return isAbout(node, owner) ? differs(values.join(', ')) : absent
  }

const readAddress: Reader = ({ node, parent }, { texts }, owner) => {
  if (readText(node, 'streetAddress') + readText(node, 'addressLocality') === '') return absent
  const parts = ['streetAddress', 'addressLocality', 'addressRegion', 'postalCode'].flatMap((name) =>
    readTexts(node, name)
  )
  if (texts.every(([text = '']) => parts.some((part) => isSame(part, text)))) return stated
  // One of several addresses may be the address of another place.
  const isOnly = parent !== undefined && isAbout(parent, owner) && !Array.isArray(parent.address)
  return isOnly ? differs(parts.join(', ')) : absent
}

const readHours: Reader = ({ node }, { week = [] }, owner) => {
  // A phone number has its hours in another property than a place.
  const { openingHoursSpecification, hoursAvailable = openingHoursSpecification } = node
  if (hoursAvailable === undefined) return absent
  const specifications = [hoursAvailable].flat()
  // The hours of a season or of a holiday are not the hours of a usual week.
  const usual = readObjects({ specifications }, 'specifications').filter((entry) => !('validFrom' in entry))
  const entries = usual.flatMap((entry) => {
    const [opens, closes] = ['opens', 'closes'].map((name) => toTime(readText(entry, name)))
    const days = [entry.dayOfWeek].flat().filter((day) => !/PublicHolidays$/.test(String(day)))
    return days.map((day) => ({ day: toDay(day), opens, closes }))
  })
  if (entries.length === 0) return week.flat().length === 0 ? stated : absent
  // Hours that cannot be understood are not missing.
  if (entries.some(({ day, opens, closes }) => [day, opens, closes].includes(undefined))) return stated
  // Equal times mean closed in structured data.
  const shown: Week = readWeek(entries.filter(({ opens, closes }) => opens !== closes))
  const other = findOtherDay(week.map(toWholeDays), shown)
  if (other === undefined) return stated
  return isAbout(node, owner) ? differs(other) : absent
}

/** Returns a weekday: the day may be abbreviated, or a URL of schema.org. Undefined if it is not a weekday. */
function toDay(value: unknown): string | undefined {
  const text = isObject(value) ? readText(value, '@id') : readText({ value }, 'value')
  const day = text.replace(/^.*[/#:]/s, '').toLowerCase()
  return day.length < 2 ? undefined : weekdays.find((name) => name.startsWith(day))
}

/** Returns a time of 24 hours, such as 09:00 for "9:00:00". Undefined if it has another form, such as "9:00 am". */
function toTime(text: string): string | undefined {
  const [, hour = '', minutes = ''] = /^T?(\d{1,2}):(\d{2})(?::|Z|[+-]|$)/.exec(text) ?? []
  if (text === '') return ''
  return hour === '' ? undefined : `${hour.padStart(2, '0')}:${minutes}`
}

/** Ends a whole day a minute early, as structured data does. */
const toWholeDays = ([opens = '', closes = '', ...more]: string[]): string[] =>
  opens === '' ? [] : [opens, closes === opens ? subtractMinute(closes) : closes, ...more]

const readDates: Reader = ({ node }, { expected }) => {
  const from = readText(node, 'validFrom').slice(0, 10)
  if (from === '' || !expected.startsWith(from)) return absent
  const to = readText(node, 'validThrough').slice(0, 10)
  const times = ['opens', 'closes'].flatMap((name) => toTime(readText(node, name)) ?? [])
  // Hours that cannot be understood are not missing.
  if (times.length < 2) return stated
  const isClosed = times[0] === times[1]
  const shown = `${from}${to === from ? '' : ` to ${to}`} ${formatTimes(isClosed ? [] : times)}`
  return shown === expected ? stated : absent
}

const exactNames = ['price', 'maxPrice', 'highPrice']
const startingNames = ['minPrice', 'lowPrice']

/** Returns the amounts in some nodes, under these names. A price may be a text with a currency. */
const readAmounts = (nodes: JsonObject[], names: string[]): number[] =>
  nodes.flatMap((node) =>
    names
      .flatMap((name) => readTexts(node, name))
      .flatMap((text) => (Number.isNaN(Number(text)) ? readNumbers(text, 2) : [Number(text)]))
  )

// Codes of UN/CEFACT Recommendation 20.
const unitCodes = new Map([
  ['HUR', 'hour'],
  ['DAY', 'day'],
  ['WEE', 'week'],
  ['MON', 'month'],
  ['ANN', 'year'],
  ['IE', 'person'],
  ['C62', 'item']
])

/** Returns the price terms of an item's nodes that contradict the API, or undefined if none do. */
function findOtherTerms(nodes: JsonObject[], { amounts, price }: Fact): string | undefined {
  if (price === undefined) return undefined
  const exact = readAmounts(nodes, exactNames)
  if (price.kind === 'fixed' && !amounts.some((amount) => exact.includes(amount))) {
    return `${amounts} as minPrice or lowPrice`
  }
  const units = nodes.flatMap((node) => [
    ...readTexts(node, 'unitText').map((text) => text.toLowerCase()),
    ...readTexts(node, 'unitCode').flatMap((code) => unitCodes.get(code) ?? [])
  ])
  const own = price.unit?.toLowerCase() ?? ''
  const other = units.find((unit) => isOtherUnit(unit, own))
  const isKnown = other !== undefined && [...unitCodes.values(), 'night', 'visit'].includes(other)
  return own === '' || units.includes(own) || !isKnown ? undefined : `${amounts} per ${other}`
}

const readItem: Reader = ({ node, parent }, fact) => {
  const {
    texts: [[name = ''] = []],
    amounts
  } = fact
  if (!isAbout(node, name)) return absent
  const own = [...walkObjects(node)].map((entry) => entry.node)
  const names = [...exactNames, ...startingNames]
  const hasOwn = readAmounts(own, names).length > 0 || !parent?.itemOffered
  const nodes = hasOwn ? own : [...walkObjects(parent)].map((entry) => entry.node)
  const shown = readAmounts(nodes, names)
  if (amounts.length === 0) return stated
  if (shown.length === 0) return absent
  if (!amounts.every((amount) => shown.includes(amount))) return differs(shown.join(', '))
  const other = findOtherTerms(nodes, fact)
  return other === undefined ? stated : differs(other)
}

const readQuestion: Reader = (
  { node },
  { texts: [[question = ''] = [], [answer = ''] = []] },
  _owner,
  readMarkup
) => {
  if (!('acceptedAnswer' in node) || !isAbout(node, question)) return absent
  const shown = [node.acceptedAnswer]
    .flat()
    .flatMap((reply) => (isObject(reply) ? readTexts(reply, 'text') : []))
  const isAnswer = (text: string) => isSame(text, answer) || isSame(readMarkup(text), answer)
  return shown.some(isAnswer) ? stated : differs(`"${shown.join('", "')}"`)
}

const readTax: Reader = ({ node }, { tax }) => {
  if (typeof node.valueAddedTaxIncluded !== 'boolean') return absent
  return node.valueAddedTaxIncluded === tax?.included
    ? stated
    : differs(`valueAddedTaxIncluded ${node.valueAddedTaxIncluded}`)
}

const readCall = readProperty('telephone', isSamePhone)
const readFax = readProperty('faxNumber', isSamePhone)
const readPhone: Reader = (place, ...rest) => ('faxNumber' in place.node ? readFax : readCall)(place, ...rest)
const readEmail = readProperty('email', (value, expected) =>
  isSame(value.replace(/^mailto:|\?.*/gi, '').toLowerCase(), expected.toLowerCase())
)

/** The properties that state each kind of fact, and their reader. */
const readers: Record<Kind, { properties: string[]; read: Reader }> = {
  name: { properties: ['name'], read: readProperty('name', isSame) },
  phone: { properties: ['telephone', 'faxNumber'], read: readPhone },
  email: { properties: ['email'], read: readEmail },
  address: { properties: ['streetAddress', 'addressLocality'], read: readAddress },
  hours: { properties: ['openingHoursSpecification', 'hoursAvailable'], read: readHours },
  dates: { properties: ['specialOpeningHoursSpecification'], read: readDates },
  category: { properties: [], read: readItem },
  service: { properties: ['offers', 'priceSpecification'], read: readItem },
  package: { properties: ['offers', 'priceSpecification'], read: readItem },
  question: { properties: ['acceptedAnswer'], read: readQuestion },
  tax: { properties: ['valueAddedTaxIncluded'], read: readTax },
  text: { properties: ['description'], read: readProperty('description', isSame) }
}
