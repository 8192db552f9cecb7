import { setImmediate as turn } from 'node:timers/promises'

const sliceMs = 10

/** Returns a function to await after each step of long work: other work runs whenever the steps have taken 10 ms. */
export function createPace(): () => Promise<void> {
  let started = performance.now()
  return async () => {
    if (performance.now() - started < sliceMs) return
    await turn()
    started = performance.now()
  }
}
