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

export const maxBodyBytes = 65_536

export const tooLarge = `The body is larger than ${maxBodyBytes / 1024} KiB.`

export function hasEncodedBody(headers: IncomingHttpHeaders): boolean {
  const { 'content-encoding': list, 'content-length': length = '0', 'transfer-encoding': transfer } = headers
  if (list === undefined || (length === '0' && transfer === undefined)) return false
  return list.split(',').some((encoding) => !['', 'identity'].includes(encoding.trim().toLowerCase()))
}

/** Drops the port, and the dot at the end of a fully qualified name. */
const nameOf = (host: string): string => host.replace(/\.?(?:(?<!:):\d+)?$/, '').toLowerCase()

// Names below localhost are loopback too (RFC 6761, section 6.3).
const loopback = /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])$/
// The name or the id of a container. An attacker can rebind no name of one label.
const singleLabel = /^(?!\d+$)[a-z\d_][a-z\d_-]*$/

/** Checks that prevent DNS rebinding: is a host one of these or loopback, and may a request name it? */
export function createHostRules(...hosts: string[]) {
  const names = hosts.map(nameOf)
  const isOwn = (host: string) => names.includes(nameOf(host)) || loopback.test(nameOf(host))
  return { isOwn, isAllowed: (host: string) => isOwn(host) || singleLabel.test(nameOf(host)) }
}
