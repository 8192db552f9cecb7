interface Actions {
  reload: () => Promise<void>
  stop: (signal: string) => void
}

/** Takes the signals of the process from now on; one that comes before `start` is not lost. */
export class Signals {
  #actions: Actions | undefined
  #isReloadAsked = false
  #isReloading = false

  constructor() {
    process.on('SIGHUP', () => {
      this.#isReloadAsked = true
      void this.#reload()
    })
    for (const signal of ['SIGTERM', 'SIGINT']) {
      // Before the start is over, no request is in flight.
      /* c8 ignore next: measured only after the start; test/attack/signals.test.ts sends signals during it */
      process.on(signal, () => (this.#actions ? this.#actions.stop(signal) : process.exit(0)))
    }
  }

  /** Acts on the signals from now on: reloads if SIGHUP came before. */
  start(actions: Actions): void {
    this.#actions = actions
    void this.#reload()
  }

  // However many ask for a reload while one runs, one more follows, which sees every edit.
  async #reload(): Promise<void> {
    /* c8 ignore next: measured only after the start; test/attack/signals.test.ts sends signals during it */
    if (this.#actions === undefined || this.#isReloading) return
    this.#isReloading = true
    while (this.#isReloadAsked) {
      this.#isReloadAsked = false
      await this.#actions.reload()
    }
    this.#isReloading = false
  }
}
