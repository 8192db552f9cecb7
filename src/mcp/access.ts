import type { FastifyRequest } from 'fastify'
import { clip } from './wording.ts'

/**
 * Returns a check that says why a request is rejected, or undefined if it is allowed. It compares Host and Origin with
 * the public URL to prevent DNS rebinding (MCP, Streamable HTTP, security).
 */
export function createAccessCheck(baseUrl: string) {
  const hostnames = new Set([new URL(baseUrl).hostname, 'localhost', '127.0.0.1', '[::1]'])

  return ({ headers: { host = '', origin } }: FastifyRequest): string | undefined => {
    // Not X-Forwarded-Host, because a client can set it.
    const hostname = host.replace(/:\d+$/, '').toLowerCase()
    if (!hostnames.has(hostname))
      return `Host "${clip(host, 200)}" is not allowed. Set BASE_URL (now ${baseUrl}) to the public URL, and let the proxy forward the Host header.`
    if (origin === undefined || isTrusted(origin, hostnames)) return undefined
    return `Origin "${clip(origin, 200)}" is not allowed. Use https, or the host in BASE_URL (now ${baseUrl}).`
  }
}

// An attacker who rebinds a name has no certificate for it. Extensions and apps have URL schemes of their own.
function isTrusted(origin: string, hostnames: Set<string>): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return protocol !== 'http:' || hostnames.has(hostname)
}
