import { setTimeout as sleep } from 'node:timers/promises'

/** In milliseconds: how long ago who asks in turns has asked last, and how long it takes to act on an answer. */
const usual = { turn: 15_000, reaction: 250 }

/** Whether the process takes requests; who asks that in turns, as proxies do, is told of the end before it comes. */
export class Readiness {
  readonly #times: typeof usual
  #asked = Number.NEGATIVE_INFINITY
  #isReady = true
  #tell = () => {}

  constructor(times = usual) {
    this.#times = times
  }

  /** For the answer of /readyz. */
  ask(): boolean {
    this.#asked = performance.now()
    this.#tell()
    return this.#isReady
  }

  /** Resolves when nobody is expected to send another request: at once where nobody asks, or within `limit` ms. */
  async end(limit: number): Promise<void> {
    this.#isReady = false
    if (performance.now() - this.#asked > this.#times.turn) return
    const told = new Promise<void>((resolve) => {
      this.#tell = resolve
    })
    await Promise.race([told.then(() => sleep(this.#times.reaction)), sleep(limit)])
  }
}
