import type { RequestListener } from 'node:http'
import type { Errors } from './errors.ts'
import { publicHeaders } from './public-headers.ts'

/** In milliseconds: how often the event loop is looked at, and how late it may be; and how many times in a row. */
const usual = { interval: 100, limit: 500, times: 3 }

/**
 * Watches whether the event loop keeps up, and tells of every change; gives how to ask, and how to end it. A single
 * delay, such as that of a reload, is no overload: what waited meanwhile is answered faster than a client comes again.
 */
export function watchDelay(onChange: (isOverloaded: boolean) => void, { interval, limit, times } = usual) {
  let seen = performance.now()
  let late = 0
  const timer = setInterval(() => {
    const now = performance.now()
    const before = late
    late = now - seen - interval > limit ? late + 1 : 0
    seen = now
    if (late === times) onChange(true)
    if (late === 0 && before >= times) onChange(false)
  }, interval).unref()
  return { isOverloaded: () => late >= times, end: () => clearInterval(timer) }
}

/** Answers 503 to all but the health checks while there is an overload, and leaves every other request to `next`. */
export function shedLoad(
  isOverloaded: () => boolean,
  errors: Errors,
  next: RequestListener
): RequestListener {
  const { status, headers, body } = errors.prepare(503, 'unavailable', 'The server is overloaded. Try again.')
  const all = { ...headers, ...publicHeaders, 'retry-after': '5' }
  return (request, response) => {
    if (!isOverloaded() || request.url === '/healthz' || request.url === '/readyz') {
      next(request, response)
      return
    }
    response.writeHead(status, all).end(request.method === 'HEAD' ? undefined : body)
  }
}
