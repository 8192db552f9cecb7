/** Runs tasks in order, at most `maxRunning` at once; refuses more than `maxWaiting` that wait. */
export class Queue {
  readonly #maxRunning: number
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(maxRunning: number, maxWaiting: number) {
    this.#maxRunning = maxRunning
    this.#maxWaiting = maxWaiting
  }

  /** Returns the promise of a task, or undefined if too many wait. */
  run<Value>(task: () => Promise<Value>): Promise<Value> | undefined {
    if (this.#running >= this.#maxRunning && this.#waiting.length >= this.#maxWaiting) return undefined
    return this.#take()
      .then(task)
      .finally(() => this.#leave())
  }

  async #take(): Promise<void> {
    if (this.#running < this.#maxRunning) this.#running += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #leave(): void {
    const next = this.#waiting.shift()
    // The next task has the place of this one.
    if (next) next()
    else this.#running -= 1
  }
}
