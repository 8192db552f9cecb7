import { parseArgs } from 'node:util'
import { audit } from './audit.ts'
import { checks } from './checks.ts'
import { type OwnServer, startOwn } from './own-server.ts'
import { formatJson, formatText } from './report.ts'

const usage = 'Usage: npm run audit -- [address] [--json] [--pages 20]'

/** Says how far the audit is: in place on a terminal, now and then elsewhere. */
function showProgress(done: number, requests: number) {
  const text = `${done} of ${checks.length} checks, ${requests} requests`
  if (process.stderr.isTTY) process.stderr.write(`\r${text}${done === checks.length ? '\n' : ''}`)
  else if (done % 20 === 0 || done === checks.length) process.stderr.write(`${text}\n`)
}

async function run(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, pages: { type: 'string', default: '20' } }
  })
  const [address] = positionals
  const own: OwnServer | undefined = address === undefined ? await startOwn(process.env) : undefined
  try {
    const { origin } = own ?? new URL(`${address}`)
    const report = await audit(origin, { checks, sampleSize: Number(values.pages), onProgress: showProgress })
    process.stdout.write(values.json ? formatJson(report) : formatText(report))
    return report.results.every(({ outcome }) => outcome.status !== 'fail')
  } finally {
    await own?.close()
  }
}

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  process.stderr.write(`${Object(error).message}\n${usage}\n`)
  process.exitCode = 1
}
