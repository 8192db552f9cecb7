import { type AuditedSite, describeError, UnreadError } from './audited-site.ts'

export interface Difference {
  surface: string
  url: string
  fact: string
  problem: 'missing' | 'different'
  expected: string
  found: string
}

export interface Check {
  name: string
  fix: string
  /** Whether an export without a worker need not pass: only a server can. */
  needsServer?: boolean
  run: (site: AuditedSite) => Findings | Promise<Findings>
}

/** The problems of a site or the facts that differ, none if it passes; or why the check does not apply. */
type Findings =
  | string[]
  | { differences: Difference[]; note: string; fix?: string }
  | { notApplicable: string }

export interface Result extends Omit<Check, 'run'> {
  status: 'pass' | 'fail' | 'not applicable'
  reason?: string
  note?: string
  differences?: Difference[]
}

export interface Report {
  origin: string
  requests: number
  incomplete?: string
  checks: Result[]
}

export async function runCheck({ run, ...row }: Check, site: AuditedSite): Promise<Result> {
  try {
    const isServed = !row.needsServer || (await site.hasServer())
    const findings = isServed ? await run(site) : { notApplicable: withoutServer }
    return { ...row, ...toOutcome(findings) }
  } catch (error) {
    const fix = error instanceof UnreadError ? error.fix : row.fix
    return { ...row, fix, status: 'fail', reason: writeSentence(describeError(error)) }
  }
}

const withoutServer = 'the site is an export without a server: it announces no MCP server'

function toOutcome(findings: Findings): Omit<Result, 'name' | 'fix'> {
  if ('notApplicable' in findings)
    return { status: 'not applicable', reason: writeSentence(findings.notApplicable) }
  const [problems, details] = Array.isArray(findings)
    ? [findings, {}]
    : [findings.differences.map(formatDifference), findings]
  if (problems.length > 0) return { status: 'fail', reason: summarize(problems), ...details }
  return { status: 'pass', ...('note' in details && { note: details.note }) }
}

// A hostile site may send names of megabytes.
const maxSentence = 1000

/** Returns the start of a problem as a sentence. A code token, such as a path or a file, keeps its first letter. */
function writeSentence(problem: string): string {
  const start = problem.length > maxSentence ? `${problem.slice(0, maxSentence)}…` : problem
  const text = start.replace(/^[a-z](?=[a-z]*(?:[\s,]|$))/, (letter) => letter.toUpperCase())
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

function summarize([first = '', ...others]: string[]): string {
  const sentence = writeSentence(first)
  if (others.length === 0) return sentence
  return `${sentence} ${others.length === 1 ? 'There is 1 more problem.' : `There are ${others.length} more problems.`}`
}

const formatDifference = ({ surface, url, fact, problem, expected, found }: Difference): string =>
  writeSentence(
    `${surface} at ${url} ${problem === 'missing' ? `omits ${fact}` : `states ${fact} differently`}. Expected ${expected}; found ${found || 'nothing'}`
  )

const marks = { pass: 'pass', fail: 'FAIL', 'not applicable': ' n/a' }
const maxListed = 20

/** Returns a line for each fact that differs, up to twenty, or else for the reason; and one for the note. */
function listReasons({ reason, note, differences }: Result): string[] {
  const lines = differences?.slice(0, maxListed).map(formatDifference) ?? [reason]
  const more = (differences?.length ?? 0) - maxListed
  const rest = more > 0 ? `${more} more facts differ: --json lists them all.` : undefined
  return [...lines, rest, note].filter((line) => line !== undefined)
}

// Texts of the site may contain line breaks and control characters of a terminal.
const toLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ')

export function formatText({ origin, requests, checks }: Report): string {
  const lines = checks.flatMap((result) => [
    `${marks[result.status]}  ${result.name}`,
    ...listReasons(result).map((reason) => `      ${toLine(reason)}`),
    ...(result.status === 'fail' ? [`      fix: ${result.fix}`] : [])
  ])
  const count = (status: Result['status']) => checks.filter((result) => result.status === status).length
  const total = `${count('pass')} passed, ${count('fail')} failed, ${count('not applicable')} not applicable; ${requests} requests`
  return [origin, '', ...lines, '', total, ''].join('\n')
}
