import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Reply, Task } from './worker.ts'

// The worker has the same extension as this file: .js when built, .ts in development.
const workerFile = new URL(`./worker${extname(import.meta.filename)}`, import.meta.url)
// The largest page needs half of this heap, which leaves enough of 256 MB for the main thread.
const defaultLimits = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 4 }

/** Milliseconds after which an unresponsive thread, or an idle one, is terminated. */
const defaultTimes = { timeoutMs: 120_000, idleMs: 3000 }

/** Thrown if a task throws an unexpected error in the thread. */
export class TaskError extends Error {}

/** A worker thread that runs one task at a time. It starts with the first task, and ends when it is idle. */
export class PageThread {
  readonly #times: typeof defaultTimes
  readonly #resourceLimits: typeof defaultLimits
  #running: Running | undefined
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined

  constructor(times = defaultTimes, resourceLimits = defaultLimits) {
    this.#times = times
    this.#resourceLimits = resourceLimits
  }

  /** Runs a task after those before it. If the thread dies, retries once in a new one. */
  async run<Result>(task: Task): Promise<Result> {
    const send = () => this.#send<Result>(task)
    const next = this.#last.then(() => send().catch(send))
    this.#last = next.catch(() => {})
    const reply = await next
    if ('error' in reply) throw new TaskError(reply.error)
    return reply.result
  }

  async #send<Result>(task: Task): Promise<Reply<Result>> {
    clearTimeout(this.#idle)
    try {
      this.#running ??= await start(this.#resourceLimits)
      const { worker, exited } = this.#running
      worker.ref()
      worker.postMessage(task)
      const signal = AbortSignal.any([exited, AbortSignal.timeout(this.#times.timeoutMs)])
      const [reply] = await once(worker, 'message', { signal })
      // An idle thread must not keep the process alive, or its memory for long.
      worker.unref()
      this.#idle = setTimeout(() => this.#terminate(), this.#times.idleMs).unref()
      return reply
    } catch (error) {
      await this.#terminate()
      throw error
    }
  }

  async #terminate(): Promise<void> {
    const running = this.#running
    this.#running = undefined
    await running?.worker.terminate()
  }
}

interface Running {
  worker: Worker
  exited: AbortSignal
}

async function start(resourceLimits: typeof defaultLimits): Promise<Running> {
  const worker = new Worker(workerFile, { resourceLimits })
  const exit = new AbortController()
  worker.once('exit', () => exit.abort())
  // Ignores errors during termination, when no caller waits for the thread.
  worker.on('error', () => {})
  await once(worker, 'message', { signal: exit.signal })
  return { worker, exited: exit.signal }
}
