import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { freePort } from '../../harness/free-port.ts'
import { command, type Line } from '../process.ts'
import { compose, nodeProcessOf, project } from './container.ts'

/** The limits of docker-compose.yml. */
const maxMemory = 256 * 2 ** 20
const maxGrowthMb = 20
const settleMs = 30_000

interface Options {
  dataDir?: string
  siteDir?: string
  env?: Record<string, string>
}

/** The server in its own process, with the memory and the CPU time that docker-compose.yml allows. */
export interface LimitedServer {
  port: number
  pid: number
  /** CPU time of the main thread so far, in ms: the event loop's work, however busy the machine is. */
  loopMs: () => number
  /** CPU time of all threads so far, in ms. */
  cpuMs: () => number
  /** Resident memory in MB, now and at its highest. */
  memoryMb: () => number
  peakMb: () => number
  /** Whether the kernel ends the process at 256 MB; if not, `twoRounds` asserts the peak. */
  isLimited: boolean
  isUp: () => boolean
  /** Every log line so far. */
  log: Line[]
  /** Resolves with the next log line that has this message. */
  logged: (message: string) => Promise<Line>
  signal: (name: NodeJS.Signals) => void
}

/**
 * Starts the server until the end of the test: with ATTACK_CONTAINER set in the container of docker-compose.yml, else in
 * a control group of this machine, else without a limit; then `twoRounds` asserts the peak of its memory.
 */
export async function startLimited(
  t: Test,
  { dataDir, siteDir, env = {} }: Options = {}
): Promise<LimitedServer> {
  const port = await freePort()
  const settings = {
    ...env,
    ...(dataDir && { DATA_DIR: dataDir }),
    ...(siteDir && { SITE_DIR: siteDir }),
    BASE_URL: 'https://nahat.example',
    PORT: String(port)
  }
  const log: Line[] = []
  const waiting = new Map<string, (line: Line) => void>()
  const read = (output: Readable) =>
    createInterface(output).on('line', (text) => {
      if (!text.startsWith('{')) return
      const line: Line = JSON.parse(text)
      log.push(line)
      waiting.get(String(line.msg))?.(line)
    })
  const logged = (message: string) =>
    new Promise<Line>((resolve) => {
      waiting.set(message, resolve)
    })
  const listening = logged('listening')
  const prepared = logged('prepared')
  const groups = process.env.ATTACK_CONTAINER ? [] : controlGroups()
  const pid = process.env.ATTACK_CONTAINER
    ? await startContainer(t, settings, read)
    : startProcess(t, settings, read, groups)
  await listening
  // Until then, its own work would count as that of a request.
  await prepared
  const status = (name: string) => {
    const [, kilobytes] =
      new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  }
  return {
    port,
    pid,
    loopMs: () => threadMs(`/proc/${pid}/task/${pid}`),
    cpuMs: () => ticksMs(pid),
    memoryMb: () => status('VmRSS'),
    peakMb: () => status('VmHWM'),
    isLimited: process.env.ATTACK_CONTAINER !== undefined || groups.length > 0,
    isUp: () => existsSync(`/proc/${pid}`),
    log,
    logged,
    signal: (name) => process.kill(pid, name)
  }
}

async function startContainer(
  t: Test,
  settings: Record<string, string>,
  read: (output: Readable) => void
): Promise<number> {
  t.teardown(() => compose(settings, 'down', '--timeout', '1'))
  await compose(settings, 'up', '--detach', '--wait')
  const logs = spawn('docker', [...project, 'logs', '--follow', '--no-log-prefix', '--no-color'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'ignore']
  })
  t.teardown(() => logs.kill())
  read(logs.stdout)
  return nodeProcessOf(settings)
}

function startProcess(
  t: Test,
  settings: Record<string, string>,
  read: (output: Readable) => void,
  folders: string[]
): number {
  const enter = folders.map((folder) => `echo $$ > ${join(folder, 'cgroup.procs')} && `).join('')
  const child = spawn(
    'sh',
    ['-c', `${enter}unset NODE_OPTIONS && exec "$@"`, 'sh', process.execPath, ...command],
    {
      env: { ...process.env, HOST: '127.0.0.1', ...settings },
      stdio: ['ignore', 'pipe', 'inherit']
    }
  )
  const exited = once(child, 'close')
  t.teardown(async () => {
    child.kill('SIGKILL')
    await exited
    for (const folder of folders) rmdirSync(folder)
  })
  read(child.stdout)
  return Number(child.pid)
}

