import { type AuditedSite, describeError, UnreadError } from './audited-site.ts'

export interface Difference {
  surface: string
  url: string
  fact: string
  problem: 'missing' | 'different'
  expected: string
  found: string
}

export interface Outcome {
  status: 'pass' | 'fail' | 'not applicable'
  reason?: string
  /** In place of the fix of the check. */
  fix?: string
  note?: string
  differences?: Difference[]
}

export interface Check {
  name: string
  fix: string
  /** Whether an export without a worker need not pass: only a server can. */
  needsServer?: boolean
  /** Returns the problems of a site, none if it passes; or the outcome. */
  run: (site: AuditedSite) => string[] | Outcome | Promise<string[] | Outcome>
}

export type Result = Omit<Check, 'run'> & Outcome

export interface Report {
  origin: string
  requests: number
  incomplete?: string
  checks: Result[]
}

export const expect = (holds: boolean, problem: string): string[] => (holds ? [] : [problem])

export async function collect<Item>(
  items: Iterable<Item>,
  findProblems: (item: Item) => string[] | Promise<string[]>
): Promise<string[]> {
  return (await Promise.all(Array.from(items, findProblems))).flat()
}

// A hostile site may send names of megabytes.
const maxSentence = 1000

/** Returns the start of a problem as a sentence. A code token, such as a path or a file, keeps its first letter. */
export function toSentence(problem: string): string {
  const start = problem.length > maxSentence ? `${problem.slice(0, maxSentence)}…` : problem
  const text = start.replace(/^[a-z](?=[a-z]*(?:[\s,]|$))/, (letter) => letter.toUpperCase())
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

export function summarize([first = '', ...others]: string[]): string {
  const sentence = toSentence(first)
  if (others.length === 0) return sentence
  return `${sentence} ${others.length === 1 ? 'There is 1 more problem.' : `There are ${others.length} more problems.`}`
}

export const notApplicable = (reason: string): Outcome => ({
  status: 'not applicable',
  reason: toSentence(reason)
})

export async function runCheck({ run, needsServer }: Check, site: AuditedSite): Promise<Outcome> {
  try {
    if (needsServer && !(await site.hasServer()))
      return notApplicable('the site is an export without a server: it announces no MCP server')
    const findings = await run(site)
    if (!Array.isArray(findings)) return findings
    return findings.length === 0 ? { status: 'pass' } : { status: 'fail', reason: summarize(findings) }
  } catch (error) {
    const fix = error instanceof UnreadError && { fix: error.fix }
    return { status: 'fail', reason: toSentence(describeError(error)), ...fix }
  }
}

export const formatDifference = ({ surface, url, fact, problem, expected, found }: Difference): string =>
  toSentence(
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
  const count = (status: Outcome['status']) => checks.filter((result) => result.status === status).length
  const total = `${count('pass')} passed, ${count('fail')} failed, ${count('not applicable')} not applicable; ${requests} requests`
  return [origin, '', ...lines, '', total, ''].join('\n')
}
