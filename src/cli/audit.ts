import { audit } from '../audit/audit.ts'
import { checks } from '../audit/checks.ts'
import { startOwnServer } from '../audit/own-server.ts'
import { formatJson, formatText } from '../audit/report.ts'
import { type Arguments, UsageError } from './command.ts'

function readOrigin(url: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new UsageError(`"${url}" is not a URL. Use the full address, such as https://business.example.`)
  }
  return new URL(url).origin
}

/** Reports the progress every ten checks. */
function showProgress(done: number, requests: number) {
  if (done % 10 !== 0 && done !== checks.length) return
  process.stderr.write(`${done} of ${checks.length} checks, ${requests} requests\n`)
}

/** Audits the site at the URL, or this server, and prints the report. The exit code is 1 if a check fails and is no warning. */
export async function run({ operand: url, switches, values: { pages = '20' } }: Arguments): Promise<void> {
  if (!/^[1-9]\d*$/.test(pages)) {
    throw new UsageError(`--pages must be a whole number from 1, got "${pages}".`)
  }
  const { origin, stop } = url === undefined ? await startOwnServer() : { origin: readOrigin(url) }
  try {
    const report = await audit(origin, { checks, sampleSize: Number(pages), onProgress: showProgress })
    process.stdout.write(switches.has('json') ? formatJson(report) : formatText(report))
    const isFailed = report.results.some(
      ({ check, outcome }) => outcome.status === 'fail' && !check.isWarning
    )
    if (isFailed) process.exitCode = 1
  } finally {
    await stop?.()
  }
}
