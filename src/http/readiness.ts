import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds: how recently a load balancer must have probed to be waited for, and how long the drain then takes. */
const defaults = { probeWindow: 15_000, drainTime: 5000 }

/** Readiness state. On shutdown, a polling load balancer gets 503 before the server stops accepting connections. */
export class Readiness {
  readonly #times: typeof defaults
  #lastProbe = Number.NEGATIVE_INFINITY
  #isReady = true

  constructor(times = defaults) {
    this.#times = times
  }

  /** Returns whether the server is ready, and records that a load balancer probes /readyz. */
  probe(): boolean {
    this.#lastProbe = performance.now()
    return this.#isReady
  }

  /**
   * Resolves when load balancers have had time to notice the shutdown: at once if nobody has probed recently, otherwise
   * after a fixed time, at most `limit` ms. A probe does not end it sooner, because anybody can send one.
   */
  async drain(limit: number): Promise<void> {
    this.#isReady = false
    const { probeWindow, drainTime } = this.#times
    if (performance.now() - this.#lastProbe <= probeWindow) await sleep(Math.min(drainTime, limit))
  }
}
