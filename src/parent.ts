// How often to look, in milliseconds: a read of a number.
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
