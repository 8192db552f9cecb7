import type { IncomingHttpHeaders } from 'node:http'

export const allow = 'GET, HEAD, OPTIONS'

/** Of every response: any origin may read it (Fetch standard, CORS protocol) and embed it, and browsers do not guess its type. */
export const publicHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Content-Location, Deprecation, ETag, Link, Retry-After, Sunset, X-Markdown-Tokens',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff'
}

export function hasEncodedBody(headers: IncomingHttpHeaders): boolean {
  const { 'content-encoding': list, 'content-length': length = '0', 'transfer-encoding': transfer } = headers
  if (list === undefined || (length === '0' && transfer === undefined)) return false
  return list.split(',').some((encoding) => !['', 'identity'].includes(encoding.trim().toLowerCase()))
}
