import { checkParams } from './params.ts'
import { codes, type Reply, refuse } from './response.ts'

// Far more than any request of the protocol has; what is nested deeper overflows whoever walks it.
const maxLevels = 32
// A request of a client in use has fewer than 100. The SDK checks each a few times.
const maxValues = 500

/** The one message in a body, with the parameters that the server reads, or the error that it is answered with. */
export function parseMessage(body: string): { message: unknown } | { refusal: Reply } {
  const message = parseJson(body)
  const refusal = refusalOf(message)
  return refusal ? { refusal } : { message }
}

function refusalOf(message: unknown): Reply | undefined {
  if (message === undefined) return refuse(400, codes.parse, 'Parse error: the body is not JSON.')
  if (Array.isArray(message))
    return refuse(400, codes.invalidRequest, 'Invalid request: batches are not served. Send one message.')
  if (isDeep(message, maxLevels))
    return refuse(
      400,
      codes.invalidRequest,
      `Invalid request: it is more than ${maxLevels} levels deep.`,
      message
    )
  if (countValues(message) > maxValues)
    return refuse(
      400,
      codes.invalidRequest,
      `Invalid request: it has more than ${maxValues} values.`,
      message
    )
  const { jsonrpc, method, params = {} } = Object(message)
  // The SDK says what is wrong with a message that is none of JSON-RPC.
  if (jsonrpc !== '2.0' || typeof method !== 'string') return undefined
  // There is no stream to listen to.
  if (method === 'subscriptions/listen')
    return refuse(
      404,
      codes.methodNotFound,
      'Method not found: nothing here changes and tells of it.',
      message
    )
  const invalid = checkParams(method, params)
  // As the SDK does: 400 is for a message that is not formed as MCP says, 200 for one that its method cannot answer.
  return invalid && refuse(invalid.isMalformed ? 400 : 200, codes.invalidParams, invalid.reason, message)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isDeep = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isDeep(part, levels - 1)))

const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((count, part) => count + countValues(part), 1)
    : 1
