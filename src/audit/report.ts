import type { Report, Score } from './audit.ts'
import { type Check, type Outcome, scanners } from './check.ts'
import { describeDifference } from './facts/fact.ts'

const marks = { pass: 'pass', fail: 'FAIL', 'not applicable': ' n/a' }

/**
 * Returns whether a site passes. Without a threshold, every check must pass except warnings. With one, at least this
 * percentage of the checks must pass, and every check of facts.
 */
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
  const lines = outcome.differences.slice(0, maxListed).map(describeDifference)
  const more = outcome.differences.length - maxListed
  return [...lines, ...(more > 0 ? [`${more} more facts differ: --json lists them all.`] : []), ...notes]
}

// Texts of the site may contain line breaks and control characters of a terminal.
const toLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ')

/** Formats the report as text for people. */
export function formatText({ origin, requests, results, total, scores }: Report): string {
  const lines = results.flatMap(({ check, outcome }) => [
    `${check.isWarning && outcome.status === 'fail' ? 'warn' : marks[outcome.status]}  ${check.name}`,
    ...listReasons(outcome).map((reason) => `      ${toLine(reason)}`),
    ...(outcome.status === 'fail'
      ? [`      fetched: ${check.fetches}`, `      fix: ${check.fix}`, ...listScanners(check.asks)]
      : [])
  ])
  const rows = listScores({ total, scores }, `all checks (requests: ${requests})`).map(formatScore)
  return [origin, '', ...lines, '', ...rows, ''].join('\n')
}

function listScanners(asks: Check['asks']): string[] {
  const scanners = Object.entries(asks).map(([scanner, names]) => `${scanner} (${names.join(', ')})`)
  return scanners.length > 0 ? [`      asked for by: ${scanners.join(', ')}`] : []
}

/** A row of the table of scores. */
interface ScoreRow {
  title: string
  share: string
  count: string
}

function listScores({ total, scores }: Pick<Report, 'total' | 'scores'>, title: string): ScoreRow[] {
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

const formatScore = ({ title, share, count }: ScoreRow) =>
  `${share.padStart(4)}  ${count.padEnd(9)}  ${title}`

/** Formats the report as Markdown for the summary of a pipeline: the failed checks, and the scores. */
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

/** Formats the report as JSON for programs. */
export const formatJson = ({ origin, requests, results, total, scores }: Report): string =>
  `${JSON.stringify(
    {
      origin,
      requests,
      checks: results.map(({ check: { run: _run, ownFix: _ownFix, ...check }, outcome }) => ({
        ...check,
        ...outcome
      })),
      scores,
      total
    },
    null,
    2
  )}\n`
