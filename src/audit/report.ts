import type { Report, Score } from './audit.ts'
import { scanners } from './check.ts'

const marks = { pass: 'pass', fail: 'FAIL', 'not applicable': ' n/a' }

/** The report for people. */
export function formatText({ origin, requests, results, total, scores }: Report): string {
  const lines = results.flatMap(({ check, outcome }) => [
    `${marks[outcome.status]}  ${check.name}`,
    ...(outcome.status === 'pass' ? [] : [`      ${outcome.reason}`]),
    ...(outcome.status === 'fail'
      ? [
          `      fetched: ${check.fetches}`,
          `      fix: ${check.fix}`,
          `      asked by: ${askers(check.asks)}`
        ]
      : [])
  ])
  const rows = Object.entries(scanners).map(([name, title]) => `${percent(Object(scores)[name])}  ${title}`)
  return [origin, '', ...lines, '', ...rows, `${percent(total)}  in all, with ${requests} requests`, ''].join(
    '\n'
  )
}

const askers = (asks: Record<string, string[]>) =>
  Object.entries(asks)
    .map(([scanner, names]) => `${scanner} (${names.join(', ')})`)
    .join(', ')

/** The report for programs. */
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

const percent = ({ passed, applicable }: Score) =>
  `${String(Math.floor((100 * passed) / Math.max(1, applicable))).padStart(3)} %  ${`${passed} of ${applicable}`.padEnd(9)}`
