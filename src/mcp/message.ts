import { isParent } from '../business/json-value.ts'
import { checkParams } from './params.ts'

// Far more than any request of the protocol has. Deeper nesting would overflow the stack of a recursive function.
const maxDepth = 32
// A request of a common client has fewer than 100. The SDK checks each of them a few times.
const maxValues = 500

/** The HTTP status and the JSON-RPC response to one message. A notification has an empty body. */
export interface McpResponse {
  status: number
  /** The text, or its beginning with the id of the request, and a result that several responses share. */
  body: string | readonly [head: string, result: Buffer]
}

/** The JSON-RPC 2.0 errors that the server returns without the SDK. */
export const errorCodes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** From the range for server errors (JSON-RPC 2.0, section 5.1). */
  overloaded: -32000
} as const

/** Returns the id of a message, or null if it has none that a response can repeat (JSON-RPC 2.0, section 5). */
export function getId(message: unknown): string | number | null {
  const id = isParent(message) ? message.id : undefined
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? id : null
}

/** Returns the response to a message that fails, or to a body that is not a message. */
export const createError = (
  status: number,
  code: number,
  reason: string,
  message?: unknown
): McpResponse => ({
  status,
  body: JSON.stringify({ jsonrpc: '2.0', error: { code, message: reason }, id: getId(message) })
})

/** Returns the one message in a body, with only the parameters that the server reads, or an error response. */
export function parseMessage(body: string): { message: unknown } | { error: McpResponse } {
  const message = parseJson(body)
  const error = findMessageError(message)
  return error ? { error } : { message }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function findMessageError(message: unknown): McpResponse | undefined {
  const reject = (reason: string) =>
    createError(400, errorCodes.invalidRequest, `Invalid request: ${reason}`, message)
  if (message === undefined) return createError(400, errorCodes.parse, 'Parse error: the body is not JSON.')
  if (Array.isArray(message)) return reject('batches are not supported. Send one message.')
  const { isTooDeep, count } = measure(message)
  if (isTooDeep) return reject(`it is more than ${maxDepth} levels deep.`)
  if (count > maxValues) return reject(`it has more than ${maxValues} values.`)
  // The SDK describes what is wrong with a message that is not JSON-RPC.
  if (!isParent(message) || message.jsonrpc !== '2.0' || typeof message.method !== 'string') return undefined
  const { method, params = {} } = message
  if (method === 'subscriptions/listen') {
    const reason = 'Method not found: this server does not support subscriptions.'
    return createError(404, errorCodes.methodNotFound, reason, message)
  }
  const invalid = checkParams(method, params)
  // As in the SDK: 400 for a message that violates the protocol, 200 for one that its method cannot process.
  return (
    invalid && createError(invalid.isMalformed ? 400 : 200, errorCodes.invalidParams, invalid.reason, message)
  )
}

/** Returns how many values a message consists of, and whether they are nested too deeply, which stops the count. */
function measure(message: unknown): { isTooDeep: boolean; count: number } {
  let count = 0
  const isTooDeep = (value: unknown, depth: number): boolean => {
    count += 1
    if (!isParent(value)) return false
    if (depth === maxDepth) return true
    for (const part of Object.values(value)) if (isTooDeep(part, depth + 1)) return true
    return false
  }
  return { isTooDeep: isTooDeep(message, 0), count }
}
