import type { Document, Element } from 'domhandler'
import { decodeHtml } from './markdown/charset.ts'
import { Budget, LimitError } from './markdown/limits.ts'
import { parse } from './markdown/parse.ts'
import { isElement, nodesIn, squeeze, textOf } from './tree.ts'

/** A fact that a page is to show, in the element with an id or, if that is empty, anywhere. */
export interface Shown {
  id: string
  name: string
  amounts: number[]
}

/** A page with the facts that it is to show. */
export interface PageToCheck {
  /** The HTML file. */
  bytes: Uint8Array
  facts: Shown[]
  isTrusted: boolean
}

/** For each fact what is wrong, as the start of a sentence that the fact ends; or the limit that the page goes beyond. */
export type Comparison = { problems: string[][] } | { refusal: string }

/** Compares a page with the facts that it is to show; it is parsed once. */
export function compare({ bytes, facts, isTrusted }: PageToCheck): Comparison {
  const budget = new Budget(isTrusted)
  try {
    const read = readerOf(parse(decodeHtml(bytes), budget), budget)
    return { problems: facts.map((fact) => problemsOf(fact, read(fact.id))) }
  } catch (error) {
    if (error instanceof LimitError) return { refusal: error.message }
    throw error
  }
}

/** What a reader sees, and the amounts in it. */
interface Seen {
  text: string
  amounts: Set<number>
}

/** Returns a function that reads the element with an id, each once; undefined if no element has it. */
function readerOf(document: Document, budget: Budget): (id: string) => Seen | undefined {
  const elements = new Map<string, Document | Element>()
  for (const node of nodesIn(document)) {
    if (isElement(node) && node.attribs.id && !elements.has(node.attribs.id))
      elements.set(node.attribs.id, node)
  }
  elements.set('', document)
  const known = new Map<string, Seen>()
  return (id) => {
    const element = elements.get(id)
    const seen = known.get(id) ?? (element && see(element, budget))
    if (seen) known.set(id, seen)
    return seen
  }
}

function see(element: Document | Element, budget: Budget): Seen {
  const text = squeeze(textOf(element, isSeen))
  budget.write(text.length)
  return { text, amounts: new Set(amountsIn(text)) }
}

const isSeen = (element: Element) => !['head', 'script', 'style', 'template'].includes(element.name)

// How many amounts a message lists.
const maxListed = 10

function problemsOf({ name, amounts }: Shown, seen: Seen | undefined): string[] {
  if (seen === undefined) return ['no element has the id that is pointed at by']
  if (!seen.text.includes(squeeze(name))) return [`does not show the name "${name}" of`]
  const listed = [...seen.amounts].slice(0, maxListed).join(', ')
  const found = seen.amounts.size > maxListed ? `${listed} and ${seen.amounts.size - maxListed} more` : listed
  return amounts
    .filter((amount) => !seen.amounts.has(amount))
    .map((amount) => `shows ${found || 'no price'} and not ${amount}, the price of`)
}

const currency = '(?:₪|ש[״"]ח|שקל(?:ים)?|ILS|NIS|[$€£]|[A-Z]{3})'
// At most fifteen digits, as long as a number is exact; more are no price.
const digits = '(?<!\\d)(\\d{1,3}(?:[,.\\s’]\\d{3}){1,4}|\\d{1,15})(?!\\d)'
const mark = '[\\s\\u200e\\u200f\\u2066-\\u2069]{0,8}'
const prices = new RegExp(`${digits}${mark}${currency}|${currency}${mark}${digits}`, 'g')

/** The amounts that stand beside a currency. */
const amountsIn = (text: string) =>
  Array.from(text.matchAll(prices), ([, before = '', after = '']) =>
    Number((before + after).replace(/\D/g, ''))
  )
