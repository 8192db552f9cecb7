import { parseArgs } from 'node:util'
import { audit } from './audit.ts'
import { checks } from './checks.ts'
import { startOwnServer } from './own-server.ts'
import { describeError } from './problems.ts'
import { formatJson, formatText } from './report.ts'

const usage = 'Usage: npm run audit -- [URL] [--json] [--pages 20]'

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, pages: { type: 'string', default: '20' } }
    })
    return { ...values, url: positionals[0] }
  } catch (error) {
    throw new Error(`${describeError(error)}\n${usage}`)
  }
}

function readOrigin(url: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new Error(`"${url}" is not a URL. Use the full address, such as https://business.example.`)
  }
  return new URL(url).origin
}

/** Reports the progress every ten checks. */
function showProgress(done: number, requests: number) {
  if (done % 10 !== 0 && done !== checks.length) return
  process.stderr.write(`${done} of ${checks.length} checks, ${requests} requests\n`)
}

/** Audits the site at the URL, or this server, and prints the report. Resolves to whether no check fails. */
async function run(): Promise<boolean> {
  const { url, pages, json } = readArguments()
  if (!/^[1-9]\d*$/.test(pages)) throw new Error(`--pages must be a whole number from 1, got "${pages}".`)
  const { origin, stop } = url === undefined ? await startOwnServer() : { origin: readOrigin(url) }
  try {
    const report = await audit(origin, { checks, sampleSize: Number(pages), onProgress: showProgress })
    process.stdout.write(json ? formatJson(report) : formatText(report))
    return report.results.every(({ outcome }) => outcome.status !== 'fail')
  } finally {
    await stop?.()
  }
}

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`)
  process.exitCode = 1
}
