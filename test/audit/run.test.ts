import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import t from 'tap'
import { checks } from '../../src/audit/checks.ts'
import { listen } from '../helper.ts'

/** Runs the audit as the command does; its output and how it ended. */
async function run(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/audit/run.js'), ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const output: string[] = []
  const errors: string[] = []
  child.stdout.on('data', (data) => output.push(String(data)))
  child.stderr.on('data', (data) => errors.push(String(data)))
  const [code] = await once(child, 'close')
  return { code, output: output.join(''), errors: errors.join('') }
}

t.test('the audit as a command', async (t) => {
  t.test('looks at this server where no address is given, with progress', async (t) => {
    const { code, output, errors } = await run([])
    t.equal(code, 0, output)
    t.match(output, /100 % .* in all/)
    t.notMatch(output, /\bFAIL\b/)
    t.match(errors, `${checks.length} of ${checks.length} checks`)
  })

  t.test('looks at an address, and ends with 1 where something fails', async (t) => {
    const origin = await listen(t, (_request, response) => {
      response.end('x')
    })
    const { code, output } = await run([`${origin}/some/page`, '--json', '--pages', '2'])
    t.equal(code, 1)
    const report = JSON.parse(output)
    t.equal(report.origin, origin)
    t.equal(report.checks.length, checks.length)
  })

  t.test('says in one line what is wrong with how it was called', async (t) => {
    const { code, errors } = await run(['nowhere'])
    t.equal(code, 1)
    t.match(errors, /\nUsage: npm run audit/)
    t.match((await run([], { PORT: 'x' })).errors, 'PORT must be')
  })
})
