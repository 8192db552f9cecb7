import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Reply, waitForResponse } from '../harness/exchange.ts'
import { freePort } from '../harness/free-port.ts'

export interface Server {
  pid: number
  port: number
  /** Milliseconds from the start of the process to its first response. */
  start: number
  stop: () => Promise<void>
}

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const children = new Set<ChildProcess>()

/** Moves this process off the core of the servers. Ends them and deletes their files on exit. */
export function setUp() {
  const core = availableParallelism() > 1 ? '1' : '0'
  const { error } = spawnSync('taskset', ['-a', '-c', '-p', core, String(process.pid)])
  if (error) throw new Error('the bench needs taskset, of the package util-linux', { cause: error })
  process.on('exit', () => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
}

/** Starts this server as `npm start` does, with default settings except its port. */
export function startOurs(): Promise<Server> {
  const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [, flags = ''] = scripts.start.split('node ')
  return start(flags.split(' '))
}

/** Starts bare node:http with the default flags, which replays a response. */
export async function startRaw({ status, headers, body }: Reply): Promise<Server> {
  const file = join(folder, 'response.json')
  const own = Object.entries(headers).filter(([name]) => !automaticHeaders.includes(name))
  writeFileSync(file, JSON.stringify({ status, headers: Object.fromEntries(own), body }))
  const port = await freePort()
  return start([join(import.meta.dirname, 'raw.mjs'), String(port), file], port)
}

// Node.js adds these headers to every response.
const automaticHeaders = ['date', 'connection', 'keep-alive', 'transfer-encoding']

async function start(args: string[], givenPort?: number): Promise<Server> {
  const port = givenPort ?? (await freePort())
  const { PATH, HOME } = process.env
  const startTime = performance.now()
  const child = spawn('taskset', ['-c', '0', process.execPath, ...args], {
    stdio: 'ignore',
    env: { PATH, HOME, NODE_ENV: 'production', PORT: String(port) }
  })
  children.add(child)
  const exited = once(child, 'exit')
  await waitForResponse(port, '/api/v1/faq.json')
  const { pid = 0 } = child
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
    children.delete(child)
  }
  return { pid, port, start: performance.now() - startTime, stop }
}

/** Returns the CPU time (user and system) of a process so far, in microseconds. */
export function cpuTime(pid: number): number {
  // The kernel counts in steps of 10 ms (proc(5), USER_HZ). The fields of single threads would lose those that have ended.
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * 10_000
}

/** Returns the resident memory of a process, in megabytes (10^6 bytes). */
export function residentMemory({ pid }: Server): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kilobytes) * 1024) / 1e6
}
