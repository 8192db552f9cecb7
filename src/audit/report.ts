import { type Check, type Outcome, type Scanner, scanners } from './check.ts'
import { formatDifference } from './problems.ts'

const marks = { pass: 'pass', fail: 'FAIL', 'not applicable': ' n/a' }

/** Returns whether every check but warnings passes; with a threshold, at least this percentage and every check of facts. */
export function isPassed({ results, total }: Report, threshold?: number): boolean {
  const failed = results.filter(({ outcome }) => outcome.status === 'fail')
  if (threshold === undefined) return failed.every(({ check }) => check.isWarning)
  const share = (100 * total.passed) / Math.max(1, total.applicable)
  return share >= threshold && !failed.some(({ check }) => check.isFact)
}

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

export function formatText({ origin, requests, results, total, scores }: Report): string {
  const lines = results.flatMap(({ check, outcome }) => [
    `${check.isWarning && outcome.status === 'fail' ? 'warn' : marks[outcome.status]}  ${check.name}`,
    ...listReasons(outcome).map((reason) => `      ${toLine(reason)}`),
    ...(outcome.status === 'fail'
      ? [`      fetched: ${check.fetches}`, `      fix: ${check.fix}`, ...listScanners(check.asks)]
      : [])
  ])
  const rows = listScores({ total, scores }, `all checks (requests: ${requests})`).map(
    ({ title, share, count }) => `${share.padStart(4)}  ${count.padEnd(9)}  ${title}`
  )
  return [origin, '', ...lines, '', ...rows, ''].join('\n')
}

function listScanners(asks: CheckRow['asks']): string[] {
  const scanners = Object.entries(asks).map(([scanner, names]) => `${scanner} (${names.join(', ')})`)
  return scanners.length > 0 ? [`      asked for by: ${scanners.join(', ')}`] : []
}

function listScores({ total, scores }: Pick<Report, 'total' | 'scores'>, title: string) {
  const { isitagentready, acceptmarkdown, afdocs, a14y, standards } = scores
  const rows: [string, Score][] = [
    [scanners.isitagentready, isitagentready],
    [scanners.acceptmarkdown, acceptmarkdown],
    [scanners.afdocs, afdocs],
    [scanners.a14y, a14y],
    [scanners.standards, standards],
    [title, total]
  ]
  return rows.map(([title, { passed, applicable }]) => ({
    title,
    share: `${Math.floor((100 * passed) / Math.max(1, applicable))}%`,
    count: `${passed} of ${applicable}`
  }))
}

export function formatMarkdown(report: Report): string {
  const failures = report.results.flatMap(({ check, outcome }) =>
    outcome.status === 'fail' ? [{ check, outcome }] : []
  )
  const items = failures.flatMap(({ check, outcome }) => [
    `- ${check.isWarning ? 'Warning' : '**Failed**'}: ${escapeMarkdown(check.name)}`,
    ...listReasons(outcome).map((reason) => `  - ${escapeMarkdown(reason)}`),
    `  - Fix: ${escapeMarkdown(check.fix)}`
  ])
  const rows = listScores(report, 'all checks').map(
    ({ title, share, count }) => `| ${escapeMarkdown(title)} | ${share} | ${count} |`
  )
  return [
    `## Audit of ${escapeMarkdown(report.origin)}`,
    '',
    ...(items.length > 0 ? items : ['Every check passes.']),
    '',
    '| Score | Share | Checks |',
    '|---|---|---|',
    ...rows,
    '',
    ''
  ].join('\n')
}

// A reason quotes the audited site, which must not add markup to the summary.
const escapeMarkdown = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|#~]/g, '\\$&')

export const formatJson = ({ origin, requests, incomplete, results, total, scores }: Report): string =>
  `${JSON.stringify(
    {
      origin,
      requests,
      incomplete,
      checks: results.map(({ check, outcome }) => ({ ...check, ...outcome })),
      scores,
      total
    },
    null,
    2
  )}\n`

/** A check without its code, with the fix for this site. */
export type CheckRow = Omit<Check, 'run' | 'ownFix'>

export interface Result {
  check: CheckRow
  outcome: Outcome
}

interface Score {
  passed: number
  applicable: number
}

export interface Report {
  origin: string
  requests: number
  results: Result[]
  total: Score
  scores: Record<Scanner, Score>
  /** Why some checks did not finish; undefined if all did. */
  incomplete?: string
}

const score = (outcomes: Outcome[]): Score => ({
  passed: outcomes.filter(({ status }) => status === 'pass').length,
  applicable: outcomes.filter(({ status }) => status !== 'not applicable').length
})

export function toReport(origin: string, requests: number, results: Result[]): Report {
  const scoreFor = (scanner: Scanner) => score([...groupByName(results, scanner).values()])
  return {
    origin,
    requests,
    results,
    total: score(results.map(({ outcome }) => outcome)),
    scores: {
      isitagentready: scoreFor('isitagentready'),
      acceptmarkdown: scoreFor('acceptmarkdown'),
      afdocs: scoreFor('afdocs'),
      a14y: scoreFor('a14y'),
      standards: scoreFor('standards')
    }
  }
}

/** Returns the worst outcome for each name under which a scanner asks for a check. */
function groupByName(results: Result[], scanner: Scanner): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>()
  for (const { check, outcome } of results) {
    for (const name of check.asks[scanner] ?? []) {
      const other = outcomes.get(name)
      if (other?.status !== 'fail' && (other === undefined || outcome.status !== 'not applicable')) {
        outcomes.set(name, outcome)
      }
    }
  }
  return outcomes
}
