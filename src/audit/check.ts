import type { AuditedSite } from './audited-site.ts'
import { toSentence } from './problems.ts'

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

export const notApplicable = (reason: string): NotApplicable => ({
  status: 'not applicable',
  reason: toSentence(reason)
})

export const formatDifference = ({ surface, url, fact, problem, expected, found }: Difference): string =>
  toSentence(
    `${surface} at ${url} ${problem === 'missing' ? `omits ${fact}` : `states ${fact} differently`}. Expected ${expected}; found ${found || 'nothing'}`
  )

const marks = { pass: 'pass', fail: 'FAIL', 'not applicable': ' n/a' }

/** A check without its code. */
export type CheckRow = Omit<Check, 'run'>

export interface Result {
  check: CheckRow
  outcome: Outcome
}

export interface Report {
  origin: string
  requests: number
  results: Result[]
  /** Why some checks did not finish; undefined if all did. */
  incomplete?: string
}

export const isPassed = ({ results }: Report): boolean =>
  results.every(({ outcome }) => outcome.status !== 'fail')

const maxListed = 20

/** Returns one line for each fact that differs, up to twenty, or the reason of a failure. */
function listReasons(outcome: Outcome): string[] {
  const notes = 'note' in outcome && outcome.note !== undefined ? [outcome.note] : []
  if (outcome.status === 'pass') return notes
  if (outcome.status !== 'fail' || outcome.differences === undefined) return [outcome.reason]
  const lines = outcome.differences.slice(0, maxListed).map(formatDifference)
  const more = outcome.differences.length - maxListed
  return [...lines, ...(more > 0 ? [`${more} more facts differ: --json lists them all.`] : []), ...notes]
}

// Texts of the site may contain line breaks and control characters of a terminal.
const toLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ')

export function formatText({ origin, requests, results }: Report): string {
  const lines = results.flatMap(({ check, outcome }) => [
    `${marks[outcome.status]}  ${check.name}`,
    ...listReasons(outcome).map((reason) => `      ${toLine(reason)}`),
    ...(outcome.status === 'fail' ? [`      fix: ${check.fix}`] : [])
  ])
  const count = (status: Outcome['status']) =>
    results.filter(({ outcome }) => outcome.status === status).length
  const total = `${count('pass')} passed, ${count('fail')} failed, ${count('not applicable')} not applicable; ${requests} requests`
  return [origin, '', ...lines, '', total, ''].join('\n')
}

export const formatJson = ({ results, ...report }: Report): string =>
  `${JSON.stringify({ ...report, checks: results.map(({ check, outcome }) => ({ ...check, ...outcome })) }, null, 2)}\n`
