import type { Document } from 'domhandler'
import { subtractMinute } from '../base/calendar.ts'
import { groupBy } from '../base/group-by.ts'
import {
  isObject,
  type JsonObject,
  parseIfJson,
  readObjects,
  readText,
  walkObjects
} from '../base/json-value.ts'
import { foldText } from '../base/text.ts'
import { isSamePhone } from '../business/phones.ts'
import { weekdays } from '../business/schemas/hours.ts'
import { type Fact, formatWeek } from '../compare/compare.ts'
import { elementsIn, textOf } from '../html/tree.ts'

/** The values of a node for facts of a kind; the subject is the name of an item, or a question, else empty. */
interface Statement {
  kind: Fact['kind']
  subject: string
  texts: string[]
  /** Whether they contradict other values: the node is about the business, one of its places, or the item. */
  isOwn: boolean
}

/** Returns the facts that the JSON-LD of pages omits or states differently, and the kinds that it states: none without JSON-LD. */
export function compareJsonLd(
  facts: Fact[],
  pages: { url: string; document: Document }[],
  isComplete: boolean
) {
  const names = new Set(facts.filter(({ kind }) => kind === 'name').map(({ value }) => foldText(value)))
  const all = pages.flatMap(({ url, document }) =>
    [...walkObjects(readJsonLd(document))].flatMap(({ node, parent }) =>
      readNode(node, parent, names).map((statement) => ({ ...statement, url }))
    )
  )
  const kinds = new Set(all.flatMap(({ kind }) => (kind === 'service' ? [kind, 'package' as const] : kind)))
  const urls = new Set(all.map(({ url }) => url))
  const statements = groupBy(all, ({ kind, subject }) => topicOf(kind, subject))
  const topics = groupBy(
    facts.filter(({ kind }) => kinds.has(kind)),
    ({ kind, texts: [name = ''] }) => topicOf(kind, subjects.has(kind) ? name : '')
  )
  const disparities = Array.from(topics, ([topic, own]) => {
    const found = statements.get(topic) ?? []
    // A value may be of any fact with its topic, so an unknown one is reported once.
    const others = found.filter(({ isOwn, texts }) => isOwn && !own.some((fact) => isValueOf(texts, fact)))
    const different = others.flatMap(({ url, texts }) =>
      own.slice(0, 1).map((fact) => ({ fact, url, problem: 'different' as const, found: texts.join(', ') }))
    )
    if (different.length > 0) return different
    // A page of the owner need not have JSON-LD, and an item on request has no value to state.
    const expected = own.filter(({ url }) => (url === '' ? isComplete : urls.has(url.replace(/#.*/, ''))))
    const isStated = (fact: Fact) =>
      [[], ...found.map(({ texts }) => texts)].some((texts) => isValueOf(texts, fact))
    return expected
      .filter((fact) => !isStated(fact))
      .map((fact) => ({ fact, url: fact.url || `${pages[0]?.url}`, problem: 'missing' as const, found: '' }))
  })
  return { disparities: disparities.flat(), kinds }
}

const readJsonLd = (document: Document): unknown[] =>
  [...elementsIn(document)]
    .filter(({ attribs }) => attribs.type === 'application/ld+json')
    .map((script) => parseIfJson(textOf(script)))

const subjects = new Set<Fact['kind']>(['service', 'package', 'question'])

// A service and a package may have one name, and a node does not say which of them it is.
const topicOf = (kind: Fact['kind'], subject: string) =>
  `${kind === 'package' ? 'service' : kind} ${foldText(subject)}`

function isValueOf(texts: string[], { kind, value, texts: parts, amounts }: Fact): boolean {
  const has = (expected: string) => texts.some((text) => foldText(text) === foldText(expected))
  if (kind === 'phone') return texts.some((text) => isSamePhone(text, value))
  if (kind === 'address') return parts.every(has)
  // Structured data ends a whole day a minute early, because equal times mean closed.
  if (kind === 'hours')
    return has(value.replace(/(\d\d:\d\d)–\1/g, (_match, time) => `${time}–${subtractMinute(time)}`))
  if (kind === 'question') return has(parts[1] ?? '')
  if (subjects.has(kind))
    return amounts.every((amount) => texts.some((text) => Number(text) === Number(amount.value)))
  return has(value)
}

const readTexts = (node: JsonObject, ...names: string[]): string[] =>
  names
    .flatMap((name) => node[name])
    .map((value) => readText(value))
    .filter(Boolean)

function readNode(node: JsonObject, parent: JsonObject = {}, names: Set<string>): Statement[] {
  const isAbout = (about: JsonObject) => readTexts(about, 'name').some((name) => names.has(foldText(name)))
  const isPlace = isAbout(node)
  const [name = ''] = readTexts(node, 'name')
  const address = readTexts(node, 'streetAddress', 'addressLocality', 'addressRegion', 'postalCode')
  const answers = readObjects([node.acceptedAnswer].flat())
  const amounts = name === '' ? [] : listAmounts(node, parent)
  const questionTexts = answers.flatMap((reply) => readTexts(reply, 'text'))
  const statements: Statement[] = [
    { kind: 'name', subject: '', texts: readTexts(node, 'name'), isOwn: false },
    { kind: 'phone', subject: '', texts: readTexts(node, 'telephone'), isOwn: isPlace },
    { kind: 'email', subject: '', texts: readTexts(node, 'email'), isOwn: isPlace },
    { kind: 'address', subject: '', texts: address, isOwn: isAbout(parent) && isObject(parent.address) },
    { kind: 'hours', subject: '', texts: readHours(node), isOwn: isPlace },
    { kind: 'service', subject: name, texts: amounts, isOwn: true },
    { kind: 'question', subject: name, texts: questionTexts, isOwn: true }
  ]
  return statements.filter(({ texts }) => texts.length > 0)
}

const amountNames = ['price', 'minPrice', 'maxPrice', 'lowPrice', 'highPrice']

/** Returns the amounts of a node with a price, or of the offer whose item it is. */
function listAmounts(node: JsonObject, parent: JsonObject): string[] {
  const isPriced = ['offers', 'priceSpecification', 'price'].some((field) => field in node)
  const root = isPriced ? node : parent.itemOffered && parent
  return [...walkObjects(root)].flatMap((part) => readTexts(part.node, ...amountNames))
}

/** Returns the week of a node as the API states it, which is closed if the list is empty; none if the form is not understood. */
function readHours({ openingHoursSpecification }: JsonObject): string[] {
  // The hours of a season or of a holiday are not the hours of a usual week.
  const usual = readObjects([openingHoursSpecification].flat()).filter((entry) => !('validFrom' in entry))
  const week = usual.flatMap((entry) => {
    const [opens = '', closes = ''] = readTexts(entry, 'opens', 'closes')
    const days = opens === closes ? [] : readTexts(entry, 'dayOfWeek')
    return days.map((text) => {
      const day = weekdays.find((name) => text.toLowerCase().endsWith(name)) ?? ''
      return { day, opens: opens.slice(0, 5), closes: closes.slice(0, 5) }
    })
  })
  const isKnown = week.every(
    ({ day, opens, closes }) => day && /^\d\d:\d\d \d\d:\d\d$/.test(`${opens} ${closes}`)
  )
  const isEmpty = Array.isArray(openingHoursSpecification) && openingHoursSpecification.length === 0
  return (usual.length > 0 || isEmpty) && isKnown ? [formatWeek(week)] : []
}
