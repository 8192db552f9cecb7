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
