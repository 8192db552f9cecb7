import { setTimeout as sleep } from 'node:timers/promises'

/** How many milliseconds an attempt may take, and how many attempts may hang after that time. */
const defaults = { maxMs: 60_000, maxHanging: 3 }

/** Runs tasks that may hang, such as reading from a network file system, with a time limit for the caller. */
export class TimedTasks<T> {
  readonly #discard: (result: T) => Promise<void>
  readonly #limits: typeof defaults
  #running = 0

  /** `discard` gets a result that arrives too late. */
  constructor(discard: (result: T) => Promise<void>, limits = defaults) {
    this.#discard = discard
    this.#limits = limits
  }

  /** Runs a task. Rejects if it takes too long, or at once if too many earlier attempts still hang. */
  async run(task: () => Promise<T>): Promise<T> {
    const { maxMs, maxHanging } = this.#limits
    if (this.#running >= maxHanging) throw new Error(`${this.#running} earlier attempts still hang`)
    this.#running += 1
    const result = task().finally(() => {
      this.#running -= 1
    })
    const finished = new AbortController()
    const timeout = sleep(maxMs, undefined, { signal: finished.signal }).then(() => {
      result.then(this.#discard).catch(() => {})
      throw new Error(`took longer than ${maxMs / 1000} s`)
    })
    return Promise.race([result, timeout]).finally(() => finished.abort())
  }
}
