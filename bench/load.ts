import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Case } from './cases.ts'
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
}

/** CPU microseconds that a server spends on one answer while wrk asks for as many as it can. */
export async function costOfAnswer(target: Target, request: Case, load: Load): Promise<number> {
  const before = cpuTime(target.pid)
  const answers = await countAnswers(target, request, load)
  return (cpuTime(target.pid) - before) / answers
}

/** The answers that wrk gets; throws where there are none, or where connections fail. */
async function countAnswers({ port }: Target, { path, headers }: Case, { connections, seconds }: Load) {
  const { stdout } = await run(
    'taskset',
    [
      ...['-c', cores.load, 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`],
      ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      `http://127.0.0.1:${port}${path}`
    ],
    { timeout: (seconds + 20) * 1000 }
  )
  const answers = Number(/(\d+) requests in/.exec(stdout)?.[1] ?? 0)
  if (answers === 0 || /Socket errors: (?!connect 0, read 0, write 0)/.test(stdout))
    throw new Error(`wrk on ${path}: ${stdout}`)
  return answers
}
