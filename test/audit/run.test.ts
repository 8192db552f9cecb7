import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { checks } from '../../src/audit/checks.ts'
import { factChecks } from '../../src/audit/facts/checks.ts'
import { run as runHere } from '../../src/cli/audit.ts'
import { UsageError } from '../../src/cli/command.ts'
import { listen } from '../helper.ts'
import { covered, executable } from '../process.ts'

/** The settings of a server with few pages. */
const small = { DATA_DIR: 'test/fixtures/minimal' }

/** Starts the command as `npm run audit` does. */
function start(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [...executable, 'audit', ...args], {
    env: { ...process.env, ...covered, ...environment },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const output: string[] = []
  const errors: string[] = []
  child.stdout.on('data', (data) => output.push(String(data)))
  child.stderr.on('data', (data) => errors.push(String(data)))
  // The stream of errors closes when the server that the audit starts has ended too.
  const closed = once(child, 'close').then(([code]) => ({
    code,
    output: output.join(''),
    errors: errors.join('')
  }))
  return { child, closed }
}

const run = (args: string[], environment?: Record<string, string>) => start(args, environment).closed

t.test('the audit command', async (t) => {
  t.test('audits this server if it gets no URL, and reports the progress', async (t) => {
    const summary = join(t.testdir(), 'summary.md')
    const { code, output, errors } = await run(['--facts', '--threshold', '90', '--summary', summary], small)
    t.equal(code, 0, output)
    t.match(readFileSync(summary, 'utf8'), /\| all checks \| 100% \|/)
    t.match(output, /100%.* all checks/)
    t.notMatch(output, /\b(FAIL|warn)\b/)
    const count = checks.length + factChecks.length
    t.match(errors, `${count} of ${count} checks`)
    t.match(
      output,
      /^pass {2}the facts of the API are the same in the Markdown\n +\d+ facts were compared\.$/m
    )
  })

  t.test('fails if this server does not start', async (t) => {
    const { code, errors } = await run([], { DATA_DIR: '/does-not-exist' })
    t.equal(code, 2)
    t.match(errors, 'DATA_DIR: the folder "/does-not-exist" does not exist.')
    t.match(errors, 'The server did not start.\n')
  })

  t.test('stops this server if a signal ends it', async (t) => {
    const { child, closed } = start([], small)
    await once(child.stderr, 'data')
    child.kill('SIGTERM')
    t.equal((await closed).code, 143)
  })

  t.test('audits the site at a URL, and exits with 1 if a check fails', async (t) => {
    const origin = await listen(t, (_request, response) => {
      response.end('x')
    })
    const summary = join(t.testdir(), 'summary.md')
    const options = ['--json', '--pages', '2', '--summary', summary]
    const { code, output } = await run([`${origin}/some/page`, ...options])
    t.equal(code, 1)
    const report = JSON.parse(output)
    t.equal(report.origin, origin)
    t.equal(report.checks.length, checks.length)
    const markdown = readFileSync(summary, 'utf8')
    for (const status of ['Warning', '**Failed**']) t.match(markdown, `\n- ${status}: `)
  })

  t.test('explains in one line why it cannot run', async (t) => {
    const server = createServer()
    const origin = await listen(t, () => undefined, server)
    server.close()
    await once(server, 'close')
    t.same(await run([origin]), { code: 2, output: '', errors: `Cannot reach ${origin} (ECONNREFUSED).\n` })
    const cases: [operand: string | undefined, values: Record<string, string>, message: string][] = [
      [
        'localhost:3000',
        {},
        '"localhost:3000" is not a URL. Use the full URL, such as https://business.example.'
      ],
      [undefined, { pages: '0' }, '--pages must be a whole number from 1, got "0".'],
      [undefined, { threshold: '101' }, '--threshold must be a whole number from 0 to 100, got "101".']
    ]
    for (const [operand, values, message] of cases) {
      await t.rejects(runHere({ switches: new Set(), values, operand }), new UsageError(message))
    }
  })
})
