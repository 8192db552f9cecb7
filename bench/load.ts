import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Case } from './cases.ts'
import { watchDisturbance } from './disturbance.ts'
import { cores, cpuTime } from './processes.ts'

const run = promisify(execFile)

export interface Target {
  pid: number
  port: number
}

export interface Load {
  /** Keep-alive connections, each with one request in flight. */
  connections: number
  seconds: number
  /** How many rounds count. */
  rounds: number
  /** The maximum number of disturbed turns of a case to repeat. */
  repeats: number
}

export interface Cost {
  /** CPU microseconds per response while wrk sends as many requests as it can. */
  cost: number
  /** The share of the machine's CPU, 0 to 1, that other processes than the server and the bench used meanwhile. */
  disturbance: number
}

/** Measures the CPU time per response of a server under load. */
export async function measureCost(target: Target, request: Case, load: Load): Promise<Cost> {
  const disturbance = watchDisturbance(target.pid)
  const before = cpuTime(target.pid)
  const responses = await countResponses(target, request, load)
  // Retries, because on a busy machine a second may pass without a response.
  if (responses === 0) return measureCost(target, request, load)
  return { cost: (cpuTime(target.pid) - before) / responses, disturbance: disturbance() }
}

const maxDisturbance = 0.05

export const isDisturbed = ({ disturbance }: Cost) => disturbance > maxDisturbance

/** Returns the number of responses that wrk received. Throws if connections fail. */
async function countResponses(
  { port }: Target,
  { path, headers, body }: Case,
  { connections, seconds }: Load
) {
  const { stdout } = await run(
    'taskset',
    [
      ...['-c', cores.load, 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`],
      ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      ...(body === undefined ? [] : ['-s', join(import.meta.dirname, 'post.lua')]),
      `http://127.0.0.1:${port}${path}`,
      ...(body === undefined ? [] : ['--', body])
    ],
    { timeout: (seconds + 20) * 1000 }
  )
  const responses = Number(/(\d+) requests in/.exec(stdout)?.[1] ?? 0)
  if (/Socket errors: (?!connect 0, read 0, write 0)/.test(stdout))
    throw new Error(`wrk on ${path}: ${stdout}`)
  return responses
}
