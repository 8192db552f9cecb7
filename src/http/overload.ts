import type { RequestListener } from 'node:http'
import type { Errors } from './errors.ts'

/** The time between two checks of the event loop, its maximum lag, and how many checks in a row must exceed it. */
const defaults = { intervalMs: 100, maxLagMs: 500, maxLateChecks: 3 }

/**
 * Monitors event-loop lag and calls `onChange` when an overload starts or ends. Returns a check and a stop function. A
 * single delay, such as that of a reload, is not an overload, because the server catches up before clients would retry.
 */
export function monitorEventLoopLag(
  onChange: (isOverloaded: boolean) => void,
  { intervalMs, maxLagMs, maxLateChecks } = defaults
) {
  let previous = performance.now()
  let lateCount = 0
  const timer = setInterval(() => {
    const now = performance.now()
    const countBefore = lateCount
    lateCount = now - previous - intervalMs > maxLagMs ? lateCount + 1 : 0
    previous = now
    if (lateCount === maxLateChecks) onChange(true)
    if (lateCount === 0 && countBefore >= maxLateChecks) onChange(false)
  }, intervalMs).unref()
  return { isOverloaded: () => lateCount >= maxLateChecks, stop: () => clearInterval(timer) }
}

/** Returns a listener that calls `next`. During an overload, it sends 503 to all requests except health checks. */
export function shedLoad(
  isOverloaded: () => boolean,
  errors: Errors,
  next: RequestListener
): RequestListener {
  const reject = errors.createListener('unavailable', 'The server is overloaded. Try again.')
  return (request, response) => {
    const isAccepted = !isOverloaded() || request.url === '/healthz' || request.url === '/readyz'
    return isAccepted ? next(request, response) : reject(request, response)
  }
}
