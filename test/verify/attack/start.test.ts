import { cpSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import t, { type Test } from 'tap'
import { newConnections, send } from '../../../harness/exchange.ts'
import { fieldOf } from '../../../src/base/json-value.ts'
import { type Line, run } from '../../process.ts'
import { folder } from '../../site/folder.ts'
import { faults, type Kind } from './faults.ts'

// As torture.test.ts does in one process: the first call of a start fails, then the second. A start takes a second of CPU
// time, so each number has one of the faults in turn, and calls that open a file or a module only a sample of numbers:
// torture.test.ts has all files, and Node.js loads all modules in the same way.
const preload = join(import.meta.dirname, `start-faults${extname(import.meta.filename)}`)

const files = {
  'site/team.html': '<title>Team</title><h1>Team',
  'site/notes/index.md': '---\ntitle: Notes\n---\n# Notes',
  'site/logo.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>',
  'data/words.en.json': '{ "pages": { "faq": "Other questions" } }'
}

interface Start {
  server: ReturnType<typeof run>
  /** Its first line of the log, unless it has ended. */
  listening: Line | undefined
  /** Its exit code, after SIGTERM if it listens. */
  code: number
  /** The call that failed, if the start had so many, and the numbers of calls. */
  plan: { failed?: string; calls: Record<Kind, number> }
  replies: string[]
}

/** Returns a function that starts the server with one fault, sends requests and stops it. */
function prepare(t: Test) {
  const root = folder(t, files)
  const data = join(root, 'data')
  cpSync('test/fixtures/minimal', data, { recursive: true })
  const settings = { DATA_DIR: data, SITE_DIR: join(root, 'site'), METRICS_PORT: '0' }
  return async (kind: Kind, fault: string, number: number, isPrepared = false): Promise<Start> => {
    const report = join(root, `${kind}-${fault}-${number}.json`)
    const FAULT = JSON.stringify({ kind, fault, number, report })
    const server = run(t, { ...settings, FAULT, NODE_OPTIONS: `--import=${preload}` })
    const prepared = Promise.race([server.logged('prepared'), server.logged('preparation failed')])
    const first = await Promise.race([server.logged('listening'), server.exited])
    const listening = typeof first === 'object' ? first : undefined
    if (listening && isPrepared) await Promise.race([prepared, server.exited])
    const replies = listening ? await readAll(Number(fieldOf(listening.address, 'port'))) : []
    server.child.kill('SIGTERM')
    const code = await server.exited
    return { server, listening, code, replies, plan: JSON.parse(readFileSync(report, 'utf8')) }
  }
}

const readAll = (port: number) =>
  Promise.all(
    ['/', '/api/v1/services.json', '/notes/', '/sitemap-1.xml', '/none'].map(async (path) => {
      const { status, body } = await send(port, { path }, newConnections)
      return `${status} ${body}`
    })
  )

/** Asserts that a start with a fault serves the same as one without, or says why not in its log, or ends with the cause. */
function assertStart(
  t: Test,
  fault: string,
  { server, listening, code, replies, plan }: Start,
  healthy: Start
) {
  const name = `${fault} of ${plan.failed}`
  if (listening) {
    t.equal(code, 0, `${name}: serves until SIGTERM`)
    t.strictSame(server.errors, [], `${name}: no error`)
    if (JSON.stringify(replies) !== JSON.stringify(healthy.replies))
      t.match(server.output.join('\n'), fault, `${name}: the log has the cause`)
    return
  }
  t.equal(code, 1, `${name}: ends with 1`)
  t.strictSame(server.output, [], `${name}: logs nothing`)
  t.equal(server.errors.length, 1, `${name}: one line, got ${server.errors.join('\n')}`)
  t.match(server.errors[0], fault, `${name}: the cause`)
  t.match(server.errors[0], /\/[\w-]|\.env/, `${name}: names the file`)
}

const isTried = (kind: Kind, number: number) =>
  kind === 'module' ? (number > 2 && number < 9) || number % 300 === 0 : kind !== 'file' || number % 7 === 1

t.test('a start of which one call fails', { timeout: 600_000 }, async (t) => {
  const start = prepare(t)
  const healthy = await start('process', '', 0, true)
  for (const kind of ['module', 'file', 'process', 'thread'] as const) {
    t.test(`(a ${kind}) › serves, or ends with one line`, async (t) => {
      const count = healthy.plan.calls[kind]
      t.ok(count > 0)
      const names: readonly string[] = faults[kind]
      const numbers = Array.from({ length: count }, (_, index) => index + 1)
      for (const number of numbers.filter((number) => isTried(kind, number))) {
        const fault = `${names[number % names.length]}`
        // A second after the start, the server starts a thread, and its last process, which draws the pictures.
        const isLate = kind === 'thread' || (kind === 'process' && number === count)
        assertStart(t, fault, await start(kind, fault, number, isLate), healthy)
      }
    })
  }
  const next = await start('process', '', 0)
  t.strictSame(next.replies, healthy.replies, 'the next start serves the same')
})
