import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { audit, auditInProcess, openExport } from '../../src/audit/audit.ts'
import { checks } from '../../src/audit/checks.ts'
import { factChecks } from '../../src/audit/fact-checks.ts'
import { run as runAudit } from '../../src/cli/audit.ts'
import { CannotRunError, UsageError } from '../../src/cli/command.ts'
import { newFolder, write } from '../export/trees.ts'
import { listen } from '../helper.ts'
import { capture, executable, runToEnd } from '../process.ts'

const small = { DATA_DIR: 'test/fixtures/minimal' }

const findAuditors = (pid = process.pid): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '' && readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('audit-child'))
    .map(Number)

/** Serves a site that responds, but to its n-th request with a signal to the audit and an action. */
function serveUntil(t: Test, count: number, signal: NodeJS.Signals, act = () => {}): Promise<string> {
  let requests = 0
  return listen(t, (_request, response) => {
    requests += 1
    if (requests !== count) return response.end('x')
    for (const pid of findAuditors()) process.kill(pid, signal)
    act()
  })
}

/** Audits an export in this process; returns the checks that do not apply, if all others pass. */
async function auditExport(folder: string) {
  const { url = '', fetch } = (await openExport(folder)) ?? {}
  const report = await audit(url, { checks: [...checks, ...factChecks], fetch })
  return report.checks.flatMap(({ name, status }) => (status === 'pass' ? [] : [`${status}: ${name}`]))
}

/** The minimal business has no hours. */
const withoutHours = 'not applicable: the opening hours have the dates from today on'

/** Runs the command in this process; returns what it prints, why it has no result, and the exit code of a failed check. */
async function runHere(t: Test, operand: string, ...switches: string[]) {
  const args = { values: Object.fromEntries(switches.map((name) => [name, 'true'])), operand }
  const { stdout: output, error } = await capture(t, () => runAudit(args))
  const code = process.exitCode
  process.exitCode = undefined
  return { output, error, code }
}

t.test('the audit command', async (t) => {
  t.test('audits this folder if it gets no URL, and reports the progress', async (t) => {
    const { status, stdout, stderr } = runToEnd(['audit', '--facts'], small)
    t.equal(status, 0, stdout)
    t.match(stdout, /^\d+ passed, 0 failed, 1 not applicable; \d+ requests$/m)
    const count = checks.length + factChecks.length
    t.match(stderr, `${count} of ${count} checks`)
    t.match(
      stdout,
      /^pass {2}the facts of the API are the same in the Markdown\n +\d+ facts were compared\.$/m
    )
  })

  t.test('fails if this folder cannot be served', async (t) => {
    const { status, stderr } = runToEnd(['audit'], { DATA_DIR: '/does-not-exist' })
    t.equal(status, 2)
    t.match(stderr, 'DATA_DIR: the folder "/does-not-exist" does not exist.')
  })

  t.test('ends its process if a signal ends it', async (t) => {
    const child = spawn(process.execPath, [...executable, 'audit'], {
      env: { ...process.env, ...small },
      stdio: ['ignore', 'ignore', 'pipe']
    })
    // The stream of errors closes when the process of the audit has ended too.
    const closed = once(child, 'close')
    await once(child.stderr, 'data')
    child.kill('SIGTERM')
    t.equal((await closed)[0], 143)
  })

  t.test('prints what it found, and has no result, if it runs out of memory', async (t) => {
    // As the system does if the memory is full.
    const origin = await serveUntil(t, 20, 'SIGKILL')
    const { output, error } = await runHere(t, origin, 'json')
    const reason = 'The audit ended before its end, because its process needed more memory.'
    t.same(error, new CannotRunError(reason))
    const { incomplete, checks: rows } = JSON.parse(output)
    t.equal(incomplete, reason)
    t.equal(rows.length, checks.length)
    t.ok(rows.some((row: { reason?: string }) => row.reason === reason))
  })

  t.test('audits the site at a URL, and exits with 1 if a check fails', async (t) => {
    const origin = await listen(t, (_request, response) => {
      response.end('x')
    })
    const { code, output } = await runHere(t, `${origin}/some/page`, 'json')
    t.equal(code, 1)
    const report = JSON.parse(output)
    t.equal(report.origin, origin)
    t.equal(report.checks.length, checks.length)
    t.match(report.checks[6], {
      name: 'missing pages return 404',
      status: 'fail',
      reason: '/does-not-exist/ returns 200 with no Content-Type. There are 2 more problems.'
    })
  })

  t.test('audits the export in a folder without a server, and exits with 1 if a fact differs', async (t) => {
    const folder = newFolder(t)
    const url = 'https://cafe.example'
    await write(folder, { url })
    const needing = [...checks, ...factChecks].filter(({ needsServer }) => needsServer)
    const names = needing.map(({ name }) => `not applicable: ${name}`)
    t.same((await auditExport(folder)).sort(), [withoutHours, ...names].sort())

    const page = join(folder, 'services/trouser-hem/index.html')
    writeFileSync(page, readFileSync(page, 'utf8').replaceAll('12.50', '11.50'))
    const changed = await runHere(t, folder, 'facts')
    t.equal(changed.code, 1)
    const difference = `HTML at ${url}/services/trouser-hem/ states the service "Trouser hem" differently.`
    t.match(changed.output, difference)
    writeFileSync(join(folder, 'openapi.json'), '{')
    const incomplete = `${folder}: is not a whole export. Export the site again.`
    t.same((await runHere(t, folder)).error, new CannotRunError(incomplete))
  })

  t.test('audits the export of a worker as the worker responds', async (t) => {
    const folder = newFolder(t)
    // Any file: the audit runs the source of the worker.
    await write(folder, { url: 'https://cafe.example', worker: 'package.json' })
    t.same(await auditExport(folder), [withoutHours])
  })

  t.test('explains in one line why it cannot run', async (t) => {
    const server = createServer()
    const origin = await listen(t, () => undefined, server)
    server.close()
    await once(server, 'close')
    t.same((await runHere(t, origin)).error, new CannotRunError(`Cannot reach ${origin} (ECONNREFUSED).`))
    const advice = 'Use the full URL, such as https://business.example, or the folder of an export.'
    const wrong = new UsageError(`"localhost:3000" is not a URL. ${advice}`)
    t.same((await runHere(t, 'localhost:3000')).error, wrong)
    const { error } = await runHere(t, 'https://owner:secret@shop.example/')
    const secret =
      'https://shop.example: the audit sends no user name and no password. Remove them from the URL, and'
    t.same(error, new UsageError(`${secret} allow the user agent business-facts-audit.`))
  })
})

t.test('a site on which the audit stops responding › is reported in part at the limit of time', async (t) => {
  const reason = 'The audit ended before its end, because it had taken 20 minutes.'
  // A stopped process reacts to nothing, as one in a loop.
  const runUntil = async (count: number) => {
    const limit = new AbortController()
    const origin = await serveUntil(t, count, 'SIGSTOP', () => limit.abort())
    return auditInProcess(origin, { hasFacts: false, folder: origin }, () => {}, limit.signal)
  }
  const report = await runUntil(20)
  t.equal(report.incomplete, reason)
  t.equal(report.checks.length, checks.length)
  const unfinished = report.checks.filter((check) => check.reason === reason)
  t.ok(unfinished.length > 0 && unfinished.length < checks.length)
  t.same(findAuditors(), [], 'the process is gone')
  await t.rejects(runUntil(1), { message: reason }, 'without any result, it cannot be audited')
})
