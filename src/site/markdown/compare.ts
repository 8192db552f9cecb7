import type { Document, Element } from 'domhandler'
import { createAmountReader, type ShownCurrency } from '../../business/amounts.ts'
import { squeeze } from '../../business/text.ts'
import { decodeHtml } from './charset.ts'
import { Budget, LimitError } from './limits.ts'
import { parse } from './parse.ts'
import { isElement, nodesIn, textOf } from './tree.ts'

/** A fact that a page must show: in the element with this id, or anywhere if the id is empty. */
interface ExpectedFact {
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
  /** Absent if no fact has an amount. */
  currency?: ShownCurrency
}

/** A part of a fact that a page lacks; an amount with the amounts that the page shows, empty if it shows none. */
export type Missing = 'element' | 'name' | { amount: number; shown: string }

/** The missing parts of each fact, or the limit that the page exceeds. */
export type Comparison = { missing: Missing[][] } | { failure: string }

/** Compares a page with the facts that it must show. Parses the page once. */
export function compare({ bytes, facts, isTrusted, currency }: PageToCheck): Comparison {
  const budget = new Budget(isTrusted)
  try {
    const readAmounts = createAmountReader(currency ?? { digits: 2, signs: [] })
    const read = createReader(parse(decodeHtml(bytes), budget), (element) =>
      readVisible(element, budget, readAmounts)
    )
    return { missing: facts.map((fact) => findMissing(fact, read(fact.id))) }
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
function createReader(
  document: Document,
  read: (element: Document | Element) => VisibleText
): (id: string) => VisibleText | undefined {
  const elements = new Map<string, Document | Element>()
  for (const node of nodesIn(document)) {
    if (isElement(node) && node.attribs.id && !elements.has(node.attribs.id))
      elements.set(node.attribs.id, node)
  }
  elements.set('', document)
  const cache = new Map<string, VisibleText>()
  return (id) => {
    const element = elements.get(id)
    const visible = cache.get(id) ?? (element && read(element))
    if (visible) cache.set(id, visible)
    return visible
  }
}

function readVisible(
  element: Document | Element,
  budget: Budget,
  readAmounts: (text: string) => number[]
): VisibleText {
  const text = squeeze(textOf(element, isVisible))
  budget.write(text.length)
  return { text, amounts: new Set(readAmounts(text)) }
}

const isVisible = (element: Element) => !['head', 'script', 'style', 'template'].includes(element.name)

// A message lists at most this many amounts.
const maxListed = 10

function findMissing({ name, amounts }: ExpectedFact, visible: VisibleText | undefined): Missing[] {
  if (visible === undefined) return ['element']
  if (!visible.text.includes(squeeze(name))) return ['name']
  const listed = [...visible.amounts].slice(0, maxListed).join(', ')
  const more = visible.amounts.size - maxListed
  const shown = more > 0 ? `${listed} and ${more} more` : listed
  return amounts.filter((amount) => !visible.amounts.has(amount)).map((amount) => ({ amount, shown }))
}
