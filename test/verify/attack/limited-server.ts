import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { fieldOf } from '../../../src/base/json-value.ts'
import { followLog, type Line, linesOf, run } from '../../process.ts'
import { measure } from '../measured.ts'

/** The memory limit of docker-compose.yml in MB; below, the environment of the Dockerfile with the limit of its heap. */
export const maxMemoryMb = 256
const image = readFileSync('Dockerfile', 'utf8')
/** The environment of the image for a process. */
export const imageEnvironment: Record<string, string> = {
  ...Object.fromEntries((image.match(/(?<=^ENV )\S+$/gm) ?? []).map((entry) => entry.split('='))),
  NODE_OPTIONS: String(image.match(/--max-old-space-size=\d+/))
}
const maxGrowthMb = 20
/** The time of the event loop that a request may take, in ms (SECURITY.md). */
export const maxCostMs = 100
const settleMs = 30_000

/** The server in its own process. */
export interface LimitedServer {
  port: number
  /** CPU time of the main thread so far, in ms: the work of the event loop, independent of other processes. */
  loopMs: () => number
  /** CPU time of all threads so far, in ms, with a resolution of 10 ms (proc(5)). */
  cpuMs: () => number
  /** Memory in MB: the current value, its peak, and the current one without that of files. */
  memoryMb: () => number
  peakMb: () => number
  usedMb: () => number
  /** Whether the kernel kills the process above 256 MB. If not, `twoRounds` asserts the peak. */
  isLimited: boolean
  isUp: () => boolean
  /** The log lines so far with at least this level; those of failures, unless another is given. */
  lines: (level?: number) => Line[]
  /** Resolves with the next log line with this message. */
  logged: (message: string) => Promise<Line>
  /** Sends SIGHUP, and resolves when the server has loaded the data and prepared the pages. */
  reload: () => Promise<void>
  signal: (name: NodeJS.Signals) => void
}

/**
 * Starts the server, and stops it at the end of the test: in the container of docker-compose.yml if ATTACK_CONTAINER is set,
 * else as a process without its limits.
 */
export async function startLimited(t: Test, settings: Record<string, string> = {}): Promise<LimitedServer> {
  const isLimited = process.env.ATTACK_CONTAINER !== undefined
  const { port, pid, output, logged } = await (isLimited ? startContainer : startProcess)(t, {
    BASE_URL: 'https://nahat.example',
    ...settings
  })
  const proc = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8')
  const status = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(proc('status'))?.[1]) / 1024
  return {
    port,
    loopMs: () => Number(proc(`task/${pid}/schedstat`).split(' ')[0]) / 1e6,
    cpuMs: () => {
      const fields = proc('stat')
        .replace(/^.*\) /, '')
        .split(' ')
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    memoryMb: () => status('VmRSS'),
    peakMb: () => status('VmHWM'),
    usedMb: () => status('RssAnon'),
    isLimited,
    isUp: () => existsSync(`/proc/${pid}`),
    lines: (level) => linesOf(output, level),
    logged,
    reload: async () => {
      const done = Promise.all([logged('reloaded'), logged('prepared')])
      process.kill(pid, 'SIGHUP')
      await done
    },
    signal: (name) => process.kill(pid, name)
  }
}

async function startProcess(t: Test, settings: Record<string, string>) {
  const { child, errors, output, logged, exited } = run(t, {
    ...imageEnvironment,
    DATA_DIR: 'data',
    ...settings
  })
  // Waits, because the preparation would otherwise count as the work of a request.
  const ready = Promise.all([logged('listening'), logged('prepared')])
  const ended = exited.then(() => Promise.reject(new Error(`the server has ended: ${errors.join('\n')}`)))
  ended.catch(() => {})
  const [{ address }] = await Promise.race([ready, ended])
  return { port: Number(fieldOf(address, 'port')), pid: Number(child.pid), output, logged }
}

const execute = promisify(execFile)

async function startContainer(t: Test, settings: Record<string, string>) {
  const files = ['docker-compose.yml', 'test/verify/attack/container.yml'].flatMap((name) => ['--file', name])
  const project = ['compose', '--project-name', `business-facts-attack-${randomUUID().slice(0, 8)}`, ...files]
  // Any free port, because two servers may start at the same time.
  const env = { ...process.env, PORT: '0', ...settings }
  const docker = async (...words: string[]) => (await execute('docker', words, { env })).stdout.trim()

  t.teardown(() => docker(...project, 'down', '--volumes', '--remove-orphans', '--timeout', '0'))
  await docker(...project, 'up', '--no-build', '--detach', '--wait')
  const logs = spawn('docker', [...project, 'logs', '--follow', '--no-log-prefix', '--no-color'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore']
  })
  t.teardown(() => logs.kill())
  const { output, logged } = followLog(logs.stdout)
  await logged('prepared')
  const address = await docker(...project, 'port', 'server', '3000')
  const id = await docker(...project, 'ps', '--quiet', 'server')
  const init = await docker('inspect', '--format', '{{.State.Pid}}', id)
  // The server is the only child of the container's init process.
  const pid = Number(readFileSync(`/proc/${init}/task/${init}/children`, 'utf8').split(' ')[0])
  return { port: Number(address.split(':').at(-1)), pid, output, logged }
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
  if (!server.isLimited) t.ok(server.peakMb() <= maxMemoryMb, 'memory stays below 256 MB')
  t.same(server.lines(), [], 'no failure is logged')
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
