interface Actions {
  reload: () => Promise<void>
  stop: (signal: string) => void
}

/** Handles the signals of the process from now on; a reload that is requested before `start` runs then. */
export function catchSignals() {
  let actions: Actions | undefined
  let isReloadRequested = false
  let isReloading = false

  // Any number of requests during a reload cause one more reload, which sees every edit.
  async function reload(): Promise<void> {
    if (actions === undefined || isReloading) return
    isReloading = true
    while (isReloadRequested) {
      isReloadRequested = false
      await actions.reload()
    }
    isReloading = false
  }

  // Otherwise Node.js opens the inspector, which runs any code, to all processes of the host.
  process.on('SIGUSR1', () => {})
  for (const signal of ['SIGTERM', 'SIGINT']) {
    // No request is in flight before `start`.
    process.on(signal, () => (actions ? actions.stop(signal) : process.exit(0)))
  }
  // Last, so a process that catches SIGHUP handles the others too: Node.js catches SIGTERM and SIGINT from its start.
  process.on('SIGHUP', () => {
    isReloadRequested = true
    void reload()
  })
  return {
    start: (given: Actions): void => {
      actions = given
      void reload()
    }
  }
}

// Between two reads of `process.ppid`, which cost almost nothing.
const intervalMs = 500

/** Calls `stop` when npm or npx, which started this process, has ended: its shell passes no signal on (npm/cli 5776). */
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
