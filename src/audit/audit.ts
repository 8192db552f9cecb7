import type { Check, Outcome, Scanner } from './check.ts'
import { Subject } from './subject.ts'

export interface Result {
  check: Check
  outcome: Outcome
}

export interface Score {
  passed: number
  /** What was asked for and could be looked at. */
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
  /** How many pages are looked at. */
  sampleSize: number
  onProgress?: (done: number, requests: number) => void
}

/** Runs every check against a site; none of them changes anything there. */
export async function audit(origin: string, { checks, sampleSize, onProgress }: Options): Promise<Report> {
  const subject = new Subject(origin, sampleSize)
  let done = 0
  const results = await Promise.all(
    checks.map(async (check) => {
      const outcome = await look(check, subject)
      onProgress?.(++done, subject.requests)
      return { check, outcome }
    })
  )
  const count = (outcomes: Outcome[]): Score => ({
    passed: outcomes.filter(({ status }) => status === 'pass').length,
    applicable: outcomes.filter(({ status }) => status !== 'not applicable').length
  })
  const scoreOf = (scanner: Scanner) => count([...byName(results, scanner).values()])
  return {
    origin,
    requests: subject.requests,
    results,
    total: count(results.map(({ outcome }) => outcome)),
    scores: {
      isitagentready: scoreOf('isitagentready'),
      acceptmarkdown: scoreOf('acceptmarkdown'),
      afdocs: scoreOf('afdocs'),
      a14y: scoreOf('a14y'),
      standards: scoreOf('standards')
    }
  }
}

async function look(check: Check, subject: Subject): Promise<Outcome> {
  try {
    return await check.run(subject)
  } catch (error) {
    return { status: 'fail', reason: Object(error).message }
  }
}

/** The worst outcome of each name that a scanner has for what it asks. */
function byName(results: Result[], scanner: Scanner): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>()
  for (const { check, outcome } of results) {
    for (const name of check.asks[scanner] ?? []) {
      const known = outcomes.get(name)
      if (known?.status !== 'fail' && (known === undefined || outcome.status !== 'not applicable')) {
        outcomes.set(name, outcome)
      }
    }
  }
  return outcomes
}
