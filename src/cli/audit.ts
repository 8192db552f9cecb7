import { appendFile } from 'node:fs/promises'
import { audit } from '../audit/audit.ts'
import { checks } from '../audit/checks.ts'
import { factChecks } from '../audit/facts/checks.ts'
import { startOwnServer } from '../audit/own-server.ts'
import { describeError } from '../audit/problems.ts'
import { formatJson, formatMarkdown, formatText, isPassed } from '../audit/report.ts'
import { type Arguments, CannotRunError, UsageError } from './command.ts'

function readOrigin(url: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new UsageError(`"${url}" is not a URL. Use the full URL, such as https://business.example.`)
  }
  const { origin, pathname } = new URL(url)
  if (pathname !== '/') process.stderr.write(`The audit examines all of ${origin}, not only ${pathname}.\n`)
  return origin
}

function readOptions({ switches, values: { pages = '20', threshold, summary } }: Arguments) {
  if (!/^[1-9]\d*$/.test(pages)) {
    throw new UsageError(`--pages must be a whole number from 1, got "${pages}".`)
  }
  if (threshold !== undefined && !/^(100|\d{1,2})$/.test(threshold)) {
    throw new UsageError(`--threshold must be a whole number from 0 to 100, got "${threshold}".`)
  }
  return {
    sampleSize: Number(pages),
    checks: switches.has('facts') ? [...checks, ...factChecks] : checks,
    threshold: threshold === undefined ? undefined : Number(threshold),
    summary
  }
}

/**
 * Audits the site at the URL, or this server, and prints the report. The exit code is 1 if the site does not pass. Rejects
 * with a CannotRunError if the site cannot be audited.
 */
export async function run(args: Arguments): Promise<void> {
  const { sampleSize, checks, threshold, summary } = readOptions(args)
  const url = args.operand
  /** Reports the progress every ten checks. */
  const onProgress = (done: number, requests: number) => {
    if (done % 10 !== 0 && done !== checks.length) return
    process.stderr.write(`${done} of ${checks.length} checks, ${requests} requests\n`)
  }
  const { origin, stop } = url === undefined ? await asRun(startOwnServer()) : { origin: readOrigin(url) }
  try {
    const report = await asRun(audit(origin, { checks, sampleSize, onProgress }))
    process.stdout.write(args.switches.has('json') ? formatJson(report) : formatText(report))
    if (summary !== undefined) await asRun(appendFile(summary, formatMarkdown(report)))
    if (!isPassed(report, threshold)) process.exitCode = 1
  } finally {
    await stop?.()
  }
}

/** Awaits work whose failure means that there is no result. */
async function asRun<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw new CannotRunError(describeError(error))
  }
}
