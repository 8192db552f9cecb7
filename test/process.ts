import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Test } from 'tap'
import { fieldOf } from '../src/base/json-value.ts'
import { run as runCommand } from '../src/cli/cli.ts'

const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync('package.json', 'utf8'))
// As this file is: built, or the source.
const extension = extname(import.meta.filename)
const flags = [
  ...scripts.start.split(' ').filter((word) => word.startsWith('--')),
  ...(extension === '.ts' ? ['--import=tsx', `--import=${resolve('scripts/tsx-in-workers.js')}`] : [])
]
/** The arguments of Node.js that start the executable, with the flags of `npm start`. */
export const executable = [...flags, join(import.meta.dirname, `../src/business-facts${extension}`)]

export const command = [...executable, 'serve']

/** The business of the tests, so another in data/ breaks only the tests of data/ itself. */
export const fixtureData = 'test/fixtures/hebrew'

export type Line = Record<string, unknown>

/** Reads the log of a server: its lines so far, and a function that returns the next line with a message. */
export function followLog(stream: Readable) {
  const output: string[] = []
  const waiting = new Map<string, (line: Line) => void>()
  createInterface(stream).on('line', (text) => {
    output.push(text)
    if (!text.startsWith('{')) return
    const line: Line = JSON.parse(text)
    waiting.get(String(line.msg))?.(line)
  })
  const logged = (message: string) =>
    new Promise<Line>((resolve) => {
      waiting.set(message, resolve)
    })
  return { output, logged }
}

/** Returns the lines of a log with at least this level; the lines of failures, unless another is given. */
export const linesOf = (output: string[], level = 50): Line[] =>
  output
    .filter((text) => text.startsWith('{'))
    .map((text): Line => JSON.parse(text))
    .filter((line) => Number(line.level) >= level)

/** Runs a command to its end, after a script that `preload` has. */
export function runToEnd(args: string[], settings: Record<string, string> = {}, cwd = '.', preload = '') {
  const env = { ...process.env, ...settings }
  const options = { cwd, env, encoding: 'utf8' } as const
  const flags = preload === '' ? [] : [`--import=data:text/javascript,${encodeURIComponent(preload)}`]
  const command = [...flags, ...executable, ...args]
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, command, options)
  return { status, signal, stdout, stderr }
}

/** Runs an action of this process; returns what it prints, and why it fails. */
export async function capture(t: Test, action: () => Promise<unknown>) {
  // The results of the test go to the standard output too, after the action.
  const written = [process.stdout, process.stderr].map((stream) => t.capture(stream, 'write', () => true))
  const error = await action().then(
    () => undefined,
    (reason: Error) => reason
  )
  const [stdout = '', stderr = ''] = written.map((calls) => {
    calls.restore()
    return calls()
      .map(({ args: [text] }) => String(text))
      .join('')
  })
  return { stdout, stderr, error }
}

/** Runs a command in this process; returns what it prints, and its exit code if it fails. */
export async function runHere(t: Test, args: string[], settings: Record<string, string> = {}) {
  const { env } = process
  process.env = { ...env, ...settings }
  let code: number | undefined
  const { stdout, stderr } = await capture(t, async () => {
    code = await runCommand(args)
  })
  process.env = env
  return { stdout, stderr, code }
}

/** Runs a command as a process, as in production; returns its log, its errors, its exit code, and functions that send signals. */
export function run(
  t: Test,
  environment: Record<string, string>,
  name: 'serve' | 'dev' = 'serve',
  cwd = '.'
) {
  const child = spawn(process.execPath, [...executable, name], {
    cwd,
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
  const { output, logged } = followLog(child.stdout)
  const errors: string[] = []
  createInterface(child.stderr).on('line', (line) => errors.push(line))
  const exited = once(child, 'close').then(([code]) => code)
  /** Sends SIGHUP; resolves with the log line of the result. */
  const reload = (result = 'reloaded') => {
    const line = logged(result)
    child.kill('SIGHUP')
    return line
  }
  /** Sends SIGTERM; resolves with the exit code. */
  const stop = () => {
    child.kill('SIGTERM')
    return exited
  }
  return { child, output, errors, logged, exited, reload, stop }
}

/** Runs the server as a process and waits until it listens; `prepared` is its log line after the preparation. */
export async function start(t: Test, environment: Record<string, string> = {}, cwd = '.') {
  const server = run(t, environment, 'serve', cwd)
  // Before the server listens, because both lines may arrive at once if the machine is busy.
  const prepared = server.logged('prepared')
  const line = await server.logged('listening')
  const port = Number(fieldOf(line.address, 'port'))
  return { ...server, prepared, line, port, url: `http://127.0.0.1:${port}` }
}
