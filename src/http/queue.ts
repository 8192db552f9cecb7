import type { Limit, LimitLog } from './limit-log.ts'

interface Sizes {
  maxRunning: number
  maxWaiting: number
}

/** Runs tasks in order, at most `maxRunning` at once. Accepts no further task while `maxWaiting` tasks wait. */
export class Queue {
  readonly #sizes: Sizes
  readonly #limit: Limit
  readonly #limitLog: LimitLog
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(sizes: Sizes, limit: Limit, limitLog: LimitLog) {
    this.#sizes = sizes
    this.#limit = limit
    this.#limitLog = limitLog
  }

  /** Resolves when a task may start, with the function to call at its end. Returns undefined if too many tasks wait. */
  enter(): Promise<() => void> | undefined {
    const { maxRunning, maxWaiting } = this.#sizes
    if (this.#running < maxRunning || this.#waiting.length < maxWaiting) return this.#start()
    this.#limitLog.count(this.#limit)
    return undefined
  }

  /** Runs a task and returns its promise, or undefined if too many tasks wait. */
  run<Value>(task: () => Promise<Value>): Promise<Value> | undefined {
    return this.enter()?.then((leave) => task().finally(leave))
  }

  async #start(): Promise<() => void> {
    if (this.#running < this.#sizes.maxRunning) this.#running += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    let isRunning = true
    return () => {
      if (isRunning) this.#leave()
      isRunning = false
    }
  }

  #leave(): void {
    const next = this.#waiting.shift()
    // The next task replaces this one, so the number of running tasks stays the same.
    if (next) next()
    else this.#running -= 1
  }
}
