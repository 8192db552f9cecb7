import { hasEncodedBody, tooLarge } from '../http/headers.ts'
import { createHeaderReader } from '../http/negotiation.ts'
import { clip } from './bounds.ts'
import { createError, errorCodes, type McpResponse, type RequestHeaders } from './message.ts'

export const allow = 'POST, OPTIONS'
// The wildcard does not include Authorization (Fetch standard, CORS-preflight fetch).
export const allowedHeaders = '*, Authorization'

export const createRejection = (
  status: number,
  reason: string,
  headers: Record<string, string> = {}
): McpResponse => ({
  ...createError(status, errorCodes.invalidRequest, `Invalid request: ${reason}`),
  headers
})

export const respondToMethod = (method: string): McpResponse =>
  method === 'OPTIONS'
    ? { status: 204, body: '', headers: { allow } }
    : createRejection(405, `this URL supports ${allow}.`, { allow })

export const unsupportedType = createRejection(415, 'send one JSON-RPC message as application/json.')

export const tooLong = createRejection(413, tooLarge)

/**
 * Creates a check of the headers of a POST request, which returns the response that rejects it, or undefined. It compares
 * Host and Origin with the public URL to prevent DNS rebinding (MCP, Streamable HTTP, security).
 */
export function createRequestCheck(baseUrl: string) {
  const publicName = new URL(baseUrl).hostname
  const isOwn = (hostname: string) => hostname === publicName || loopback.test(hostname)
  return (headers: RequestHeaders): McpResponse | undefined => {
    // Not X-Forwarded-Host, because a client can set it.
    const host = String(headers.host ?? '')
    const hostname = host.replace(/:\d+$/, '').toLowerCase()
    if (!isOwn(hostname) && !singleLabel.test(hostname))
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

// Names below localhost are loopback too (RFC 6761, section 6.3).
const loopback = /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/
// The name of a container. No public name has one label, so an attacker cannot rebind it.
const singleLabel = /^[a-z][a-z\d_-]*$/

// An attacker who rebinds a name has no certificate for it. Extensions and apps have URL schemes of their own.
function isTrusted(origin: string, isOwn: (hostname: string) => boolean): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return protocol !== 'http:' || isOwn(hostname)
}
