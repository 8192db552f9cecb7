import type { IncomingHttpHeaders } from 'node:http'
import { Cache } from '../http/cache.ts'
import { busy } from '../http/errors.ts'
import type { Queue } from '../http/queue.ts'
import type { SurfaceContext } from '../surfaces/surface-context.ts'
import { createError, errorCodes, getId, type McpResponse, parseMessage } from './message.ts'
import { CachedResult, getCacheKey, lifetimeAt } from './result-cache.ts'
import type { SdkHandler } from './sdk.ts'
import { clip } from './wording.ts'

// Enough for the two largest results of the largest supported business.
const maxCachedBytes = 8 * 2 ** 20

/** Responds to the body of a request with these headers. Rejects if the server fails. */
export type Respond = (headers: IncomingHttpHeaders, body: string) => McpResponse | Promise<McpResponse>

/** Creates a responder that asks the SDK for each result once: a result depends only on the request, the facts and the date. */
export function createResponder(
  context: SurfaceContext,
  loadSdk: () => Promise<SdkHandler>,
  queue: Queue
): Respond {
  const results = new Cache<CachedResult>(maxCachedBytes)
  const getCached = (key: string | undefined) => {
    const cached = key === undefined ? undefined : results.get(key)
    return cached?.hasExpired(context.now) ? undefined : cached
  }

  async function askSdk(
    headers: IncomingHttpHeaders,
    message: unknown,
    key: string | undefined
  ): Promise<McpResponse> {
    // A request that was queued before this one may have had the same result.
    const cached = getCached(key)
    if (cached) return cached.respondTo(message)
    const { expires } = lifetimeAt(context)
    const handle = await loadSdk()
    const { status, response } = await handle(headers, message)
    if (response === undefined) return { status, body: '' }
    const { result } = response
    // The SDK omits the id from some errors.
    if (result === undefined)
      return { status, body: JSON.stringify({ ...response, id: getId(message) }, clipStrings) }
    const encoded = new CachedResult(result, key, expires)
    if (key !== undefined && !result.isError) results.set(key, encoded)
    return encoded.respondTo(message)
  }

  return (headers, body) => {
    const parsed = parseMessage(body)
    if ('error' in parsed) return parsed.error
    const { message } = parsed
    const key = getCacheKey(headers, message)
    const cached = getCached(key)
    if (cached) return cached.respondTo(message)
    const response = queue.run(() => askSdk(headers, message, key))
    return response ?? createError(503, errorCodes.overloaded, busy, message)
  }
}

/** A replacer for JSON.stringify. The errors of the SDK repeat the texts of the client, at any length. */
const clipStrings = (name: string, value: unknown) =>
  typeof value === 'string' && name !== 'id' ? clip(value, 1000) : value
