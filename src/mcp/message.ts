import { codes, type Reply, refuse } from './response.ts'

// Far more than any request of the protocol has; what is nested deeper overflows whoever walks it.
const mostLevels = 32

/** The one message in a body, or the error that it is answered with. */
export function parseMessage(body: string): { message: unknown } | { refusal: Reply } {
  const message = parseJson(body)
  const refusal = refusalOf(message)
  return refusal ? { refusal } : { message }
}

function refusalOf(message: unknown): Reply | undefined {
  if (message === undefined) return refuse(400, codes.parse, 'Parse error: the body is not JSON.')
  if (Array.isArray(message))
    return refuse(400, codes.invalidRequest, 'Invalid request: batches are not served. Send one message.')
  if (isDeep(message, mostLevels))
    return refuse(400, codes.invalidRequest, `Invalid request: it is more than ${mostLevels} levels deep.`)
  // There is no stream to listen to.
  if (Object(message).method === 'subscriptions/listen')
    return refuse(
      404,
      codes.methodNotFound,
      'Method not found: nothing here changes and tells of it.',
      message
    )
  return undefined
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
