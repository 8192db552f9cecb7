import { AuditedSite } from './audited-site.ts'
import type { Check, Outcome, Scanner } from './check.ts'
import { describeError, summarize } from './problems.ts'

export interface Result {
  check: Check
  outcome: Outcome
}

export interface Score {
  passed: number
  /** The number of checks that apply to the site. */
  applicable: number
}

export interface Report {
  origin: string
  requests: number
  results: Result[]
  total: Score
  scores: Record<Scanner, Score>
}

interface Options {
  checks: Check[]
  /** How many pages are examined. */
  sampleSize: number
  /** Sends the requests; that of Node.js if it is missing. */
  fetch?: typeof globalThis.fetch
  onProgress?: (done: number, requests: number) => void
}

/** Runs every check against a site, without changing anything there. Rejects if the site cannot be reached. */
export async function audit(
  origin: string,
  { checks, sampleSize, fetch, onProgress }: Options
): Promise<Report> {
  const site = new AuditedSite(origin, sampleSize, fetch)
  // Every check of a site that is down would repeat the same failure.
  await site.get('/')
  let done = 0
  const results = await Promise.all(
    checks.map(async (check) => {
      const outcome = await runCheck(check, site)
      onProgress?.(++done, site.requests)
      return { check, outcome }
    })
  )
  const score = (outcomes: Outcome[]): Score => ({
    passed: outcomes.filter(({ status }) => status === 'pass').length,
    applicable: outcomes.filter(({ status }) => status !== 'not applicable').length
  })
  const scoreFor = (scanner: Scanner) => score([...groupByName(results, scanner).values()])
  return {
    origin,
    requests: site.requests,
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

async function runCheck(check: Check, site: AuditedSite): Promise<Outcome> {
  try {
    const findings = await check.run(site)
    if (!Array.isArray(findings)) return findings
    return findings.length === 0 ? { status: 'pass' } : { status: 'fail', reason: summarize(findings) }
  } catch (error) {
    return { status: 'fail', reason: describeError(error) }
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
