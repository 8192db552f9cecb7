import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

const maxSliceMs = 10

/** Returns a function to await after each step of a long task; it lets other tasks run every 10 ms. */
export function createPace(): () => Promise<void> {
  let started = performance.now()
  return async () => {
    if (performance.now() - started < maxSliceMs) return
    await yieldToEventLoop()
    started = performance.now()
  }
}
