import { Cache } from '../base/cache.ts'
import { fieldOf, isObject, isParent, type JsonObject, parseIfJson } from '../base/json-value.ts'
import type { Context } from '../context/context.ts'
import { busy } from '../http/errors.ts'
import { hasEncodedBody } from '../http/headers.ts'
import { createHostRules } from '../http/host-rules.ts'
import { BodyError, type Limits } from '../http/limits.ts'
import { createHeaderReader } from '../http/negotiation.ts'
import { clip } from './bounds.ts'
import { bindMethod, type Features } from './methods.ts'
import { findExcess, InvalidParams } from './params.ts'

type RequestHeaders = Record<string, string | string[] | undefined>
type Id = string | number | null

/** The HTTP status and the JSON-RPC response to one message. A notification has an empty body. */
export interface McpResponse {
  status: number
  headers?: Record<string, string>
  /** The text, or its beginning with the id of the request, and a result that several responses share. */
  body: string | readonly [head: string, result: Uint8Array<ArrayBuffer>]
}

const allow = 'POST, OPTIONS'
/** The headers of a preflight. The wildcard does not include Authorization (Fetch standard, CORS-preflight fetch). */
export const cors = { methods: allow, allowedHeaders: '*, Authorization' }

/** The codes are of JSON-RPC 2.0, section 5.1; -32000 is from its range for server errors. */
const createError = (status: number, code: number, message: string, id: Id = null): McpResponse => ({
  status,
  body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id })
})

const createRejection = (
  status: number,
  reason: string,
  headers: Record<string, string> = {}
): McpResponse => ({
  ...createError(status, -32600, `Invalid request: ${reason}`),
  headers
})

/** The response to a request for which the server has no room. */
export const createOverload = (reason: string, id?: Id) => createError(503, -32000, reason, id)

/** Returns the response if a body cannot be read, or a part of the server cannot be started. Throws any other error. */
function respondToError(error: unknown, id?: Id): McpResponse {
  if (error instanceof Error && fieldOf(error, 'statusCode') === 503) return createOverload(error.message, id)
  if (!(error instanceof BodyError)) throw error
  const { statusCode, message } = error
  // A client or proxy that is still sending the rest of a long body could lose the response if the connection were closed,
  // so the server discards the rest, within limits (server.ts).
  return createRejection(statusCode, message, statusCode === 400 ? { connection: 'close' } : {})
}

export const failure = createError(500, -32603, 'Internal error: the server log has the cause.')

export const headersOf = ({ status, body, headers }: McpResponse): Record<string, string> => ({
  ...headers,
  ...(body !== '' && {
    'content-type': `application/json${typeof body === 'string' ? '; charset=utf-8' : ''}`
  }),
  ...(status >= 400 && { 'cache-control': 'no-store' }),
  ...(status === 503 && { 'retry-after': '5' })
})

const maxCachedBytes = 4 * 2 ** 20
// In characters. Every response repeats the id, and waits in memory until its client has read it.
const maxIdLength = 256

interface McpRequest {
  method: string
  headers: RequestHeaders
  /** Reads the body as UTF-8. Rejects with a `BodyError`. */
  readBody: () => Promise<string>
}

/** A JSON-RPC message with only the parameters that the server reads. */
interface ParsedMessage {
  message: JsonObject & { method: string }
  id: Id
  /** Those that the result depends on. */
  headers: Record<string, string>
  /** Creates the result of a request; undefined for a message that the SDK responds to itself. */
  getResult: (() => object | Promise<object>) | undefined
  /** Everything that the result depends on. */
  key: string
}

/** Passes a message to the SDK, with the id 0. The text is empty for a notification. */
export type SdkHandler = (
  parsed: Pick<ParsedMessage, 'message' | 'headers' | 'getResult'>,
  ttlMs: number
) => Promise<{ status: number; text: string; isError: boolean }>

