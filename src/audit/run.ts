import { parseArgs } from 'node:util'
import { audit } from './audit.ts'
import { checks } from './checks.ts'
import { type OwnServer, startOwn } from './own-server.ts'
import { formatJson, formatText } from './report.ts'

const usage = 'Usage: npm run audit -- [address] [--json] [--pages 20]'

/** Says now and then how far the audit is. */
function showProgress(done: number, requests: number) {
  if (done % 10 !== 0 && done !== checks.length) return
  process.stderr.write(`${done} of ${checks.length} checks, ${requests} requests\n`)
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
