import { fork } from 'node:child_process'
import { programNear } from '../base/tasks.ts'
import { AuditedSite, describeError, type Limits, type SiteResponse } from './audited-site.ts'
import { type Check, type Report, type Result, runCheck } from './check.ts'
import { checks } from './checks.ts'
import { openExport } from './exported-site.ts'
import { factChecks } from './fact-checks.ts'

export { describeError } from './audited-site.ts'
export { formatText } from './check.ts'
export { openExport } from './exported-site.ts'

interface Options {
  checks: Check[]
  fetch?: typeof globalThis.fetch | undefined
  limits?: Partial<Limits>
  onResult?: (index: number, result: Result, requests: number) => void
}

/** Runs every check against a site, without changing anything there. Rejects if the site cannot be reached. */
export async function audit(origin: string, { checks, fetch, limits, onResult }: Options): Promise<Report> {
  const site = new AuditedSite(origin, fetch, limits)
  // Every check of a site that is down or locked would repeat the same failure.
  rejectObstacle(site, await site.get('/'))
  const results = await Promise.all(
    checks.map(async (check, index) => {
      const result = await runCheck(check, site)
      onResult?.(index, result, site.requests)
      return result
    })
  )
  if (site.obstacle) throw site.obstacle
  return { origin, requests: site.requests, checks: results }
}

/** Throws if there is an obstacle to all checks: the site requires a login, fails, or redirects to another site. */
function rejectObstacle({ origin }: AuditedSite, { status, headers }: SiteResponse) {
  const location = headers.get('location')
  if (status >= 300 && status < 400 && location !== null) {
    const target = URL.canParse(location, origin) ? new URL(location, origin) : { origin, href: location }
    if (target.origin !== origin) throw new Error(`${origin} redirects to ${target.origin}. Audit that URL.`)
    throw new Error(`${origin} redirects to "${target.href}". Serve the home page at /.`)
  }
  if (status >= 500) throw new Error(`${origin} returns ${status}. Start the server, or correct its proxy.`)
  if ([401, 403, 407].includes(status))
    throw new Error(`${origin} returns ${status}. Allow the user agent business-facts-audit.`)
}

const maxMinutes = 20

/** A message of the process: the result of a check, or at its end, why it failed if it did. */
type Message = { index: number; result: Result; requests: number } | { failure?: string | undefined }

const listChecks = (hasFacts: boolean): Check[] => (hasFacts ? [...checks, ...factChecks] : checks)

/** Audits in the process that `auditInProcess` starts. */
export async function auditAsChild(): Promise<void> {
  const [, , origin = '', options = ''] = process.argv
  const { hasFacts, folder } = JSON.parse(options)
  const send = (message: Message) => new Promise((resolve) => process.send?.(message, resolve))
  // The process that waits for the results has ended.
  process.once('disconnect', process.exit)
  const failure = await audit(origin, {
    checks: listChecks(hasFacts),
    fetch: folder === '' ? undefined : (await openExport(folder))?.fetch,
    onResult: (index, result, requests) => void send({ index, result, requests })
  }).then(() => undefined, describeError)
  await send({ failure })
  process.exit()
}

/** Audits a site, or the export in a folder, in a process that is killed at the limit of time. Reports the results until then. */
export async function auditInProcess(
  origin: string,
  options: { hasFacts: boolean; folder: string },
  onProgress: (done: number, all: number, requests: number) => void,
  limit = AbortSignal.timeout(maxMinutes * 60_000)
): Promise<Report> {
  const child = fork(programNear(import.meta, 'audit-child'), [origin, JSON.stringify(options)])
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  limit.addEventListener('abort', kill)
  const all = listChecks(options.hasFacts)
  const results = new Map<number, Result>()
  let requests = 0
  let end: { failure?: string | undefined } | undefined
  child.on('message', (message: Message) => {
    if (!('index' in message)) end = message
    else {
      results.set(message.index, message.result)
      requests = message.requests
      onProgress(results.size, all.length, requests)
    }
  })
  child.on('error', ({ message }) => {
    end = { failure: message }
  })
  await new Promise((resolve) => child.once('close', resolve))
  process.off('exit', kill)
  if (end?.failure !== undefined) throw new Error(end.failure)
  const cause = limit.aborted ? `it had taken ${maxMinutes} minutes` : 'its process needed more memory'
  const reason = `The audit ended before its end, because ${cause}.`
  if (results.size === 0) throw new Error(reason)
  const complete = all.map(
    ({ run, ...row }, index): Result => results.get(index) ?? { ...row, status: 'fail', reason }
  )
  return { origin, requests, ...(end === undefined && { incomplete: reason }), checks: complete }
}
