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

export interface Outcome {
  status: 'pass' | 'fail' | 'not applicable'
  /** Why the check fails or does not apply. */
  reason?: string
  note?: string
  differences?: Difference[]
}

export interface Check {
  /** The expectation, as a fact about the site. */
  name: string
  fix: string
  /** Whether an export without a worker need not pass: only a server can. */
  needsServer?: boolean
  /** Returns the problems of a site, none if it passes; or the outcome. */
  run: (site: AuditedSite) => string[] | Outcome | Promise<string[] | Outcome>
}

export type Result = Omit<Check, 'run'> & Outcome

export interface Report {
  origin: string
  requests: number
  /** Why some checks did not finish; undefined if all did. */
  incomplete?: string
  checks: Result[]
}

export const notApplicable = (reason: string): Outcome => ({
  status: 'not applicable',
  reason: toSentence(reason)
})

export const formatDifference = ({ surface, url, fact, problem, expected, found }: Difference): string =>
  toSentence(
    `${surface} at ${url} ${problem === 'missing' ? `omits ${fact}` : `states ${fact} differently`}. Expected ${expected}; found ${found || 'nothing'}`
  )

const marks = { pass: 'pass', fail: 'FAIL', 'not applicable': ' n/a' }
const maxListed = 20

/** Returns a line for each fact that differs, up to twenty, or else for the reason; and one for the note. */
function listReasons({ reason, note, differences }: Result): string[] {
  const lines = differences?.slice(0, maxListed).map(formatDifference) ?? [reason]
  const more = (differences?.length ?? 0) - maxListed
  const rest = more > 0 ? `${more} more facts differ: --json lists them all.` : undefined
  return [...lines, rest, note].filter((line) => line !== undefined)
}

// Texts of the site may contain line breaks and control characters of a terminal.
const toLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ')

export function formatText({ origin, requests, checks }: Report): string {
  const lines = checks.flatMap((result) => [
    `${marks[result.status]}  ${result.name}`,
    ...listReasons(result).map((reason) => `      ${toLine(reason)}`),
    ...(result.status === 'fail' ? [`      fix: ${result.fix}`] : [])
  ])
  const count = (status: Outcome['status']) => checks.filter((result) => result.status === status).length
  const total = `${count('pass')} passed, ${count('fail')} failed, ${count('not applicable')} not applicable; ${requests} requests`
  return [origin, '', ...lines, '', total, ''].join('\n')
}
