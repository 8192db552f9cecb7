import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Comparison, PageToCheck } from '../compare.ts'
import type { Conversion, Source } from './convert.ts'
import type { Task } from './worker.ts'

// As this file is: built, or in development the source.
const file = new URL(`./worker${extname(import.meta.filename)}`, import.meta.url)
// The largest page needs half of it, and the main thread has room beside it in 256 MB.
const heap = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 4 }

/** In milliseconds: when a thread that does not answer is ended, and how long one waits for more work. */
const defaultTimes = { hang: 120_000, idle: 3000 }

export type Conversions = Record<'success' | 'failure', number>

/** Converts and checks pages in a thread of its own, one after the other, so that no request waits for one page. */
export class Converter {
  /** How many pages have been converted, and how many not. */
  readonly counts: Conversions = { success: 0, failure: 0 }
  readonly #times: typeof defaultTimes
  readonly #resourceLimits: typeof heap
  #thread: Thread | undefined
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined

  constructor(times = defaultTimes, resourceLimits = heap) {
    this.#times = times
    this.#resourceLimits = resourceLimits
  }

  /**
   * Returns the page as Markdown, or the limit that it goes beyond. Rejects if the thread does not answer, and if a
   * trusted page fails: neither says anything about the page.
   */
  async convert(source: Source): Promise<Conversion> {
    const conversion = await this.#do<Conversion>({ convert: source }).catch((error) => {
      if (source.isTrusted || !isOfPage(error)) throw error
      return { refusal: `its conversion failed (${error.message})` }
    })
    this.counts['refusal' in conversion ? 'failure' : 'success'] += 1
    return conversion
  }

  /** Returns what a page does not show, or the limit that it goes beyond; rejects if that fails. */
  compare(page: PageToCheck): Promise<Comparison> {
    return this.#do<Comparison>({ compare: page })
  }

  /** Ends the thread when it has done its tasks. */
  async close(): Promise<void> {
    await this.#last
    await this.#end()
  }

  async #do<Result>(task: Task): Promise<Result> {
    // A thread that dies is replaced, once.
    const next = this.#last.then(() => this.#ask(task).catch(() => this.#ask(task)))
    this.#last = next.catch(() => {})
    const { result, failure } = Object(await next)
    if (failure !== undefined) throw new PageError(failure)
    return result
  }

  async #ask(task: Task): Promise<unknown> {
    clearTimeout(this.#idle)
    try {
      this.#thread ??= await start(this.#resourceLimits)
      const { worker, ended } = this.#thread
      worker.ref()
      worker.postMessage(task)
      const signal = AbortSignal.any([ended, AbortSignal.timeout(this.#times.hang)])
      const [answer] = await once(worker, 'message', { signal })
      // A thread that waits keeps neither memory for long nor the process from ending.
      worker.unref()
      this.#idle = setTimeout(() => this.#end(), this.#times.idle).unref()
      return answer
    } catch (error) {
      await this.#end()
      throw error
    }
  }

  async #end(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.worker.terminate()
  }
}

/** Thrown if our own code fails on a page. */
class PageError extends Error {}

/** Whether an error would come again with the same page. */
const isOfPage = (error: unknown) =>
  error instanceof PageError || Object(error).code === 'ERR_WORKER_OUT_OF_MEMORY'

interface Thread {
  worker: Worker
  ended: AbortSignal
}

async function start(resourceLimits: typeof heap): Promise<Thread> {
  const worker = new Worker(file, { resourceLimits })
  const end = new AbortController()
  worker.once('exit', () => end.abort())
  // One that fails while it is being ended, when nobody waits for it any more, is gone as well.
  worker.on('error', () => {})
  await once(worker, 'message', { signal: end.signal })
  return { worker, ended: end.signal }
}
