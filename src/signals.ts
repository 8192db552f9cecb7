interface Actions {
  reload: () => Promise<void>
  stop: (signal: string) => void
}

/** Handles the signals of the process from its creation on; a reload that is requested before `start` runs then. */
export class Signals {
  #actions: Actions | undefined
  #isReloadRequested = false
  #isReloading = false

  constructor() {
    // Otherwise Node.js opens the inspector, which runs any code, to all processes of the host.
    process.on('SIGUSR1', () => {})
    for (const signal of ['SIGTERM', 'SIGINT']) {
      // No request is in flight before `start`.
      process.on(signal, () => (this.#actions ? this.#actions.stop(signal) : process.exit(0)))
    }
    // Last, so a process that catches SIGHUP handles the others too: Node.js catches SIGTERM and SIGINT from its start.
    process.on('SIGHUP', () => {
      this.#isReloadRequested = true
      void this.#reload()
    })
  }

  /** Acts on signals from now on, and reloads if SIGHUP came before. */
  start(actions: Actions): void {
    this.#actions = actions
    void this.#reload()
  }

  // Any number of requests during a reload cause one more reload, which sees every edit.
  async #reload(): Promise<void> {
    if (this.#actions === undefined || this.#isReloading) return
    this.#isReloading = true
    while (this.#isReloadRequested) {
      this.#isReloadRequested = false
      await this.#actions.reload()
    }
    this.#isReloading = false
  }
}

// The interval between two reads of `process.ppid`, in milliseconds. A read costs almost nothing.
const intervalMs = 500

/**
 * Calls `stop` once when the process that started this one has ended, if that was npm or npx. A signal to npm ends its
 * shell, which does not pass it on (https://github.com/npm/cli/issues/5776), unless the script begins with `exec`.
 */
export function stopWithNpm(environment: NodeJS.ProcessEnv, stop: (reason: string) => void): void {
  if (environment.npm_lifecycle_event === undefined) return
  const { ppid } = process
  const timer = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(timer)
    stop('end of npm')
  }, intervalMs)
  timer.unref()
}
