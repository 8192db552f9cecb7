import type { Price, Tax } from '../business/schemas/price.ts'

/** The times of opening and closing of each weekday, from Monday, in order; none if the place is closed. */
export type Week = string[][]

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
  tax: 'statements about tax',
  text: 'texts'
}
export type Kind = keyof typeof kinds

/** A fact of the business, which every surface must state. */
export interface Fact {
  kind: Kind
  /** Identifies the fact in every response of the API and the MCP server. */
  key: string
  /** The name of the place that the fact is about; empty for the business itself. */
  owner: string
  /** What a report calls the fact, such as the name of a service. */
  label: string
  /** The value as a report states it. Two responses agree if their texts are the same. */
  expected: string
  /** The URL of the page that shows the fact; empty if any page may. */
  url: string
  /** JSON pointer of the item in the body that states it; empty for the whole body. */
  pointer: string
  /** The texts that a page must have; of each, one of the alternatives is enough. */
  texts: string[][]
  prices: Price[]
  /** The amounts of the prices, except zero: a page may say "free". */
  amounts: number[]
  week?: Week
  tax?: Tax
  /** The price whose kind and unit the response states. */
  price?: Price
  /** The value without the kind and the unit of its price, if it has one. */
  plain?: string
}

/** The fields of a fact that most facts do not have. */
export const plainFact = { owner: '', url: '', pointer: '', texts: [], prices: [], amounts: [] }

/** What a page or a response says of a fact, with the amounts that it shows instead. */
export type Statement =
  | { state: 'stated' }
  | { state: 'absent'; amounts?: number[] }
  | { state: 'different'; found: string; amounts?: number[] }

export const stated: Statement = { state: 'stated' }
export const absent: Statement = { state: 'absent' }

const maxFoundLength = 300

/** States another value, which the report quotes; of a long one, its beginning. */
export const differs = (found: string, amounts?: number[]): Statement => ({
  state: 'different',
  found: found.length > maxFoundLength ? `${found.slice(0, maxFoundLength)}…` : found,
  ...(amounts && { amounts })
})

const maxListed = 10

export function listAmounts(amounts: number[]): string {
  const more = amounts.length - maxListed
  const listed = amounts.slice(0, maxListed).join(', ')
  return more > 0 ? `${listed} and ${more} more` : listed
}

/** A fact that a surface omits, or states with another value; `stale` if the response is an old copy. */
export interface Difference {
  surface: string
  url: string
  fact: string
  problem: 'missing' | 'different' | 'stale'
  expected: string
  found: string
}

/** Where a surface states a fact, and why that is an old copy, if something shows it. */
export interface Place {
  url: string
  stale?: string
}

export const describeDifference = (
  surface: string,
  { label, expected }: Fact,
  { url, stale }: Place,
  problem: Difference['problem'],
  found: string
): Difference => ({
  surface,
  url,
  fact: label,
  problem: stale ? 'stale' : problem,
  expected,
  found: stale ? `${found || 'nothing'} (${stale})` : found
})

/** Describes a surface, or a part of it, that cannot be read. */
export const describeUnread = (
  surface: string,
  url: string,
  expected: string,
  found: string
): Difference => ({ surface, url, fact: 'its facts', problem: 'missing', expected, found })

/** Returns the other values in the statements of several places about a fact; undefined if they neither state it nor another value. */
export function findOtherValues(
  surface: string,
  fact: Fact,
  statements: { place: Place; statement: Statement }[]
): Difference[] | undefined {
  const others = statements.flatMap(({ place, statement }) =>
    statement.state === 'different'
      ? [describeDifference(surface, fact, place, 'different', statement.found)]
      : []
  )
  const isStated = statements.some(({ statement }) => statement.state === 'stated')
  return isStated || others.length > 0 ? others : undefined
}
