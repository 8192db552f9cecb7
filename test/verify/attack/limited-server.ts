import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { fieldOf } from '../../../src/base/json-value.ts'
import { command, type Line } from '../../process.ts'
import { measure } from '../measured.ts'
import { startContainer } from './container.ts'

/** The memory limit of docker-compose.yml; below, the environment and the limit of the heap of the Dockerfile. */
export const maxMemory = 256 * 2 ** 20
const image = readFileSync('Dockerfile', 'utf8')
const imageEnv = Object.fromEntries((image.match(/(?<=^ENV )\S+$/gm) ?? []).map((entry) => entry.split('=')))
const imageFlags = image.match(/--max-old-space-size=\d+/g) ?? []
const maxGrowthMb = 20
/** The time of the event loop that a request may take, in ms (SECURITY.md). */
export const maxCostMs = 100

const settleMs = 30_000

interface Options {
  dataDir?: string
  siteDir?: string
  env?: Record<string, string>
}

/** The server in its own process, with the memory and CPU limits of docker-compose.yml. */
export interface LimitedServer {
  port: number
  pid: number
  /** CPU time of the main thread so far, in ms: the work of the event loop, independent of other processes. */
  loopMs: () => number
  /** CPU time of all threads so far, in ms. */
  cpuMs: () => number
  /** Resident memory in MB: the current value and the peak. */
  memoryMb: () => number
  peakMb: () => number
  /** Memory in MB without that of files: of all processes and of the kernel, if the kernel limits it. */
  usedMb: () => number
  /** Whether the kernel kills the process above 256 MB. If not, `twoRounds` asserts the peak. */
  isLimited: boolean
  isUp: () => boolean
  /** Every log line so far. */
  log: Line[]
  /** Resolves with the next log line with this message. */
  logged: (message: string) => Promise<Line>
  signal: (name: NodeJS.Signals) => void
}

/**
 * Starts the server, and stops it at the end of the test. It runs in the container of docker-compose.yml if
 * ATTACK_CONTAINER is set, else in a control group if that is allowed, else without a limit. Without a limit, `twoRounds`
 * asserts the peak of its memory.
 */
export async function startLimited(
  t: Test,
  { dataDir, siteDir, env = {} }: Options = {}
): Promise<LimitedServer> {
  const settings = {
    ...env,
    ...(dataDir && { DATA_DIR: dataDir }),
    ...(siteDir && { SITE_DIR: siteDir }),
    BASE_URL: 'https://nahat.example',
    // Any free port, because two servers may start at the same time.
    PORT: '0'
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
  const groups = process.env.ATTACK_CONTAINER ? [] : createControlGroups()
  const container = process.env.ATTACK_CONTAINER ? await startContainer(t, settings, read) : undefined
  const pid = container?.pid ?? startProcess(t, settings, read, groups)
  const { address } = await listening
  const port = container?.port ?? Number(fieldOf(address, 'port'))
  // Waits, because the preparation would otherwise count as the work of a request.
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
    usedMb: () => (groups[0] === undefined ? status('RssAnon') : readUsed(groups[0])),
    isLimited: process.env.ATTACK_CONTAINER !== undefined || groups.length > 0,
    isUp: () => existsSync(`/proc/${pid}`),
    log,
    logged,
    signal: (name) => process.kill(pid, name)
  }
}

/** Returns the anonymous memory and that of the kernel of a control group in MB, in version 1 or 2 of the interface. */
function readUsed(folder: string): number {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const stats = new Map(
    read('memory.stat')
      .split('\n')
      .map((line) => line.split(' '))
      .map(([name = '', bytes]) => [name, Number(bytes)])
  )
  const anonymous = stats.get('anon') ?? Number(stats.get('rss'))
  const kernel = stats.get('kernel') ?? Number(read('memory.kmem.usage_in_bytes'))
  return (anonymous + kernel) / 2 ** 20
}

/** Runs Node.js to its end with the limits of the server; returns its use of the CPU by all threads, and its peak of memory. */
export async function runLimited(t: Test, args: string[], settings: Record<string, string>) {
  const report = 'process.on("exit",()=>console.error(JSON.stringify(process.resourceUsage())))'
  const preload = `--import=data:text/javascript,${encodeURIComponent(report)}`
  const groups = createControlGroups()
  const child = spawnIn(groups, [preload, ...args], settings)
  t.teardown(() => child.kill('SIGKILL'))
  const errors: string[] = []
  child.stderr.on('data', (data) => errors.push(String(data)))
  child.stdout.resume()
  const [status] = await once(child, 'close')
  for (const folder of groups) rmdirSync(folder)
  const usage: unknown = JSON.parse(/\{.*\}\s*$/.exec(errors.join(''))?.[0] ?? '{}')
  const read = (name: string) => Number(fieldOf(usage, name))
  return {
    status,
    errors: errors.join(''),
    cpuSeconds: (read('userCPUTime') + read('systemCPUTime')) / 1e6,
    peakMb: read('maxRSS') / 1024
  }
}

function spawnIn(folders: string[], args: string[], settings: Record<string, string>) {
  const enter = folders.map((folder) => `echo $$ > ${join(folder, 'cgroup.procs')} && `).join('')
  return spawn(
    'sh',
    ['-c', `${enter}unset NODE_OPTIONS && exec "$@"`, 'sh', process.execPath, ...imageFlags, ...args],
    {
      env: { ...process.env, ...imageEnv, HOST: '127.0.0.1', ...settings },
      stdio: ['ignore', 'pipe', 'pipe']
    }
  )
}

