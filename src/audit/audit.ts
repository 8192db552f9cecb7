import { AuditedSite } from './audited-site.ts'
import type { Check, Comparison, Outcome, Scanner } from './check.ts'
import { type SiteResponse, UnreachableError } from './client.ts'
import { describeDifference } from './facts/fact.ts'
import { findElements, parseHtml } from './html.ts'
import type { Limits } from './limits.ts'
import { describeError, summarize, toSentence } from './problems.ts'

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
  /** Other limits than the usual ones. */
  limits?: Partial<Limits>
  onProgress?: (done: number, requests: number) => void
}

/** Runs every check against a site, without changing anything there. Rejects if the site cannot be reached. */
export async function audit(
  origin: string,
  { checks, sampleSize, fetch, limits, onProgress }: Options
): Promise<Report> {
  const site = new AuditedSite(origin, sampleSize, fetch, limits)
  // Every check of a site that is down or locked would repeat the same failure.
  await openHome(site)
  const isOwn = await site.isOwn()
  let done = 0
  const results = await Promise.all(
    checks.map(async (check) => {
      const outcome = await runCheck(check, site)
      onProgress?.(++done, site.requests)
      return { check: { ...check, fix: (isOwn && check.ownFix) || check.fix }, outcome }
    })
  )
  // The site may have gone down since: a new request rejects then.
  if (results.some(({ outcome }) => outcome.status === 'fail' && outcome.isUnreachable)) {
    await site.get('/', { 'cache-control': 'no-cache' }).catch((error) => {
      if (error instanceof UnreachableError) throw error
    })
  }
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

/** Finds the home page, which may be a redirect to a language. Throws if there is an obstacle to all checks. */
async function openHome(site: AuditedSite): Promise<void> {
  const { place, response } = await site.trace('/')
  rejectObstacle(place, response, site)
  if (response.status !== 200 || place === '/') return
  // Shops have a form to sign in on every page.
  const isLogin = /log-?in|sign-?in|auth|account|password/i.test(place)
  if (isLogin && findElements(parseHtml(place, response.text), ['input'], { type: 'password' }).length > 0) {
    throw new Error(`${site.origin} redirects to ${place}, which asks for a password. Audit a public site.`)
  }
  site.homePath = place
}

/**
 * Throws if the site requires a login or redirects to another site, because every check would then fail for this one
 * reason.
 */
function rejectObstacle(place: string, { status, headers }: SiteResponse, site: AuditedSite) {
  const { origin } = site
  const location = headers.get('location')
  if (status >= 300 && status < 400 && location !== null) {
    if (!URL.canParse(location, origin + place)) {
      throw new Error(`${origin} redirects to "${location}", which is not a URL. Correct the redirect.`)
    }
    const target = site.resolve(location, place)
    if (target.origin !== origin) throw new Error(`${origin} redirects to ${target.origin}. Audit that URL.`)
    throw new Error(
      `${origin} redirects more than 3 times; the last redirect is to ${target.pathname}. Correct the redirects.`
    )
  }
  if (status >= 500) throw new Error(`${origin} returns ${status}. Start the server, or correct its proxy.`)
  if ([401, 403, 407, 429].includes(status)) {
    throw new Error(`${origin} returns ${status}. Allow the user agent business-facts-audit.`)
  }
}

async function runCheck(check: Check, site: AuditedSite): Promise<Outcome> {
  try {
    const findings = await check.run(site)
    if ('status' in findings) return findings
    if ('differences' in findings) return concludeComparison(findings)
    return findings.length === 0 ? { status: 'pass' } : { status: 'fail', reason: summarize(findings) }
  } catch (error) {
    const isUnreachable = error instanceof UnreachableError
    return {
      status: 'fail',
      reason: toSentence(describeError(error)),
      ...(isUnreachable && { isUnreachable })
    }
  }
}

const concludeComparison = ({ differences, note }: Comparison): Outcome =>
  differences.length === 0
    ? { status: 'pass', note }
    : { status: 'fail', reason: summarize(differences.map(describeDifference)), note, differences }

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