/** Makes a control group with the limits, in either version of the kernel's interface; none if that is not allowed. */
function controlGroups(): string[] {
  const name = `attack-${process.pid}-${Math.random().toString(36).slice(2)}`
  const root = '/sys/fs/cgroup'
  const limits = existsSync(join(root, 'cgroup.controllers'))
    ? [
        {
          folder: root,
          files: [
            ['memory.max', maxMemory],
            ['memory.swap.max', 0],
            ['cpu.max', '100000 100000']
          ]
        }
      ]
    : [
        { folder: join(root, 'memory'), files: [['memory.limit_in_bytes', maxMemory]] },
        { folder: join(root, 'cpu'), files: [['cpu.cfs_quota_us', 100_000]] }
      ]
  try {
    return limits.map(({ folder, files }) => {
      const group = join(folder, name)
      mkdirSync(group)
      for (const [file, value] of files) writeFileSync(join(group, String(file)), String(value))
      return group
    })
  } catch {
    return []
  }
}

const threadMs = (folder: string) =>
  Number(readFileSync(join(folder, 'schedstat'), 'utf8').split(' ')[0]) / 1e6

/** CPU time of a process by its statistics, in ticks of 10 ms (proc(5)). */
function ticksMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The status of GET /healthz; rejects if there is no answer within 10 s. */
export const health = (port: number) =>
  new Promise<number | undefined>((resolve, reject) => {
    const asked = get({ host: '127.0.0.1', port, path: '/healthz', agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
    asked.setTimeout(10_000, () => asked.destroy(new Error('/healthz: no answer within 10 s')))
    asked.on('error', reject)
  })

/** CPU time that one request takes of the event loop, in ms. */
export async function costOf(server: LimitedServer, request: () => Promise<unknown>): Promise<number> {
  await health(server.port)
  const before = server.loopMs()
  await request()
  await health(server.port)
  return server.loopMs() - before
}

/** Runs an attack twice and asserts the rule of SECURITY.md: up, healthy, no failure logged, no growing memory. */
export async function twoRounds(
  t: Test,
  server: LimitedServer,
  attack: () => Promise<unknown>
): Promise<void> {
  const statuses = new Set<unknown>()
  const round = async () => {
    let isOver = false
    const probing = (async () => {
      do {
        statuses.add(await health(server.port).catch(({ message }) => message))
        await sleep(250)
      } while (!isOver)
    })()
    await attack()
    isOver = true
    await probing
  }
  await round()
  if (!server.isUp()) t.bailout('the process has ended')
  const first = await settle(server)
  await round()
  const second = await settle(server, first + maxGrowthMb)
  t.ok(server.isUp(), 'the process stays up')
  t.same([...statuses], [200], '/healthz answers throughout')
  t.ok(
    second <= first + maxGrowthMb,
    `memory after the second round: ${second} MB, after the first: ${first} MB`
  )
  t.comment(`peak of memory: ${Math.round(server.peakMb())} MB`)
  if (!server.isLimited) t.ok(server.peakMb() * 2 ** 20 <= maxMemory, 'memory stays below 256 MB')
  t.same(
    server.log.filter(({ level }) => Number(level) >= 50),
    [],
    'no failure is logged'
  )
}

/**
 * The memory, in MB, within 30 s of ordinary requests, without which Node.js collects no garbage: once it is no more than
 * `enough`, or, without that, once it no longer falls.
 */
async function settle(server: LimitedServer, enough?: number): Promise<number> {
  const ends = performance.now() + settleMs
  let lowest = server.memoryMb()
  let lowestAt = performance.now()
  const isOver = () =>
    performance.now() > ends ||
    (enough === undefined ? performance.now() > lowestAt + 3000 : lowest <= enough)
  while (!isOver()) {
    await sleep(250)
    for (let count = 0; count < 50; count += 1) await health(server.port)
    if (server.memoryMb() < lowest - 1) lowestAt = performance.now()
    lowest = Math.min(lowest, server.memoryMb())
  }
  return Math.round(lowest)
}
