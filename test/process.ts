import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Test } from 'tap'

const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync('package.json', 'utf8'))
/** How Node.js is to run the server: as `npm start` does, but from where the tests are built. */
export const command = [
  ...scripts.start.split(' ').filter((word) => word.startsWith('--')),
  join(import.meta.dirname, '../src/server.js')
]

export type Line = Record<string, unknown>

/**
 * Runs the server's process; its log lines by message, its output and how it ended. With NODE_OPTIONS empty it is as in
 * production: the runner of the tests, which measures coverage, would set that anew for Node.js, but not for env.
 */
export function run(t: Test, environment: Record<string, string>, ...flags: string[]) {
  const bare = environment.NODE_OPTIONS === '' ? ['-u', 'NODE_OPTIONS'] : []
  const child = spawn('env', [...bare, process.execPath, ...command, ...flags], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', BASE_URL: 'https://nahat.example', ...environment },
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
    /** The next log line with this message. */
    logged: (message: string) =>
      new Promise<Line>((resolve) => {
        waiting.set(message, resolve)
      }),
    exited: exited.then(([code]) => code)
  }
}

/** The same, once it listens. */
export async function start(t: Test, environment: Record<string, string> = {}) {
  const server = run(t, environment)
  const line = await server.logged('listening')
  const { port } = Object(line.address)
  return { ...server, line, port: Number(port), url: `http://127.0.0.1:${port}` }
}
