import { toSentence } from '../problems.ts'
import type { Week } from './week.ts'

/** The kinds of facts, with their names in reports. */
export const kinds = {
  name: 'names',
  phone: 'phone numbers',
  email: 'email addresses',
  address: 'addresses',
  hours: 'opening hours',
  dates: 'special hours',
  category: 'categories',
  service: 'services',
  package: 'packages',
  question: 'questions',
  tax: 'statements about tax'
}
export type Kind = keyof typeof kinds

/** Whether prices include a tax, as the API states it. */
export interface Tax {
  isIncluded: boolean
  /** Empty if the API does not state it. */
  name: string
  ratePercent: number
}

/** The words around the amounts of an item. */
interface PriceTerms {
  /** Whether the response states them, in `price`; a service without it has a starting price. */
  isStated: boolean
  kind: string
  /** Empty if the price is that of the whole item. */
  unit: string
}

/** A fact of the API, which every other surface must state too. */
export interface Fact {
  kind: Kind
  /** Identifies the fact in every response of the API and the MCP server. */
  key: string
  /** The name of the place that the fact is about; empty for the business itself. */
  owner: string
  /** What the report calls the fact, such as the name of a service. */
  label: string
  /** The value as the report states it. Two responses agree if their texts are the same. */
  expected: string
  /** The URL of the page that shows the fact, as the API states it; empty if any page may. */
  url: string
  /** The texts that a page must have; of each, one of the alternatives is enough. */
  texts: string[][]
  /** The amounts that a page must have; none if there is no price, or if it is free. */
  amounts: number[]
  week?: Week
  tax?: Tax
  price?: PriceTerms
  /** The value without the kind and the unit of its price, if it has one. */
  plain?: string
}

/** Returns whether two responses state the same value. One of them may omit the kind and the unit of a price. */
export const isSameValue = (a: Fact, b: Fact): boolean =>
  a.expected === b.expected ||
  (!(a.price?.isStated && b.price?.isStated) && a.plain !== undefined && a.plain === b.plain)

/** A fact that a surface omits, or states with another value; `stale` if the response is an old copy. */
export interface Difference {
  surface: string
  url: string
  fact: string
  problem: 'missing' | 'different' | 'stale'
  expected: string
  found: string
}

/** Describes a difference in two sentences. */
export const describeDifference = ({ surface, url, fact, problem, expected, found }: Difference): string =>
  toSentence(
    `${surface} at ${url} ${predicates[problem](fact)}. Expected ${expected}; found ${found || 'nothing'}`
  )

const predicates: Record<Difference['problem'], (fact: string) => string> = {
  missing: (fact) => `omits ${fact}`,
  different: (fact) => `states ${fact} differently`,
  stale: (fact) => `is an old copy without the current value of ${fact}`
}

/** The statement of one response about a fact; `found` is another value that it states. */
export type Statement = { state: 'stated' } | { state: 'absent' } | { state: 'different'; found: string }

export const stated: Statement = { state: 'stated' }
export const absent: Statement = { state: 'absent' }

const maxFoundLength = 300

/** States another value, which the report quotes; of a long one, its beginning. */
export const differs = (found: string): Statement => ({
  state: 'different',
  found: found.length > maxFoundLength ? `${found.slice(0, maxFoundLength)}…` : found
})
