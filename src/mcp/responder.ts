import type { IncomingHttpHeaders } from 'node:http'
import { Cache } from '../http/cache.ts'
import type { LimitLog } from '../http/limit-log.ts'
import { memoiseAsync } from '../http/memoise.ts'
import { Queue } from '../http/queue.ts'
import type { McpContext } from './context.ts'
import { createError, errorCodes, getId, type McpResponse, parseMessage } from './message.ts'
import { CachedResult, getCacheKey, lifetimeAt } from './result-cache.ts'
import type { SdkHandler } from './sdk.ts'
import type { Tool } from './tool.ts'
import { clip } from './wording.ts'

// Enough for the two largest results of the largest supported business.
const maxCachedBytes = 8 * 2 ** 20
// Most requests wait for nothing; those that wait for the index or a page must leave some for the others.
const maxConcurrentRequests = 16
const maxQueuedRequests = 200

export interface Responder {
  /** Responds to the body of a request with these headers. Rejects if the server fails. */
  respond: (headers: IncomingHttpHeaders, body: string) => McpResponse | Promise<McpResponse>
  loadSdk: () => Promise<SdkHandler>
}

/** Creates a responder that asks the SDK for each result once: a result depends only on the request, the facts and the date. */
export function createResponder(context: McpContext, tools: Tool[], limitLog: LimitLog): Responder {
  const results = new Cache<CachedResult>(maxCachedBytes)
  const queue = new Queue(maxConcurrentRequests, maxQueuedRequests)
  // Imported lazily: the SDK blocks the event loop for 155 ms and takes 14 to 25 MB.
  const loadSdk = memoiseAsync(async () => {
    const { createSdkHandler } = await import('./sdk.ts')
    return createSdkHandler(context, tools)
  })
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

  return {
    loadSdk,
    respond: (headers, body) => {
      const parsed = parseMessage(body)
      if ('error' in parsed) return parsed.error
      const { message } = parsed
      const key = getCacheKey(headers, message)
      const cached = getCached(key)
      if (cached) return cached.respondTo(message)
      const response = queue.run(() => askSdk(headers, message, key))
      if (response) return response
      limitLog.count('mcp')
      return createError(503, errorCodes.overloaded, 'The server is busy. Try again.', message)
    }
  }
}

/** A replacer for JSON.stringify. The errors of the SDK repeat the texts of the client, at any length. */
const clipStrings = (name: string, value: unknown) =>
  typeof value === 'string' && name !== 'id' ? clip(value, 1000) : value
