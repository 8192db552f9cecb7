import { once } from 'node:events'
import { extname, join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { parentPort, Worker } from 'node:worker_threads'

/** A failure that has nothing to do with the task, so the same task may succeed later. Its message is for clients. */
export class UnavailableError extends Error {
  readonly statusCode = 503

  constructor(cause: unknown) {
    super('A part of the server is not available. Try again in a minute.', { cause })
  }
}

/** Returns a function that calls `run`. After a failure, it rejects with the same UnavailableError for a minute instead. */
export function rememberFailure<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let failure: { error: UnavailableError; ends: number } | undefined
  return async () => {
    if (failure && performance.now() < failure.ends) throw failure.error
    return run().catch((cause) => {
      failure = { error: new UnavailableError(cause), ends: performance.now() + 60_000 }
      throw failure.error
    })
  }
}

// The largest page and the largest data need half of this heap, which leaves enough of 256 MB for the main thread.
const defaultLimits = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 4 }

/** Milliseconds after which an unresponsive thread, or an idle one, is terminated. */
const defaultTimes = { timeoutMs: 120_000, idleMs: 3000 }

export class TaskError extends Error {}

/** A worker thread that runs one task at a time. It starts with the first task, and ends when it is idle. */
export class TaskThread {
  readonly #times: typeof defaultTimes
  readonly #start: () => Promise<Worker>
  #worker: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined

  /** `file` is a script that calls `handleTasks`. */
  constructor(file: string | URL, times = defaultTimes, resourceLimits = defaultLimits) {
    this.#times = times
    const start = async () => {
      await this.close()
      const worker = new Worker(file, { resourceLimits })
      this.#worker = worker
      // Ignores errors when no caller waits for the thread.
      worker.on('error', () => {})
      // A caller that waits for a message gets the next error.
      worker.once('exit', () => {
        if (this.#worker === worker) this.#worker = undefined
        worker.emit('error', new Error('the thread has ended'))
      })
      await receive(worker, defaultTimes.timeoutMs)
      return worker
    }
    this.#start = rememberFailure(() => start().catch(start))
  }

  /**
   * Runs a task after those before it. If the thread dies, retries once in a new one. Rejects with a TaskError if the task
   * throws, or with an UnavailableError if no thread can be started.
   */
  async run<Result>(task: unknown): Promise<Result> {
    const send = () => this.#send<Result>(task)
    const next = this.#last.then(() => send().catch(send))
    this.#last = next.catch(() => {})
    const reply = await next
    if ('error' in reply) throw new TaskError(reply.error)
    return reply.result
  }

  async #send<Result>(task: unknown): Promise<{ result: Result } | { error: string }> {
    clearTimeout(this.#idle)
    try {
      const worker = this.#worker ?? (await this.#start())
      worker.ref()
      worker.postMessage(task)
      const reply = await receive(worker, this.#times.timeoutMs)
      // An idle thread must not keep the process alive, or its memory for long.
      worker.unref()
      this.#idle = setTimeout(() => this.close(), this.#times.idleMs).unref()
      return reply
    } catch (error) {
      await this.close()
      throw error
    }
  }

  /** Ends the thread, and with it a task. Resolves when its memory is free. */
  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}

async function receive(worker: Worker, timeoutMs: number) {
  const [message] = await once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) })
  return message
}

/** Returns the file of a program near a module, with the same extension: .js when built, .ts in development. */
export const programNear = ({ dirname, filename }: ImportMeta, name: string): string =>
  join(dirname, name + extname(filename))

/** Handles the tasks of a thread, which has loaded its code before: no task is the cause if that fails. */
export function handleTasks<Task>(run: (task: Task) => unknown): void {
  parentPort?.on('message', async (task: Task) => {
    try {
      parentPort?.postMessage({ result: await run(task) })
    } catch (error) {
      parentPort?.postMessage({ error: String(error) })
    }
  })
  parentPort?.postMessage('ready')
}

const maxSliceMs = 10

/** Returns a function to await after each step of a long task; it lets other tasks run every 10 ms. */
export function createPace(): () => Promise<void> {
  let started = performance.now()
  return async () => {
    if (performance.now() - started < maxSliceMs) return
    await yieldToEventLoop()
    started = performance.now()
  }
}
