import type { McpContext } from './context.ts'

// The same as max-age of the same facts in the API.
const maxTtl = 300_000

/** How long clients may cache a result, and when the server must create it again, both in milliseconds. */
interface Lifetime {
  ttlMs: number
  /** Since 1970; undefined if no result depends on the time. */
  expires: number | undefined
}

/**
 * Returns the lifetime of a result that is created now. A cached result has one `ttlMs` until it expires, so in the last
 * minutes before the facts change, results with a `ttlMs` of zero replace the others.
 */
export function lifetimeAt({ now, expires }: McpContext): Lifetime {
  const time = now()
  const change = expires(time)?.getTime()
  if (change === undefined) return { ttlMs: maxTtl, expires: undefined }
  const lastMinutes = change - maxTtl
  return time.getTime() < lastMinutes
    ? { ttlMs: maxTtl, expires: lastMinutes }
    : { ttlMs: 0, expires: change }
}
