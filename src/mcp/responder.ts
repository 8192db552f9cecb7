import { Cache } from '../base/cache.ts'
import { fieldOf, isParent, parseIfJson } from '../base/json-value.ts'
import type { Context } from '../context/context.ts'
import { busy } from '../http/errors.ts'
import { createHostRules, hasEncodedBody, tooLarge } from '../http/headers.ts'
import type { Limits } from '../http/limits.ts'
import { createHeaderReader } from '../http/negotiation.ts'
import { clip } from './bounds.ts'
import {
  createError,
  errorCodes,
  findMessageError,
  getId,
  InvalidParams,
  type McpResponse,
  type ParsedMessage,
  type RequestHeaders
} from './message.ts'
import { type Features, findMethod, versionField } from './methods.ts'
import type { SdkHandler } from './sdk.ts'

const maxCachedBytes = 4 * 2 ** 20

const allow = 'POST, OPTIONS'
/** The headers of a preflight. The wildcard does not include Authorization (Fetch standard, CORS-preflight fetch). */
export const cors = { methods: allow, allowedHeaders: '*, Authorization' }

export const createRejection = (
  status: number,
  reason: string,
  headers: Record<string, string> = {}
): McpResponse => ({
  ...createError(status, errorCodes.invalidRequest, `Invalid request: ${reason}`),
  headers
})

export const failure = createError(500, errorCodes.internal, 'Internal error: the server log has the cause.')

interface McpRequest {
  method: string
  headers: RequestHeaders
  /** Reads the body as UTF-8; undefined if it is too long. */
  readBody: () => Promise<string | undefined>
}

/** Creates the function that responds to requests for /mcp. It caches results: they depend only on request, facts and date. */
export function createResponder(
  context: Pick<Context, 'baseUrl' | 'now' | 'factsExpire'>,
  features: Features,
  loadSdk: () => Promise<SdkHandler>,
  queue: Pick<Limits['mcp'], 'run'>
) {
  const findRejection = createRequestCheck(context.baseUrl)
  const results = new Cache<CachedResult>(maxCachedBytes)
  const getCached = (key: string | undefined) => {
    const cached = key === undefined ? undefined : results.get(key)
    return cached?.expires !== undefined && cached.expires <= context.now().getTime() ? undefined : cached
  }

  async function askSdk(headers: RequestHeaders, parsed: ParsedMessage): Promise<McpResponse> {
    const { id, key } = parsed
    // A request that was queued before this one may have had the same result.
    const cached = getCached(key)
    if (cached) return respondTo(id, cached)
    const { ttlMs, expires } = lifetimeAt(context)
    const handle = await loadSdk()
    const { status, text, isError } = await handle(headers, parsed, ttlMs)
    const isResult = text.startsWith('{"result":') && text.endsWith(resultEnd)
    if (!isResult) return { status, body: text && describeError(text, id) }
    // The SDK's own bytes, without the id: encoding a large result again takes longer than the SDK.
    const bytes = new TextEncoder().encode(`,${text.slice(1, -resultEnd.length)}}`)
    const result = { bytes, size: bytes.length, expires }
    if (key !== undefined && !isError) results.set(key, result)
    return respondTo(id, result)
  }

  return async ({ method, headers, readBody }: McpRequest): Promise<McpResponse> => {
    if (method === 'OPTIONS') return { status: 204, body: '', headers: { allow } }
    if (method !== 'POST') return createRejection(405, `this URL supports ${allow}.`, { allow })
    const rejection = findRejection(headers)
    if (rejection) return rejection
    const body = await readBody()
    if (body === undefined) return createRejection(413, tooLarge)
    const parsed = parseMessage(headers, body, features)
    if ('response' in parsed) return parsed.response
    const cached = getCached(parsed.key)
    if (cached) return respondTo(parsed.id, cached)
    const reportOverload = (reason: string) => createError(503, errorCodes.overloaded, reason, parsed.id)
    const response = queue.run(() => askSdk(headers, parsed))
    return (
      response?.catch((error) => {
        // A part cannot be started now, which is in the log.
        if (error instanceof Error && fieldOf(error, 'statusCode') === 503)
          return reportOverload(error.message)
        throw error
      }) ?? reportOverload(busy)
    )
  }
}

/** The end of each result of the SDK, which gets the id 0. */
const resultEnd = ',"jsonrpc":"2.0","id":0}'

