import type { AuditedSite } from './audited-site.ts'
import type { Difference } from './facts/fact.ts'
import type { NotApplicable } from './problems.ts'

/** The sources of the checks: scanners of agent readiness, and standards. */
export const scanners = {
  isitagentready: 'isitagentready.com',
  acceptmarkdown: 'acceptmarkdown.com',
  afdocs: 'afdocs 0.22 (Agent-Friendly Documentation Spec 0.6)',
  a14y: 'a14y 0.2 and the draft of 0.3',
  standards: 'RFCs and specifications'
}
export type Scanner = keyof typeof scanners

export type Outcome =
  | { status: 'pass'; note?: string }
  | {
      status: 'fail'
      reason: string
      note?: string
      differences?: Difference[]
      /** Whether the check failed because the site did not respond. */
      isUnreachable?: true
    }
  | NotApplicable

/** The facts that a surface states differently from the API, and what was compared. */
export interface Comparison {
  differences: Difference[]
  note: string
}

/** The problems of a site, none if it passes; or why the check does not apply to it. */
export type Findings = string[] | Comparison | NotApplicable

/** One row of the table of checks. */
export interface Check {
  /** The expectation, as a fact about the site. */
  name: string
  /** The paths that the check requests. */
  fetches: string
  /** The names under which each scanner asks for it. */
  asks: Partial<Record<Scanner, string[]>>
  /** Tells the operator how to make a failing check pass. */
  fix: string
  /** The same if this software serves the site: names the file or setting. */
  ownFix?: string
  /** Whether a failure is a warning: it depends on what the owner wrote or on their template, and not on the server. */
  isWarning?: boolean
  /** Whether the check compares facts, which no threshold excuses. */
  isFact?: boolean
  run: (site: AuditedSite) => Findings | Promise<Findings>
}
