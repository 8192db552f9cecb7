import type { Report, Score } from './audit.ts'
import { type Check, scanners } from './check.ts'

const marks = { pass: 'pass', fail: 'FAIL', 'not applicable': ' n/a' }

/** Formats the report as text for people. */
export function formatText({ origin, requests, results, total, scores }: Report): string {
  const lines = results.flatMap(({ check, outcome }) => [
    `${check.isWarning && outcome.status === 'fail' ? 'warn' : marks[outcome.status]}  ${check.name}`,
    ...(outcome.status === 'pass' ? [] : [`      ${outcome.reason}`]),
    ...(outcome.status === 'fail'
      ? [
          `      fetched: ${check.fetches}`,
          `      fix: ${check.fix}`,
          `      asked for by: ${formatScanners(check.asks)}`
        ]
      : [])
  ])
  const rows = [
    formatScore(scores.isitagentready, scanners.isitagentready),
    formatScore(scores.acceptmarkdown, scanners.acceptmarkdown),
    formatScore(scores.afdocs, scanners.afdocs),
    formatScore(scores.a14y, scanners.a14y),
    formatScore(scores.standards, scanners.standards),
    formatScore(total, `all checks (requests: ${requests})`)
  ]
  return [origin, '', ...lines, '', ...rows, ''].join('\n')
}

const formatScanners = (asks: Check['asks']) =>
  Object.entries(asks)
    .map(([scanner, names]) => `${scanner} (${names.join(', ')})`)
    .join(', ')

const formatScore = ({ passed, applicable }: Score, title: string) => {
  const percentage = String(Math.floor((100 * passed) / Math.max(1, applicable))).padStart(3)
  return `${percentage}%  ${`${passed} of ${applicable}`.padEnd(9)}  ${title}`
}

/** Formats the report as JSON for programs. */
export const formatJson = ({ origin, requests, results, total, scores }: Report): string =>
  `${JSON.stringify(
    {
      origin,
      requests,
      checks: results.map(({ check: { run: _, ...check }, outcome }) => ({ ...check, ...outcome })),
      scores,
      total
    },
    null,
    2
  )}\n`
