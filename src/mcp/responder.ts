import { Cache } from '../base/cache.ts'
import { fieldOf, isParent, parseIfJson } from '../base/json-value.ts'
import type { Context } from '../context/context.ts'
import { busy } from '../http/errors.ts'
import { clip } from './bounds.ts'
import {
  createError,
  errorCodes,
  findMessageError,
  getId,
  InvalidParams,
  type McpResponse,
  type Message,
  type RequestHeaders
} from './message.ts'
import { findMethod, type Offers, versionField } from './methods.ts'
import type { SdkHandler } from './sdk.ts'

// Enough for several of the largest results.
const maxCachedBytes = 4 * 2 ** 20

interface Queue {
  run: <Result>(task: () => Promise<Result>) => Promise<Result> | undefined
}

export type Respond = (headers: RequestHeaders, body: string) => McpResponse | Promise<McpResponse>

/** Creates a responder that caches results: they depend only on the request, the facts and the date. */
export function createResponder(
  context: Pick<Context, 'now' | 'expires'>,
  offers: Offers,
  loadSdk: () => Promise<SdkHandler>,
  queue: Queue
): Respond {
  const results = new Cache<CachedResult>(maxCachedBytes)
  const getCached = (key: string | undefined) => {
    const cached = key === undefined ? undefined : results.get(key)
    return cached?.expires !== undefined && cached.expires <= context.now().getTime() ? undefined : cached
  }

  async function askSdk(headers: RequestHeaders, parsed: Message): Promise<McpResponse> {
    const { message, key } = parsed
    // A request that was queued before this one may have had the same result.
    const cached = getCached(key)
    if (cached) return respondTo(message, cached)
    const { ttlMs, expires } = lifetimeAt(context)
    const handle = await loadSdk()
    const answer = await handle(headers, parsed, ttlMs).catch(describeUnavailable)
    if (answer instanceof Error) return createError(503, errorCodes.overloaded, answer.message, message)
    const { status, text, isError } = answer
    if (!isResult(text)) return { status, body: text && describeError(text, message) }
    // The SDK's own bytes, without the id: encoding a large result again takes longer than the SDK.
    const bytes = new TextEncoder().encode(`,${text.slice(1, -resultEnd.length)}}`)
    const result = { bytes, size: bytes.length, expires }
    if (key !== undefined && !isError) results.set(key, result)
    return respondTo(message, result)
  }

  return (headers, body) => {
    const parsed = parseMessage(headers, body, offers)
    if ('response' in parsed) return parsed.response
    const cached = getCached(parsed.key)
    if (cached) return respondTo(parsed.message, cached)
    const response = queue.run(() => askSdk(headers, parsed))
    return response ?? createError(503, errorCodes.overloaded, busy, parsed.message)
  }
}

/** Returns the error of a part that cannot be started now, which the log has already; rethrows any other. */
function describeUnavailable(error: unknown): Error {
  if (error instanceof Error && fieldOf(error, 'statusCode') === 503) return error
  throw error
}

/** The end of each result of the SDK, which gets the id 0. */
const resultEnd = ',"jsonrpc":"2.0","id":0}'

const isResult = (text: string) => text.startsWith('{"result":') && text.endsWith(resultEnd)

/** Returns an error of the SDK, which omits the id from some, and repeats the texts of the client at any length. */
const describeError = (text: string, message: unknown) =>
  JSON.stringify({ ...JSON.parse(text), id: getId(message) }, (name, value) =>
    typeof value === 'string' && name !== 'id' ? clip(value, 1000) : value
  )

function parseMessage(
  headers: RequestHeaders,
  body: string,
  offers: Offers
): Message | { response: McpResponse } {
  const given = parseIfJson(body)
  const error = findMessageError(given)
  if (error) return { response: error }
  // A response, which nothing waits for.
  if (!isParent(given) || typeof given.method !== 'string') return { response: { status: 202, body: '' } }
  const { jsonrpc, id, method } = given
  const { isCached, readParams } = findMethod(method, given.params)
  const request = readParams(given.params ?? {}, offers)
  if (request instanceof InvalidParams)
    return { response: createError(request.status, request.code, request.message, given) }
  const { params, getResult } = request
  const message = { jsonrpc, ...('id' in given && { id }), method, params }
  return { message, method, getResult, key: isCached ? getCacheKey(headers, message) : undefined }
}

const capabilitiesField = 'io.modelcontextprotocol/clientCapabilities'

/**
 * Returns everything that the result of a valid request depends on, or undefined if it is not a request. Clients that
 * describe themselves differently, or put a progress token into `_meta`, get the same result.
 */
function getCacheKey(headers: RequestHeaders, message: Record<string, unknown>): string | undefined {
  const { method, params } = message
  if (getId(message) === null || !isParent(params)) return undefined
  const { _meta, clientInfo, capabilities, ...rest } = params
  const meta = isParent(_meta) ? _meta : {}
  const { 'mcp-protocol-version': version, 'mcp-method': methodHeader, 'mcp-name': nameHeader } = headers
  // Only a request that states its revision in `_meta` must repeat its method and name in the headers.
  const stated = meta[versionField]
  const modern =
    stated === undefined ? [] : [stated, meta[capabilitiesField] !== undefined, methodHeader, nameHeader]
  return JSON.stringify([method, rest, version, ...modern])
}

/** A result for responses with any id; `expires` is in milliseconds since 1970, and undefined if it never changes. */
interface CachedResult {
  bytes: Uint8Array<ArrayBuffer>
  size: number
  expires: number | undefined
}

const respondTo = (message: unknown, { bytes }: CachedResult): McpResponse => ({
  status: 200,
  body: [`{"jsonrpc":"2.0","id":${JSON.stringify(getId(message))}`, bytes]
})

// The same as max-age of the same facts in the API.
const maxTtl = 300_000

/**
 * Returns how long clients may cache a result that is created now, and when the server must create it again, in milliseconds.
 * A cached result has one `ttlMs`, so in the last minutes before the facts change, results with zero replace the others.
 */
function lifetimeAt({ now, expires }: Pick<Context, 'now' | 'expires'>) {
  const time = now()
  const change = expires(time)?.getTime()
  const lastMinutes = change && change - maxTtl
  return lastMinutes === undefined || time.getTime() < lastMinutes
    ? { ttlMs: maxTtl, expires: lastMinutes }
    : { ttlMs: 0, expires: change }
}
