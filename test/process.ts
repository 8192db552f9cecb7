import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Test } from 'tap'
import { fieldOf } from '../src/base/json-value.ts'

const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync('package.json', 'utf8'))
// As this file is: built, or the source in `npm run test:one`.
const extension = extname(import.meta.filename)
const isCovered = process.env._TAPJS_PROCESSINFO_COVERAGE_ === '1'
const flags = [
  ...scripts.start.split(' ').filter((word) => word.startsWith('--')),
  // In `npm test`, most processes end before optimized code is worth the CPU time of its compilation. Tests without
  // coverage (attacks, soak, other versions of Node.js) run the server as in production.
  ...(isCovered ? ['--no-opt'] : []),
  ...(extension === '.ts' ? ['--import=tsx', '--import=./scripts/tsx-in-workers.js'] : [])
]
/** The arguments of Node.js that start the executable, with the flags of `npm start`. */
export const executable = [...flags, join(import.meta.dirname, `../src/business-facts${extension}`)]

/** The arguments of Node.js that start the server. */
export const command = [...executable, 'serve']

/** The business of the tests, so another in data/ breaks only the tests of data/ itself. */
export const fixtureData = 'test/fixtures/hebrew'

export type Line = Record<string, unknown>

/** Where Node.js writes the coverage of the processes that this one starts. */
export const coverageDir = resolve(`.tap/processes/${process.pid}`)

/** Settings for a process whose coverage Node.js collects, without that of its threads. */
export const covered = isCovered
  ? {
      NODE_V8_COVERAGE: coverageDir,
      NODE_OPTIONS: `--import=${resolve('test/plain-threads.mjs')}`
    }
  : { NODE_OPTIONS: '' }

/** Collects the coverage of the processes that this one starts during a test, such as the one that draws. */
export function coverChildren(t: Test): void {
  for (const [name, value] of Object.entries(covered)) process.env[name] = value
  t.teardown(() => {
    for (const name of Object.keys(covered)) delete process.env[name]
  })
}

/**
 * Runs a command as a process, as in production; returns its log lines by message, its output and its exit code.
 */
export function run(t: Test, environment: Record<string, string>, name: 'serve' | 'check' = 'serve') {
  const child = spawn(process.execPath, [...executable, name], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      BASE_URL: 'https://nahat.example',
      DATA_DIR: fixtureData,
      ...environment
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  t.teardown(() => child.kill('SIGKILL'))
  const output: string[] = []
  const errors: string[] = []
  const waiting = new Map<string, (line: Line) => void>()
  createInterface(child.stdout).on('line', (line) => {
    output.push(line)
    if (!line.startsWith('{')) return
    const entry: Line = JSON.parse(line)
    waiting.get(String(entry.msg))?.(entry)
  })
  createInterface(child.stderr).on('line', (line) => errors.push(line))
  const exited = once(child, 'close')
  return {
    child,
    output,
    errors,
    /** Returns the next log line with this message. */
    logged: (message: string) =>
      new Promise<Line>((resolve) => {
        waiting.set(message, resolve)
      }),
    exited: exited.then(([code]) => code)
  }
}

/** Runs the server as a process and waits until it listens; `prepared` is its log line after the preparation. */
export async function start(t: Test, environment: Record<string, string> = {}) {
  const server = run(t, environment)
  // Before the server listens, because both lines may arrive at once if the machine is busy.
  const prepared = server.logged('prepared')
  const line = await server.logged('listening')
  const port = Number(fieldOf(line.address, 'port'))
  return { ...server, prepared, line, port, url: `http://127.0.0.1:${port}` }
}
