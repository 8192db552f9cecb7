import { createServer } from 'node:http'
import { buildApp } from '../app.ts'
import { auditInProcess, describeError, formatText, openExport } from '../audit/audit.ts'
import { fieldOf } from '../base/json-value.ts'
import { escapeControls } from '../base/text.ts'
import { readBusiness } from '../business/loading/load.ts'
import { listen } from '../serve.ts'
import { type Arguments, CannotRunError, readSettings, UsageError } from './command.ts'

async function readOrigin(url: string): Promise<string> {
  const broken = `${url}: is not a whole export. Export the site again.`
  const exported = await openExport(url).catch(() => fail(broken))
  if (exported) return exported.url
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new UsageError(
      `"${url}" is not a URL. Use the full URL, such as https://business.example, or the folder of an export.`
    )
  }
  const { origin, href, username, password } = new URL(url)
  if (username !== '' || password !== '')
    throw new UsageError(
      `${origin}: the audit sends no user name and no password. Remove them from the URL, and allow the user agent business-facts-audit.`
    )
  const rest = href.slice(origin.length)
  if (rest !== '/') process.stderr.write(`The audit examines all of ${origin}, not only ${rest}.\n`)
  return origin
}

/** Serves this folder until the process ends, so the audit examines it over HTTP as any other site. Returns the origin. */
async function serveFolder(): Promise<string> {
  const server = createServer().unref()
  await listen(server, 0, '127.0.0.1')
  const origin = `http://127.0.0.1:${fieldOf(server.address(), 'port')}`
  const config = readSettings({ ...process.env, BASE_URL: origin })
  const business = await readBusiness({ ...config, omitsMissingImages: true }, () => {})
  const { listener } = await buildApp(config, { business })
  server.on('request', listener)
  return origin
}

/** The exit code is 1 if the site does not pass. Rejects with a CannotRunError if it cannot be audited, or only in part. */
export async function run(args: Arguments): Promise<void> {
  const onProgress = (done: number, all: number, requests: number) => {
    if (done % 10 === 0 || done === all)
      process.stderr.write(`${done} of ${all} checks, ${requests} requests\n`)
  }
  // A signal that ends the audit must end its process too; 143 is the exit code of SIGTERM.
  process.once('SIGTERM', () => process.exit(143))
  const site = args.operand
  const origin = await (site === '' ? serveFolder().catch(fail) : readOrigin(site))
  const options = { hasFacts: args.values.facts !== undefined, folder: site }
  const report = await auditInProcess(origin, options, onProgress).catch(fail)
  const text = args.values.json !== undefined ? `${JSON.stringify(report, null, 2)}\n` : formatText(report)
  process.stdout.write(escapeControls(text))
  if (report.checks.some(({ status }) => status === 'fail')) process.exitCode = 1
  if (report.incomplete !== undefined) throw new CannotRunError(report.incomplete)
}

const fail = (error: unknown): never => {
  throw new CannotRunError(describeError(error))
}
