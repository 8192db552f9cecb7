import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Conversion, Source } from './convert.ts'

// As this file is: built, or in development the source.
const file = new URL(`./worker${extname(import.meta.filename)}`, import.meta.url)
// Enough for 2 MB of HTML; a young generation of the default size would take as much again for garbage.
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 }

/** In milliseconds: the longest that a conversion may take, and that the thread waits for the next one. */
const times = { conversion: 2000, idle: 10_000 }

export type Conversions = Record<'made' | 'refused', number>

/** Converts pages in a thread of its own, one after the other, so that no request waits for what one page takes. */
export class Converter {
  /** How many pages have been converted, and how many not. */
  readonly counts: Conversions = { made: 0, refused: 0 }
  readonly #times: typeof times
  #worker: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined

  constructor(limits = times) {
    this.#times = limits
  }

  /** The page as Markdown, or why there is none. */
  convert(source: Source): Promise<Conversion> {
    const next = this.#last.then(() => this.#run(source))
    this.#last = next.catch(() => {})
    return next
  }

  /** Ends the thread when it has converted what it was given. */
  async close(): Promise<void> {
    await this.#last
    await this.#end()
  }

  async #run(source: Source): Promise<Conversion> {
    clearTimeout(this.#idle)
    this.#worker ??= await start()
    const worker = this.#worker
    worker.ref()
    worker.postMessage(source)
    const conversion = await this.#answer(worker)
    this.counts['refusal' in conversion ? 'refused' : 'made'] += 1
    // A thread that waits keeps neither memory for long nor the process from ending.
    worker.unref()
    this.#idle = setTimeout(() => this.#end(), this.#times.idle).unref()
    return conversion
  }

  async #answer(worker: Worker): Promise<Conversion> {
    const late = AbortSignal.timeout(this.#times.conversion)
    try {
      const [conversion]: [Conversion] = Object(await once(worker, 'message', { signal: late }))
      return conversion
    } catch (error) {
      await this.#end()
      const { message } = Object(error)
      return {
        refusal: late.aborted
          ? `it takes longer than ${this.#times.conversion / 1000} s to convert`
          : `its conversion failed (${message})`
      }
    }
  }

  async #end(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}

async function start(): Promise<Worker> {
  const worker = new Worker(file, { resourceLimits })
  // One that fails while it is being ended, when nobody waits for it any more, is gone as well.
  worker.on('error', () => {})
  await once(worker, 'message')
  return worker
}
