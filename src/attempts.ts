import { setTimeout as sleep } from 'node:timers/promises'

/** In milliseconds, the longest that an attempt may take; and how many attempts may go on when that is over. */
const defaults = { maxMs: 60_000, maxHanging: 3 }

/** Thrown if an attempt takes too long, or too many before it still hang. */
export class Hanging extends Error {}

/** Runs tasks that may hang, such as to read from a network file system, so that each has an end for its caller. */
export class Attempts<T> {
  readonly #discard: (result: T) => Promise<void>
  readonly #limits: typeof defaults
  #running = 0

  /** `discard` takes a result that comes too late. */
  constructor(discard: (result: T) => Promise<void>, limits = defaults) {
    this.#discard = discard
    this.#limits = limits
  }

  /** Runs a task; rejects with Hanging if it takes too long, and at once if too many before still hang. */
  async run(task: () => Promise<T>): Promise<T> {
    const { maxMs, maxHanging } = this.#limits
    if (this.#running >= maxHanging) throw new Hanging(`${this.#running} attempts before still hang`)
    this.#running += 1
    const result = task().finally(() => {
      this.#running -= 1
    })
    const isOver = new AbortController()
    const late = sleep(maxMs, undefined, { signal: isOver.signal }).then(() => {
      result.then(this.#discard).catch(() => {})
      throw new Hanging(`took longer than ${maxMs / 1000} s`)
    })
    return Promise.race([result, late]).finally(() => isOver.abort())
  }
}
