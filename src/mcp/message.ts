import { fieldOf, isObject, isParent, type JsonObject } from '../base/json-value.ts'

/** The supported MCP revisions, the newest first. */
export const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']

// Far more than any request of the protocol has. Deeper nesting would overflow the stack of a recursive function.
const maxDepth = 32
// A request of a common client has fewer than 100. The SDK checks each of them a few times.
const maxValues = 500
// Every response repeats the id, and waits in memory until its client has read it.
const maxIdLength = 256

export type RequestHeaders = Record<string, string | string[] | undefined>

/** A JSON-RPC message with only the parameters that the server reads. */
export interface ParsedMessage {
  message: JsonObject & { method: string }
  id: Id
  /** Creates the result of a request; undefined for a message that the SDK responds to itself. */
  getResult: (() => object | Promise<object>) | undefined
  /** Everything that the result depends on; undefined if it is not cached. */
  key: string | undefined
}

/** The HTTP status and the JSON-RPC response to one message. A notification has an empty body. */
export interface McpResponse {
  status: number
  headers?: Record<string, string>
  /** The text, or its beginning with the id of the request, and a result that several responses share. */
  body: string | readonly [head: string, result: Uint8Array<ArrayBuffer>]
}

export const headersOf = ({ status, body, headers }: McpResponse): Record<string, string> => ({
  ...headers,
  ...(body !== '' && {
    'content-type': `application/json${typeof body === 'string' ? '; charset=utf-8' : ''}`
  }),
  ...(status >= 400 && { 'cache-control': 'no-store' }),
  ...(status === 503 && { 'retry-after': '5' })
})

export const errorCodes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** From the range for server errors (JSON-RPC 2.0, section 5.1). */
  overloaded: -32000
} as const

type Id = string | number | null

/** Returns the id of a message, or null if it has none that a response can repeat (JSON-RPC 2.0, section 5). */
export function getId(message: unknown): Id {
  const id = isParent(message) ? message.id : undefined
  if (typeof id === 'string') return id.length > maxIdLength ? null : id
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null
}

export const createError = (status: number, code: number, message: string, id: Id = null): McpResponse => ({
  status,
  body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id })
})

/** An error that the client can correct. As in the SDK, the status is 400 if the message violates the protocol, else 200. */
export class InvalidParams extends Error {
  readonly code = errorCodes.invalidParams
  readonly status: number
  readonly data: object | undefined

  constructor(reason: string, { status = 200, data }: { status?: number; data?: object } = {}) {
    super(reason)
    this.status = status
    this.data = data
  }
}

/** Returns the response to a message that violates the protocol or a limit; `undefined` is a body that is not JSON. */
export function findMessageError(message: unknown): McpResponse | undefined {
  if (message === undefined) return createError(400, errorCodes.parse, 'Parse error: the body is not JSON.')
  const id = getId(message)
  const reject = (reason: string) =>
    createError(400, errorCodes.invalidRequest, `Invalid request: ${reason}`, id)
  if (Array.isArray(message)) return reject('batches are not supported. Send one message.')
  if (typeof fieldOf(message, 'id') === 'string' && id === null)
    return reject(`its id has more than ${maxIdLength} characters.`)
  const excess = findExcess(message)
  if (excess) return reject(excess)
  if (!isJsonRpc(message)) return reject('the body is not a valid JSON-RPC message.')
  if (fieldOf(message, 'method') === 'subscriptions/listen') {
    const reason = 'Method not found: this server does not support subscriptions.'
    return createError(404, errorCodes.methodNotFound, reason, id)
  }
  return undefined
}

/** Returns whether a message is a request, a notification or a response (JSON-RPC 2.0, sections 4 and 5). */
function isJsonRpc(message: unknown): boolean {
  if (!isParent(message) || message.jsonrpc !== '2.0') return false
  const { method, result, error } = message
  if ('id' in message && getId(message) === null) return false
  return typeof method === 'string' || ('id' in message && [result, error].some(isObject))
}

/** Returns why a message is too large: by the levels of its objects and lists, or by their values. */
export function findExcess(message: unknown): string | undefined {
  let depth = 0
  let count = 1
  for (let parents = [message].filter(isParent); parents.length > 0 && depth <= maxDepth; depth += 1) {
    const values = parents.flatMap(Object.values)
    count += values.length
    parents = values.filter(isParent)
  }
  if (depth > maxDepth) return `it is more than ${maxDepth} levels deep.`
  return count > maxValues ? `it has more than ${maxValues} values.` : undefined
}
