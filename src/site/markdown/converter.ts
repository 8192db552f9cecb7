import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Comparison, PageToCheck } from '../compare.ts'
import { codeOf } from '../read-start.ts'
import type { Conversion, Source } from './convert.ts'
import type { TextRendering, TextSource } from './text-source.ts'
import type { Reply, Task } from './worker.ts'

// The worker has the same extension as this file: .js when built, .ts in development.
const workerFile = new URL(`./worker${extname(import.meta.filename)}`, import.meta.url)
// The largest page needs half of this heap, which leaves enough of 256 MB for the main thread.
const defaultLimits = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 4 }

/** Milliseconds after which an unresponsive thread, or an idle one, is terminated. */
const defaultTimes = { timeout: 120_000, idle: 3000 }

export type Conversions = Record<'success' | 'failure', number>

/** Converts, renders and checks pages in one worker thread, one page at a time, so no page blocks the event loop. */
export class Converter {
  /** The number of successful and failed conversions. */
  readonly counts: Conversions = { success: 0, failure: 0 }
  readonly #times: typeof defaultTimes
  readonly #resourceLimits: typeof defaultLimits
  #thread: Thread | undefined
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined

  constructor(times = defaultTimes, resourceLimits = defaultLimits) {
    this.#times = times
    this.#resourceLimits = resourceLimits
  }

  /**
   * Returns the page as Markdown, or the limit that the page exceeds. Rejects if the thread does not respond, or if the
   * conversion of a trusted page fails, because then the page is not the cause.
   */
  async convert(source: Source): Promise<Conversion> {
    const conversion = await this.#run<Conversion>({ convert: source }).catch((error) => {
      if (source.isTrusted) throw error
      return failureOf(error)
    })
    this.counts['failure' in conversion ? 'failure' : 'success'] += 1
    return conversion
  }

  /** Returns a text as the HTML of a page, or the limit that it exceeds. Rejects if the thread does not respond. */
  render(source: TextSource): Promise<TextRendering> {
    return this.#run<TextRendering>({ render: source }).catch(failureOf)
  }

  /** Compares a page with facts in the thread. Rejects if the comparison fails. */
  compare(page: PageToCheck): Promise<Comparison> {
    return this.#run<Comparison>({ compare: page })
  }

  /** Terminates the thread after its pending tasks. */
  async close(): Promise<void> {
    await this.#last
    await this.#terminate()
  }

  async #run<Result>(task: Task): Promise<Result> {
    // If the thread dies, retries once in a new thread.
    const send = () => this.#send<Result>(task)
    const next = this.#last.then(() => send().catch(send))
    this.#last = next.catch(() => {})
    const reply = await next
    if ('error' in reply) throw new PageError(reply.error)
    return reply.result
  }

  async #send<Result>(task: Task): Promise<Reply<Result>> {
    clearTimeout(this.#idle)
    try {
      this.#thread ??= await start(this.#resourceLimits)
      const { worker, exited } = this.#thread
      worker.ref()
      worker.postMessage(task)
      const signal = AbortSignal.any([exited, AbortSignal.timeout(this.#times.timeout)])
      const [reply] = await once(worker, 'message', { signal })
      // An idle thread must not keep the process alive, or its memory for long.
      worker.unref()
      this.#idle = setTimeout(() => this.#terminate(), this.#times.idle).unref()
      return reply
    } catch (error) {
      await this.#terminate()
      throw error
    }
  }

  async #terminate(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.worker.terminate()
  }
}

/** Thrown if the conversion or comparison of a page throws an unexpected error. */
class PageError extends Error {}

/** Returns whether the same page would cause the same error again. */
const isCausedByPage = (error: unknown) =>
  error instanceof PageError || codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY'

/** Returns an error that a page causes as the reason why it cannot be converted. Rethrows any other error. */
function failureOf(error: Error): { failure: string } {
  if (isCausedByPage(error)) return { failure: `its conversion failed (${error.message})` }
  throw error
}

interface Thread {
  worker: Worker
  exited: AbortSignal
}

async function start(resourceLimits: typeof defaultLimits): Promise<Thread> {
  const worker = new Worker(workerFile, { resourceLimits })
  const exit = new AbortController()
  worker.once('exit', () => exit.abort())
  // Ignores errors during termination, when no caller waits for the thread.
  worker.on('error', () => {})
  await once(worker, 'message', { signal: exit.signal })
  return { worker, exited: exit.signal }
}