/** Returns an error of the SDK, which omits the id from some, and repeats the texts of the client at any length. */
const describeError = (text: string, id: ParsedMessage['id']) =>
  JSON.stringify({ ...JSON.parse(text), id }, (name, value) =>
    typeof value === 'string' && name !== 'id' ? clip(value, 1000) : value
  )

function parseMessage(
  headers: RequestHeaders,
  body: string,
  features: Features
): ParsedMessage | { response: McpResponse } {
  const given = parseIfJson(body)
  const error = findMessageError(given)
  if (error) return { response: error }
  // A response, which nothing waits for.
  if (!isParent(given) || typeof given.method !== 'string') return { response: { status: 202, body: '' } }
  const { jsonrpc, method } = given
  const id = getId(given)
  const { isCached, bindParams } = findMethod(method, given.params)
  try {
    const { params, getResult } = bindParams(given.params ?? {}, features)
    const message = { jsonrpc, ...(id !== null && { id }), method, params }
    const key = isCached && id !== null ? getCacheKey(headers, method, params) : undefined
    return { message, id, getResult, key }
  } catch (error) {
    if (!(error instanceof InvalidParams)) throw error
    return { response: createError(error.status, error.code, error.message, id) }
  }
}

const capabilitiesField = 'io.modelcontextprotocol/clientCapabilities'

/** Returns everything that the result of a valid request depends on: not the client, nor a progress token in `_meta`. */
function getCacheKey(headers: RequestHeaders, method: string, params: unknown): string | undefined {
  if (!isParent(params)) return undefined
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

const respondTo = (id: ParsedMessage['id'], { bytes }: CachedResult): McpResponse => ({
  status: 200,
  body: [`{"jsonrpc":"2.0","id":${JSON.stringify(id)}`, bytes]
})

// The same as max-age of the same facts in the API.
const maxTtl = 300_000

/** In milliseconds. A cached result has one `ttlMs`, so shortly before the facts change, results with zero replace the others. */
function lifetimeAt({ now, factsExpire }: Pick<Context, 'now' | 'factsExpire'>) {
  const time = now()
  const change = factsExpire(time)?.getTime()
  const lastMinutes = change && change - maxTtl
  return lastMinutes === undefined || time.getTime() < lastMinutes
    ? { ttlMs: maxTtl, expires: lastMinutes }
    : { ttlMs: 0, expires: change }
}

const jsonType = /^\s*application\/json\s*(?:;|$)/i

/** Creates a check of a POST request. Host and Origin prevent DNS rebinding (MCP, Streamable HTTP, security). */
function createRequestCheck(baseUrl: string) {
  const { isOwn, isAllowed } = createHostRules(new URL(baseUrl).host)
  return (headers: RequestHeaders): McpResponse | undefined => {
    // Not X-Forwarded-Host, because a client can set it.
    const host = String(headers.host ?? '')
    if (!isAllowed(host))
      return createRejection(
        403,
        `Host "${clip(host, 200)}" is not allowed. Set BASE_URL (now ${baseUrl}) to the public URL, and let the proxy forward the Host header.`
      )
    const { origin } = headers
    if (origin !== undefined && !isTrusted(String(origin), isOwn))
      return createRejection(
        403,
        `Origin "${clip(String(origin), 200)}" is not allowed. Use https, or the host in BASE_URL (now ${baseUrl}).`
      )
    if (!acceptsJson(String(headers.accept ?? '*/*')))
      return createRejection(406, 'responses are application/json. Include it in Accept.')
    if (hasEncodedBody(headers))
      return createRejection(415, 'send the message without Content-Encoding.', {
        'accept-encoding': 'identity'
      })
    return jsonType.test(String(headers['content-type']))
      ? undefined
      : createRejection(415, 'send one JSON-RPC message as application/json.')
  }
}

/** Returns whether Accept allows JSON. A header that is too long to parse allows everything, as for pages. */
const acceptsJson = createHeaderReader(
  (weights) => ['application/json', 'application/*', '*/*'].some((range) => (weights.get(range) ?? 0) > 0),
  true
)

// An attacker who rebinds a name has no certificate for it. Extensions and apps have URL schemes of their own.
function isTrusted(origin: string, isOwn: (host: string) => boolean): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  return protocol !== 'http:' || isOwn(host)
}
