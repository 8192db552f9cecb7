import type { AuditedSite } from './audited-site.ts'

/** The sources of the checks: scanners of agent readiness, and standards. */
export const scanners = {
  isitagentready: 'isitagentready.com',
  acceptmarkdown: 'acceptmarkdown.com',
  afdocs: 'afdocs 0.22 (Agent-Friendly Documentation Spec 0.6)',
  a14y: 'a14y 0.2 and the draft of 0.3',
  standards: 'RFCs and specifications'
}
export type Scanner = keyof typeof scanners

interface NotApplicable {
  status: 'not applicable'
  reason: string
}

export type Outcome = { status: 'pass' } | { status: 'fail'; reason: string } | NotApplicable

/** The problems of a site, none if it passes; or why the check does not apply to it. */
export type Findings = string[] | NotApplicable

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
  /** Whether a failure is a warning: it depends on what the owner wrote or on their template, and not on the server. */
  isWarning?: boolean
  run: (site: AuditedSite) => Findings | Promise<Findings>
}

export const notApplicable = (reason: string): NotApplicable => ({ status: 'not applicable', reason })
