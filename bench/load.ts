import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Case } from './cases.ts'
import { watch } from './disturbance.ts'
import { cores, cpuTime } from './processes.ts'

const run = promisify(execFile)

export interface Target {
  pid: number
  port: number
}

export interface Load {
  /** Kept alive, each with one request under way. */
  connections: number
  seconds: number
  /** How many turns of a case may be thrown away because others disturbed them. */
  repeats: number
}

export interface Cost {
  /** CPU microseconds that a server spends on one answer while wrk asks for as many as it can. */
  cost: number
  /** The share of the machine's CPU, 0 to 1, that went to neither the server nor the bench meanwhile. */
  disturbance: number
}

export async function costOfAnswer(target: Target, request: Case, load: Load): Promise<Cost> {
  const disturbance = watch(target.pid)
  const before = cpuTime(target.pid)
  const answers = await countAnswers(target, request, load)
  // On a machine that others keep busy it may be a second without any.
  if (answers === 0) return costOfAnswer(target, request, load)
  return { cost: (cpuTime(target.pid) - before) / answers, disturbance: disturbance() }
}

const tolerated = 0.05

export const isDisturbed = ({ disturbance }: Cost) => disturbance > tolerated

/** The answers that wrk gets; throws where connections fail. */
async function countAnswers({ port }: Target, { path, headers, body }: Case, { connections, seconds }: Load) {
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
  const answers = Number(/(\d+) requests in/.exec(stdout)?.[1] ?? 0)
  if (/Socket errors: (?!connect 0, read 0, write 0)/.test(stdout))
    throw new Error(`wrk on ${path}: ${stdout}`)
  return answers
}
