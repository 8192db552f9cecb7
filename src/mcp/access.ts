import type { FastifyRequest } from 'fastify'
import { clip } from './clip.ts'

/**
 * Says why a request may not call the server: it is for another host, or comes from a page that may have been led here
 * by another name for this machine (MCP, Streamable HTTP, security: DNS rebinding). Undefined where it may.
 */
export function accessOf(baseUrl: string) {
  const names = new Set([new URL(baseUrl).hostname, 'localhost', '127.0.0.1', '[::1]'])
  const setting = `BASE_URL is ${baseUrl}: set it to the public address`

  return ({ headers: { host = '', origin } }: FastifyRequest): string | undefined => {
    // Not what a proxy says in X-Forwarded-Host: the client may have said it.
    const hostname = host.replace(/:\d+$/, '').toLowerCase()
    if (!names.has(hostname))
      return `The host "${clip(hostname, 200)}" is not served. ${setting}, and let the proxy pass the Host header on.`
    if (origin === undefined || isTrusted(origin, names)) return undefined
    return `The origin "${clip(origin, 200)}" may not call. It must be https, or of this host. ${setting}.`
  }
}

// Whoever rebinds a name cannot have a certificate for it. Extensions and apps have schemes of their own.
function isTrusted(origin: string, names: Set<string>): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return protocol !== 'http:' || names.has(hostname)
}
