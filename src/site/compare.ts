import type { Document, Element } from 'domhandler'
import { decodeHtml } from './markdown/charset.ts'
import { Budget, LimitError } from './markdown/limits.ts'
import { parse } from './markdown/parse.ts'
import { isElement, nodesIn, squeeze, textOf } from './tree.ts'

/** A fact that a page must show: in the element with this id, or anywhere if the id is empty. */
export interface ExpectedFact {
  /** File and JSON pointer of the fact. */
  source: string
  id: string
  name: string
  amounts: number[]
}

/** A page with the facts that it must show. */
export interface PageToCheck {
  /** The HTML file. */
  bytes: Uint8Array
  facts: ExpectedFact[]
  isTrusted: boolean
}

/** The problems of each fact, or the limit that the page exceeds. */
export type Comparison = { problems: string[][] } | { failure: string }

/** Compares a page with the facts that it must show. Parses the page once. */
export function compare({ bytes, facts, isTrusted }: PageToCheck): Comparison {
  const budget = new Budget(isTrusted)
  try {
    const read = createReader(parse(decodeHtml(bytes), budget), budget)
    return { problems: facts.map((fact) => problemsOf(fact, read(fact.id))) }
  } catch (error) {
    if (error instanceof LimitError) return { failure: error.message }
    throw error
  }
}

/** The visible text of an element, and the amounts in it. */
interface VisibleText {
  text: string
  amounts: Set<number>
}

/** Returns a function that reads each element once, by id. It returns undefined if no element has the id. */
function createReader(document: Document, budget: Budget): (id: string) => VisibleText | undefined {
  const elements = new Map<string, Document | Element>()
  for (const node of nodesIn(document)) {
    if (isElement(node) && node.attribs.id && !elements.has(node.attribs.id))
      elements.set(node.attribs.id, node)
  }
  elements.set('', document)
  const cache = new Map<string, VisibleText>()
  return (id) => {
    const element = elements.get(id)
    const visible = cache.get(id) ?? (element && readVisible(element, budget))
    if (visible) cache.set(id, visible)
    return visible
  }
}

function readVisible(element: Document | Element, budget: Budget): VisibleText {
  const text = squeeze(textOf(element, isVisible))
  budget.write(text.length)
  return { text, amounts: new Set(amountsIn(text)) }
}

const isVisible = (element: Element) => !['head', 'script', 'style', 'template'].includes(element.name)

// A message lists at most this many amounts.
const maxListed = 10

function problemsOf({ source, id, name, amounts }: ExpectedFact, visible: VisibleText | undefined): string[] {
  if (visible === undefined) return [`no element has the id "${id}", which ${source} links to`]
  if (!visible.text.includes(squeeze(name))) return [`does not show the name "${name}" of ${source}`]
  const listed = [...visible.amounts].slice(0, maxListed).join(', ')
  const more = visible.amounts.size - maxListed
  const prices = more > 0 ? `${listed} and ${more} more` : listed || 'no price'
  return amounts
    .filter((amount) => !visible.amounts.has(amount))
    .map((amount) => `shows ${prices}, but ${source} says ${amount}`)
}

const currency = '(?:₪|ש[״"]ח|שקל(?:ים)?|ILS|NIS|[$€£]|[A-Z]{3})'
// At most fifteen digits, because longer numbers are not exact and are not prices.
const digits = '(?<!\\d)(\\d{1,3}(?:[,.\\s’]\\d{3}){1,4}|\\d{1,15})(?!\\d)'
const mark = '[\\s\\u200e\\u200f\\u2066-\\u2069]{0,8}'
const pricePattern = new RegExp(`${digits}${mark}${currency}|${currency}${mark}${digits}`, 'g')

/** Returns the amounts that have a currency before or after them. */
const amountsIn = (text: string) =>
  Array.from(text.matchAll(pricePattern), ([, before = '', after = '']) =>
    Number((before + after).replace(/\D/g, ''))
  )
