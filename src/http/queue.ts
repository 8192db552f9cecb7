/** Runs tasks in order, at most `maxRunning` at once. Accepts no further task while `maxWaiting` tasks wait. */
export class Queue {
  readonly #maxRunning: number
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(maxRunning: number, maxWaiting: number) {
    this.#maxRunning = maxRunning
    this.#maxWaiting = maxWaiting
  }

  /** Resolves when a task may start, with the function to call at its end. Returns undefined if too many tasks wait. */
  enter(): Promise<() => void> | undefined {
    if (this.#running >= this.#maxRunning && this.#waiting.length >= this.#maxWaiting) return undefined
    return this.#start()
  }

  /** Runs a task and returns its promise, or undefined if too many tasks wait. */
  run<Value>(task: () => Promise<Value>): Promise<Value> | undefined {
    return this.enter()?.then((leave) => task().finally(leave))
  }

  async #start(): Promise<() => void> {
    if (this.#running < this.#maxRunning) this.#running += 1
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
