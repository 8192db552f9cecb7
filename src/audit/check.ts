import type { AuditedSite } from './audited-site.ts'

/** A fact that a surface omits, or states with another value. */
export interface Difference {
  surface: string
  url: string
  fact: string
  problem: 'missing' | 'different'
  expected: string
  found: string
}

export interface NotApplicable {
  status: 'not applicable'
  reason: string
}

export type Outcome =
  | { status: 'pass'; note?: string }
  | { status: 'fail'; reason: string; note?: string; differences?: Difference[]; isUnreachable?: true }
  | NotApplicable

/** The facts that a surface states differently from the API, and what was compared. */
export interface Comparison {
  differences: Difference[]
  note: string
}

/** The problems of a site, none if it passes; or why the check does not apply to it. */
export type Findings = string[] | Comparison | NotApplicable

export interface Check {
  /** The expectation, as a fact about the site. */
  name: string
  fix: string
  /** Whether an export without a worker need not pass: only a server can. */
  needsServer?: boolean
  run: (site: AuditedSite) => Findings | Promise<Findings>
}

export const expect = (holds: boolean, problem: string): string[] => (holds ? [] : [problem])

/** Returns the problems of all items, which are examined concurrently. */
export async function collect<Item>(
  items: Iterable<Item>,
  findProblems: (item: Item) => string[] | Promise<string[]>
): Promise<string[]> {
  return (await Promise.all(Array.from(items, findProblems))).flat()
}

// A hostile site may send names of megabytes.
const maxSentence = 1000

/** Returns the start of a problem as a sentence. A code token, such as a path or a file, keeps its first letter. */
export function toSentence(problem: string): string {
  const start = problem.length > maxSentence ? `${problem.slice(0, maxSentence)}…` : problem
  const text = start.replace(/^[a-z](?=[a-z]*(?:[\s,]|$))/, (letter) => letter.toUpperCase())
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

export const notApplicable = (reason: string): NotApplicable => ({
  status: 'not applicable',
  reason: toSentence(reason)
})

export const formatDifference = ({ surface, url, fact, problem, expected, found }: Difference): string =>
  toSentence(
    `${surface} at ${url} ${problem === 'missing' ? `omits ${fact}` : `states ${fact} differently`}. Expected ${expected}; found ${found || 'nothing'}`
  )

export function summarize([first = '', ...others]: string[]): string {
  const sentence = toSentence(first)
  if (others.length === 0) return sentence
  return `${sentence} ${others.length === 1 ? 'There is 1 more problem.' : `There are ${others.length} more problems.`}`
}

export const describeError = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