function startProcess(
  t: Test,
  settings: Record<string, string>,
  read: (output: Readable) => void,
  folders: string[]
): number {
  const child = spawnIn(folders, command, settings)
  child.stderr.pipe(process.stderr)
  const exited = once(child, 'close')
  t.teardown(async () => {
    child.kill('SIGKILL')
    await exited
    for (const folder of folders) rmdirSync(folder)
  })
  read(child.stdout)
  return Number(child.pid)
}

/** Creates control groups with the limits, in version 1 or 2 of the interface. Returns their folders, or none if that is not allowed. */
function createControlGroups(): string[] {
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

/** Returns the CPU time of a process in ms, with a resolution of 10 ms (proc(5)). */
function ticksMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const maxWaitMs = 60_000
// Of CPU time, so a machine with other work has as much patience as a quiet one.
const maxWorkMs = 10_000

/** Returns the status of GET /healthz. Rejects without a response within 60 s, or within 10 s of the event loop's work. */
export const health = (port: number, loopMs = () => 0) =>
  new Promise<number | undefined>((resolve, reject) => {
    const start = loopMs()
    const request = get({ host: '127.0.0.1', port, path: '/healthz', agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
    const fail = (limit: string) => request.destroy(new Error(`/healthz: no response within ${limit}`))
    const timer = setInterval(() => loopMs() > start + maxWorkMs && fail('10 s of CPU time'), 100)
    request.setTimeout(maxWaitMs, () => fail('60 s'))
    request.on('error', reject)
    request.on('close', () => clearInterval(timer))
  })

/** Returns the CPU time of the event loop that a request takes, in ms. */
export async function costOf(server: LimitedServer, request: () => Promise<unknown>): Promise<number> {
  await health(server.port)
  const before = server.loopMs()
  await request()
  await health(server.port)
  return server.loopMs() - before
}

/** Returns the maximum CPU time of the event loop between two responses of /healthz while some work is in progress, in ms. */
export async function longestBlockOf(server: LimitedServer, work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  const done = work().finally(() => {
    isDone = true
  })
  let longest = 0
  await health(server.port)
  let before = server.loopMs()
  while (!isDone) {
    await health(server.port)
    const now = server.loopMs()
    longest = Math.max(longest, now - before)
    before = now
  }
  await done
  return longest
}

const maxMeasurements = 5

/**
 * The costs of requests by name. The lowest of several measurements counts: what a request takes is in every one, but a
 * garbage collection that earlier requests caused, or a disturbance by other processes, is in some of them only.
 */
export class Costs {
  readonly #lowest = new Map<string, number>()

  async measure(server: LimitedServer, name: string, request: () => Promise<unknown>): Promise<void> {
    this.add(name, await costOf(server, request))
  }

  add(name: string, cost: number): void {
    this.#lowest.set(name, Math.min(cost, this.#lowest.get(name) ?? Number.POSITIVE_INFINITY))
  }

  /**
   * Measures until no cost is above the limit, at most five times. The server must have the same work to do every time, so
   * nothing that is measured may be in a cache.
   */
  async repeat(measure: () => Promise<unknown>): Promise<void> {
    for (let count = 0; count < maxMeasurements && !this.#isLow(); count += 1) await measure()
  }

  #isLow(): boolean {
    return this.#lowest.size > 0 && [...this.#lowest.values()].every((cost) => cost <= maxCostMs)
  }

  /** Asserts the rule of SECURITY.md for everything that was measured. */
  assert(t: Test): void {
    for (const [name, cost] of this.#lowest) measure(t, name, cost, maxCostMs, 'ms')
  }
}

/** Runs an attack twice and asserts the rules of SECURITY.md: up, healthy, no failure logged, no growing memory. */
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
        statuses.add(await health(server.port, server.loopMs).catch(({ message }) => message))
        await sleep(250)
      } while (!isOver)
    })()
    try {
      await attack()
    } finally {
      isOver = true
      await probing
    }
  }
  await round()
  if (!server.isUp()) throw new Error('the process has ended')
  let before = await settle(server)
  await round()
  let after = await settle(server, before + maxGrowthMb)
  if (after > before + maxGrowthMb) {
    // Garbage may have been collected before the first measurement only, so a third round decides: a leak grows by as much
    // in every round.
    before = after
    await round()
    after = await settle(server, before + maxGrowthMb)
  }
  t.ok(server.isUp(), 'the process stays up')
  t.same([...statuses], [200], '/healthz returns 200 throughout')
  measure(t, 'growth of memory in the last round', after - before, maxGrowthMb, 'MB')
  t.comment(`peak of memory: ${Math.round(server.peakMb())} MB`)
  if (!server.isLimited) t.ok(server.peakMb() * 2 ** 20 <= maxMemory, 'memory stays below 256 MB')
  t.same(
    server.log.filter(({ level }) => Number(level) >= 50),
    [],
    'no failure is logged'
  )
}

/**
 * Sends ordinary requests for at most 30 s, because an idle Node.js collects no garbage. Stops once the memory is at most
 * `targetMb` or, without a target, no longer falls. Returns the lowest memory in MB.
 */
async function settle(server: LimitedServer, targetMb?: number): Promise<number> {
  const ends = performance.now() + settleMs
  let lowest = server.memoryMb()
  let lowestAt = performance.now()
  const isOver = () =>
    performance.now() > ends ||
    (targetMb === undefined ? performance.now() > lowestAt + 3000 : lowest <= targetMb)
  while (!isOver()) {
    await sleep(250)
    for (let count = 0; count < 50; count += 1) await health(server.port)
    if (server.memoryMb() < lowest - 1) lowestAt = performance.now()
    lowest = Math.min(lowest, server.memoryMb())
  }
  return Math.round(lowest)
}
