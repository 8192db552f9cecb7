import { setTimeout as sleep } from 'node:timers/promises'

/** In milliseconds: how long ago a prober may have asked last, and how long the drain waits for probers then. */
const defaults = { recent: 15_000, drain: 5000 }

/** Whether the process takes requests; probers, such as those of proxies, learn that it stops before it does. */
export class Readiness {
  readonly #times: typeof defaults
  #asked = Number.NEGATIVE_INFINITY
  #isReady = true

  constructor(times = defaults) {
    this.#times = times
  }

  /** For the response of /readyz. */
  ask(): boolean {
    this.#asked = performance.now()
    return this.#isReady
  }

  /**
   * Resolves when every prober can have learned that the process stops: at once if nobody has asked lately, otherwise
   * after a fixed time, `limit` ms at most. No one prober ends it sooner: anybody may ask, before the proxy does.
   */
  async end(limit: number): Promise<void> {
    this.#isReady = false
    const { recent, drain } = this.#times
    if (performance.now() - this.#asked <= recent) await sleep(Math.min(drain, limit))
  }
}
