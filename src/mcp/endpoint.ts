import { createHostRules, hasEncodedBody, tooLarge } from '../http/headers.ts'
import { createHeaderReader } from '../http/negotiation.ts'
import { clip } from './bounds.ts'
import { createError, errorCodes, type McpResponse, type RequestHeaders } from './message.ts'
import type { Respond } from './responder.ts'

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

const unsupportedType = createRejection(415, 'send one JSON-RPC message as application/json.')

export const failure = createError(500, errorCodes.internal, 'Internal error: the server log has the cause.')

interface McpRequest {
  method: string
  headers: RequestHeaders
  /** Reads the body as UTF-8; undefined if it is too long. */
  readBody: () => Promise<string | undefined>
}

/** Creates the function that responds to HTTP requests for /mcp. */
export function createEndpoint(baseUrl: string, respond: Respond) {
  const findRejection = createRequestCheck(baseUrl)
  return async ({ method, headers, readBody }: McpRequest): Promise<McpResponse> => {
    if (method === 'OPTIONS') return { status: 204, body: '', headers: { allow } }
    // A body of another method is not read.
    if (method !== 'POST') return createRejection(405, `this URL supports ${allow}.`, { allow })
    const rejection = findRejection(headers)
    if (rejection) return rejection
    if (!jsonType.test(String(headers['content-type']))) return unsupportedType
    const text = await readBody()
    return text === undefined ? createRejection(413, tooLarge) : respond(headers, text)
  }
}

const jsonType = /^\s*application\/json\s*(?:;|$)/i

/**
 * Creates a check of the headers of a POST request, which returns the response that rejects it, or undefined. It compares
 * Host and Origin with the public URL to prevent DNS rebinding (MCP, Streamable HTTP, security).
 */
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
    return hasEncodedBody(headers)
      ? createRejection(415, 'send the message without Content-Encoding.', { 'accept-encoding': 'identity' })
      : undefined
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
