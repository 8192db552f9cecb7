import { type Check, formatDifference, type Outcome } from './check.ts'

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
