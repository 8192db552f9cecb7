import type { RequestListener } from 'node:http'
import type { Errors } from './errors.ts'
import { publicHeaders } from './public-headers.ts'

/** Milliseconds between two checks of the event loop, its maximum lag, and how many checks in a row must exceed it. */
const defaults = { interval: 100, limit: 500, times: 3 }

/**
 * Monitors event-loop lag and calls `onChange` when an overload starts or ends. Returns a check and a stop function. A
 * single delay, such as that of a reload, is not an overload, because the server catches up before clients would retry.
 */
export function watchDelay(onChange: (isOverloaded: boolean) => void, { interval, limit, times } = defaults) {
  let previous = performance.now()
  let lateCount = 0
  const timer = setInterval(() => {
    const now = performance.now()
    const countBefore = lateCount
    lateCount = now - previous - interval > limit ? lateCount + 1 : 0
    previous = now
    if (lateCount === times) onChange(true)
    if (lateCount === 0 && countBefore >= times) onChange(false)
  }, interval).unref()
  return { isOverloaded: () => lateCount >= times, stop: () => clearInterval(timer) }
}

/** Returns a listener that calls `next`. During an overload, it sends 503 to all requests except health checks. */
export function shedLoad(
  isOverloaded: () => boolean,
  errors: Errors,
  next: RequestListener
): RequestListener {
  const { status, headers, body } = errors.prepare(503, 'unavailable', 'The server is overloaded. Try again.')
  const allHeaders = { ...headers, ...publicHeaders, 'retry-after': '5' }
  return (request, response) => {
    if (!isOverloaded() || request.url === '/healthz' || request.url === '/readyz') {
      next(request, response)
      return
    }
    response.writeHead(status, allHeaders).end(request.method === 'HEAD' ? undefined : body)
  }
}
