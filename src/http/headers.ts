import type { IncomingHttpHeaders } from 'node:http'

/** The methods of every URL except /mcp. */
export const allow = 'GET, HEAD, OPTIONS'

const exposedHeaders = 'Content-Location, Deprecation, ETag, Link, Sunset, X-Markdown-Tokens'

/**
 * The headers of every response. Scripts of any origin may read it (Fetch standard, CORS protocol), pages of any origin
 * may embed it (Cross-Origin-Resource-Policy), and browsers do not guess its type.
 */
export const publicHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff'
}

export const maxBodyBytes = 65_536

export const tooLarge = `The body is larger than ${maxBodyBytes / 1024} KiB.`

export function hasEncodedBody(headers: IncomingHttpHeaders): boolean {
  const { 'content-encoding': list, 'content-length': length = '0', 'transfer-encoding': transfer } = headers
  if (list === undefined || (length === '0' && transfer === undefined)) return false
  return list.split(',').some((encoding) => !['', 'identity'].includes(encoding.trim().toLowerCase()))
}
