import type { Subject } from './subject.ts'

/** Who asks for what is checked. */
export const scanners = {
  isitagentready: 'isitagentready.com',
  acceptmarkdown: 'acceptmarkdown.com',
  afdocs: 'afdocs 0.22 (Agent-Friendly Documentation Spec 0.6)',
  a14y: 'a14y 0.2, and the draft of 0.3',
  standards: 'RFCs and specifications'
}
export type Scanner = keyof typeof scanners

export type Outcome =
  | { status: 'pass' }
  | { status: 'fail'; reason: string }
  | { status: 'not applicable'; reason: string }

/** One row of the table. */
export interface Check {
  /** What must hold. */
  name: string
  fetches: string
  /** Who asks for it, and under which names. */
  asks: Partial<Record<Scanner, string[]>>
  /** What to do where it does not hold. */
  fix: string
  run: (subject: Subject) => Promise<Outcome> | Outcome
}

export const notApplicable = (reason: string): Outcome => ({ status: 'not applicable', reason })

/** Passes where there is no problem; else the first is the reason. */
export function verdict(problems: string[]): Outcome {
  const [first, ...others] = problems
  if (first === undefined) return { status: 'pass' }
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  return { status: 'fail', reason: first + more }
}

/** The problem, where the condition does not hold. */
export const unless = (holds: boolean, problem: string): string[] => (holds ? [] : [problem])
