import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'
import { newConnections, send } from '../../../harness/exchange.ts'
import { fieldOf } from '../../../src/base/json-value.ts'
import { linesOf, run } from '../../process.ts'
import { openProject } from '../compose.ts'
import { measure } from '../measured.ts'

/** The memory limit of docker-compose.yml in MB; below, the environment of the Dockerfile with the limit of its heap. */
export const maxMemoryMb = 256
const image = readFileSync('Dockerfile', 'utf8')
export const imageEnvironment: Record<string, string> = {
  ...Object.fromEntries((image.match(/(?<=^ENV )\S+$/gm) ?? []).map((entry) => entry.split('='))),
  NODE_OPTIONS: String(image.match(/--max-old-space-size=\d+/))
}
const maxGrowthMb = 20
/** The time of the event loop that a request may take, in ms (SECURITY.md). */
export const maxCostMs = 100
const settleMs = 30_000

export type LimitedServer = Awaited<ReturnType<typeof startLimited>>

/**
 * Starts the server, and stops it at the end of the test: in the container of docker-compose.yml if ATTACK_CONTAINER is set,
 * else as a process without its limits.
 */
export async function startLimited(t: Test, settings: Record<string, string> = {}) {
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
    /** Returns the CPU time of the main thread so far, in ms: the work of the event loop, independent of other processes. */
    loopMs: () => Number(proc(`task/${pid}/schedstat`).split(' ')[0]) / 1e6,
    /** Return the memory in MB: the current value, its peak, and the current one without the memory of files. */
    memoryMb: () => status('VmRSS'),
    peakMb: () => status('VmHWM'),
    usedMb: () => status('RssAnon'),
    /** Whether the kernel kills the process above 256 MB. If not, `twoRounds` asserts the peak. */
    isLimited,
    isUp: () => existsSync(`/proc/${pid}`),
    /** Returns the log lines so far with at least this level; the lines of failures, unless another is given. */
    lines: (level?: number) => linesOf(output, level),
    logged,
    /** Sends SIGHUP, and resolves when the server has loaded the data and prepared the pages. */
    reload: async () => {
      const done = Promise.all([logged('reloaded'), logged('prepared')])
      process.kill(pid, 'SIGHUP')
      await done
    },
    signal: (name: NodeJS.Signals) => process.kill(pid, name)
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

async function startContainer(t: Test, settings: Record<string, string>) {
  const files = ['docker-compose.yml', 'test/verify/attack/container.yml']
  // Any free port, because two servers may start at the same time.
  const { docker, compose, follow } = openProject(t, { files, env: { PORT: '0', ...settings } })
  await compose('up', '--no-build', '--detach', '--wait')
  const container = await compose('ps', '--quiet', 'server')
  const { output, logged } = follow(container)
  await logged('prepared')
  const address = await compose('port', 'server', '3000')
  const init = await docker('inspect', '--format', '{{.State.Pid}}', container)
  // The server is the only child of the container's init process.
  const pid = Number(readFileSync(`/proc/${init}/task/${init}/children`, 'utf8').split(' ')[0])
  return { port: Number(address.split(':').at(-1)), pid, output, logged }
}

/** Returns the status of GET /healthz. Rejects without a response within 60 s. */
export const health = async (port: number) => (await send(port, { path: '/healthz' }, newConnections)).status

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
 * Runs measurements until no cost is above the limit, at most five times, and asserts the rule of SECURITY.md for each name.
 * The lowest of several costs counts: the work of a request is in every one, but a garbage collection that earlier requests
 * caused, or a disturbance by other processes, is in some of them only. So nothing that is measured may be in a cache.
 */
export async function assertCosts(
  t: Test,
  run: (add: (name: string, cost: number) => void) => Promise<unknown>
): Promise<void> {
  const lowest = new Map<string, number>()
  const isLow = () => lowest.size > 0 && [...lowest.values()].every((cost) => cost <= maxCostMs)
  for (let count = 0; count < maxMeasurements && !isLow(); count += 1)
    await run((name, cost) => lowest.set(name, Math.min(cost, lowest.get(name) ?? cost)))
  for (const [name, cost] of lowest) measure(t, name, cost, maxCostMs, 'ms')
}

// Of CPU time, so a machine with other work has as much patience as a quiet one.
const maxBlockMs = 10_000

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
        const start = server.loopMs()
        statuses.add(await health(server.port).catch(({ message }) => message))
        if (server.loopMs() > start + maxBlockMs) statuses.add('blocked for 10 s of CPU time')
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
  const first = await settle(server)
  let growth = Number.POSITIVE_INFINITY
  // A third round decides: a leak grows in every round.
  for (let more = 0; more < 2 && growth > maxGrowthMb; more += 1) {
    await round()
    growth = (await settle(server, first + maxGrowthMb)) - first
  }
  t.ok(server.isUp(), 'the process stays up')
  t.same([...statuses], [200], '/healthz returns 200 throughout')
  measure(t, 'growth of memory since the first round', growth, maxGrowthMb, 'MB')
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

/** Samples the memory without files while some work is in progress; returns its peak in MB. */
export async function peakDuring(server: LimitedServer, work: () => Promise<unknown>): Promise<number> {
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, server.usedMb())
  }, 20)
  await work().finally(() => clearInterval(sampling))
  return peak
}
