import { absent, differs, type Fact, type Kind, type Statement, stated } from './fact.ts'
import { type JsonObject, read, readObjects, readText, walkObjects } from './json.ts'
import { normalize } from './text.ts'
import { findOtherDay, formatTimes, readWeek, type Week } from './week.ts'

interface Node {
  node: JsonObject
  parent: JsonObject | undefined
}

const isSame = (a: string, b: string) => normalize(a) === normalize(b)
const toDigits = (text: string) => text.replace(/\D/g, '')

/** The structured data of one page: all its nodes. */
export class JsonLd {
  readonly #nodes: Node[]

  constructor(roots: unknown[]) {
    this.#nodes = [...walkObjects(roots)]
  }

  /** Returns whether any node has properties for facts of a kind. */
  states(kind: Kind): boolean {
    return this.#nodes.some(({ node }) => properties[kind].some((name) => name in node))
  }

  /** Returns what the nodes say about a fact: another value only in a node that is about the same thing. */
  find(fact: Fact, business: string): Statement {
    const found = this.#nodes
      .map((node) => readers[fact.kind](node, fact, fact.owner || business))
      .filter(({ state }) => state !== 'absent')
    return found.find(({ state }) => state === 'different') ?? found[0] ?? absent
  }
}

/** The properties that nodes have for each kind. */
const properties: Record<Kind, string[]> = {
  name: ['name'],
  phone: ['telephone'],
  email: ['email'],
  address: ['streetAddress', 'addressLocality'],
  hours: ['openingHoursSpecification'],
  dates: ['specialOpeningHoursSpecification'],
  category: [],
  service: ['offers', 'priceSpecification'],
  package: ['offers', 'priceSpecification'],
  question: ['acceptedAnswer'],
  tax: ['valueAddedTaxIncluded']
}

type Reader = (node: Node, fact: Fact, owner: string) => Statement

const isAbout = (node: JsonObject, owner: string) => isSame(readText(node, 'name'), owner)

/** Makes a reader of one property, whose node may have another value only if it is about another thing. */
const readProperty =
  (name: string, isEqual: (value: string, expected: string) => boolean): Reader =>
  ({ node }, { expected }, owner) => {
    const value = readText(node, name)
    if (value === '') return absent
    if (isEqual(value, expected)) return stated
    return isAbout(node, owner) ? differs(value) : absent
  }

const readAddress: Reader = ({ node, parent }, { texts }, owner) => {
  const values = ['streetAddress', 'addressLocality', 'postalCode'].map((name) => readText(node, name))
  const address = values.filter(Boolean)
  if (readText(node, 'streetAddress') + readText(node, 'addressLocality') === '') return absent
  if (texts.every(([text = '']) => address.some((value) => isSame(value, text)))) return stated
  return parent && isAbout(parent, owner) ? differs(address.join(', ')) : absent
}

const readHours: Reader = ({ node }, { week = [] }, owner) => {
  const specifications = [read(node, 'openingHoursSpecification')].flat()
  if (!('openingHoursSpecification' in node)) return absent
  const entries = readObjects({ specifications }, 'specifications').flatMap((entry) =>
    [entry.dayOfWeek].flat().map((day) => ({
      // A day may be a URL of schema.org.
      day: String(day).replace(/.*\//, '').toLowerCase(),
      opens: toMinutes(readText(entry, 'opens')),
      closes: toMinutes(readText(entry, 'closes'))
    }))
  )
  // Equal times mean closed in structured data.
  const shown: Week = readWeek(entries.filter(({ opens, closes }) => opens !== closes))
  const other = findOtherDay(week.map(toWholeDays), shown)
  if (other === undefined) return stated
  return isAbout(node, owner) ? differs(other) : absent
}

const toMinutes = (time: string) => time.slice(0, 5)

/** Ends a whole day a minute early, as structured data does. */
const toWholeDays = ([opens = '', closes = '', ...more]: string[]): string[] =>
  opens === '' ? [] : [opens, closes === opens ? minuteBefore(closes) : closes, ...more]

const minuteBefore = (time: string) =>
  new Date(Date.parse(`2024-01-02T${time}:00Z`) - 60_000).toISOString().slice(11, 16)

const readDates: Reader = ({ node }, { expected }) => {
  const from = readText(node, 'validFrom').slice(0, 10)
  if (from === '' || !expected.startsWith(from)) return absent
  const to = readText(node, 'validThrough').slice(0, 10)
  const times = ['opens', 'closes'].map((name) => toMinutes(readText(node, name)))
  const isClosed = times[0] === times[1]
  const shown = `${from}${to === from ? '' : ` to ${to}`} ${formatTimes(isClosed ? [] : times)}`
  return shown === expected ? stated : absent
}

const amountNames = ['price', 'minPrice', 'maxPrice', 'lowPrice', 'highPrice']

/** Returns the amounts in a node and in its offers. */
const readAmounts = (root: JsonObject): number[] =>
  [...walkObjects(root)].flatMap(({ node }) =>
    amountNames.map((name) => readText(node, name)).flatMap((text) => (text === '' ? [] : [Number(text)]))
  )

const readItem: Reader = ({ node, parent }, { texts: [[name = ''] = []], amounts }) => {
  if (!isAbout(node, name)) return absent
  const own = readAmounts(node)
  const shown = own.length > 0 || !parent?.itemOffered ? own : readAmounts(parent)
  if (amounts.length === 0) return stated
  if (shown.length === 0) return absent
  return amounts.every((amount) => shown.includes(amount)) ? stated : differs(shown.join(', '))
}

const readQuestion: Reader = ({ node }, { texts: [[question = ''] = [], [answer = ''] = []] }) => {
  if (!('acceptedAnswer' in node) || !isAbout(node, question)) return absent
  const shown = readText(node, 'acceptedAnswer', 'text')
  return isSame(shown.replace(/<[^>]*>/g, ''), answer) ? stated : differs(`"${shown}"`)
}

const readTax: Reader = ({ node }, { expected }) => {
  if (typeof node.valueAddedTaxIncluded !== 'boolean') return absent
  const isIncluded = !expected.startsWith('tax not')
  return node.valueAddedTaxIncluded === isIncluded
    ? stated
    : differs(`valueAddedTaxIncluded ${node.valueAddedTaxIncluded}`)
}

const readers: Record<Kind, Reader> = {
  name: readProperty('name', isSame),
  phone: readProperty('telephone', (value, expected) => toDigits(value) === toDigits(expected)),
  email: readProperty('email', (value, expected) => value.toLowerCase() === expected.toLowerCase()),
  address: readAddress,
  hours: readHours,
  dates: readDates,
  category: readItem,
  service: readItem,
  package: readItem,
  question: readQuestion,
  tax: readTax
}