/** Creates the function that responds to requests for /mcp. It caches results: they depend only on request, facts and date. */
export function createResponder(
  context: Pick<Context, 'baseUrl' | 'now' | 'factsExpire'>,
  features: Features,
  loadSdk: () => Promise<SdkHandler>,
  queue: Pick<Limits['mcp'], 'run'>
) {
  const findRejection = createRequestCheck(context.baseUrl)
  const results = new Cache<CachedResult>(maxCachedBytes, context.now)

  async function askSdk(parsed: ParsedMessage): Promise<McpResponse> {
    const { id, key } = parsed
    // A request that was queued before this one may have had the same result.
    const cached = results.get(key)
    if (cached) return respondTo(id, cached)
    const { ttlMs, expires } = lifetimeAt(context)
    const handle = await loadSdk()
    const { status, text, isError } = await handle(parsed, ttlMs)
    const isResult = text.startsWith('{"result":') && text.endsWith(resultEnd)
    if (!isResult) return { status, body: text && describeError(text, id) }
    // The SDK's own bytes, without the id: encoding a large result again takes longer than the SDK.
    const bytes = new TextEncoder().encode(`,${text.slice(1, -resultEnd.length)}}`)
    const result = { bytes, size: bytes.length, expires }
    if (!isError) results.set(key, result)
    return respondTo(id, result)
  }

  return async ({ method, headers, readBody }: McpRequest): Promise<McpResponse> => {
    if (method === 'OPTIONS') return { status: 204, body: '', headers: { allow } }
    if (method !== 'POST') return createRejection(405, `this URL supports ${allow}.`, { allow })
    const rejection = findRejection(headers)
    if (rejection) return rejection
    const body = await readBody().catch(respondToError)
    if (typeof body !== 'string') return body
    const parsed = parseMessage(headers, body, features)
    if ('response' in parsed) return parsed.response
    const cached = results.get(parsed.key)
    if (cached) return respondTo(parsed.id, cached)
    const response = queue.run(() => askSdk(parsed))
    return response?.catch((error) => respondToError(error, parsed.id)) ?? createOverload(busy, parsed.id)
  }
}

/** The end of each result of the SDK, which gets the id 0. */
const resultEnd = ',"jsonrpc":"2.0","id":0}'

/** Returns an error of the SDK, which omits the id from some, and repeats the texts of the client at any length. */
const describeError = (text: string, id: Id) =>
  JSON.stringify({ ...JSON.parse(text), id }, (name, value) =>
    typeof value === 'string' && name !== 'id' ? clip(value, 1000) : value
  )

function parseMessage(
  sent: RequestHeaders,
  body: string,
  features: Features
): ParsedMessage | { response: McpResponse } {
  const given = parseIfJson(body)
  const id = getId(given)
  const reject = (status: number, code: number, message: string) => ({
    response: createError(status, code, message, id)
  })
  if (given === undefined) return reject(400, -32700, 'Parse error: the body is not JSON.')
  const problem = findProblem(given, id)
  if (problem) return reject(400, -32600, `Invalid request: ${problem}`)
  // A response, which nothing waits for.
  if (!isParent(given) || typeof given.method !== 'string') return { response: { status: 202, body: '' } }
  const { jsonrpc, method } = given
  if (method === 'subscriptions/listen')
    return reject(404, -32601, 'Method not found: this server does not support subscriptions.')
  try {
    const { params, getResult, key } = bindMethod(method, given.params, features)
    const message = { jsonrpc, ...(id !== null && { id }), method, params }
    const read = Object.fromEntries(
      ['mcp-protocol-version', 'mcp-method', 'mcp-name']
        .filter((name) => sent[name] !== undefined)
        .map((name) => [name, String(sent[name])])
    )
    // A notification, which has no id, has no result either.
    return { message, id, headers: read, getResult, key: JSON.stringify([key, read, id === null]) }
  } catch (error) {
    if (!(error instanceof InvalidParams)) throw error
    return reject(error.status, error.code, error.message)
  }
}

/** Returns the id of a message, or null if it has none that a response can repeat (JSON-RPC 2.0, section 5). */
function getId(message: unknown): Id {
  const id = isParent(message) ? message.id : undefined
  if (typeof id === 'string') return id.length > maxIdLength ? null : id
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null
}

/** Returns how a message violates the protocol or a limit. */
function findProblem(message: unknown, id: Id): string | undefined {
  if (Array.isArray(message)) return 'batches are not supported. Send one message.'
  if (typeof fieldOf(message, 'id') === 'string' && id === null)
    return `its id has more than ${maxIdLength} characters.`
  return findExcess(message) ?? (isJsonRpc(message) ? undefined : 'the body is not a valid JSON-RPC message.')
}

/** Returns whether a message is a request, a notification or a response (JSON-RPC 2.0, sections 4 and 5). */
function isJsonRpc(message: unknown): boolean {
  if (!isParent(message) || message.jsonrpc !== '2.0') return false
  const { method, result, error } = message
  if ('id' in message && getId(message) === null) return false
  return typeof method === 'string' || ('id' in message && [result, error].some(isObject))
}

/** A result for responses with any id; `expires` is undefined if it never changes. */
interface CachedResult {
  bytes: Uint8Array<ArrayBuffer>
  size: number
  expires: Date | undefined
}

const respondTo = (id: Id, { bytes }: CachedResult): McpResponse => ({
  status: 200,
  body: [`{"jsonrpc":"2.0","id":${JSON.stringify(id)}`, bytes]
})

// The same as max-age of the same facts in the API.
const maxTtl = 300_000

/** A cached result has one `ttlMs`, so shortly before the facts change, results with zero replace the others. */
function lifetimeAt({ now, factsExpire }: Pick<Context, 'now' | 'factsExpire'>) {
  const time = now()
  const change = factsExpire(time)
  const lastMinutes = change && new Date(change.getTime() - maxTtl)
  return lastMinutes === undefined || time < lastMinutes
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
