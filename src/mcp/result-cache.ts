import type { IncomingHttpHeaders } from 'node:http'
import { isParent } from '../business/json-value.ts'
import type { SurfaceContext } from '../surfaces/surface-context.ts'
import { getId, type McpResponse } from './message.ts'
import { versionField } from './params.ts'

// Prompts and completions depend on what a user types, so the same one hardly ever comes twice.
const cachedMethods = new Set([
  'initialize',
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'skills/list',
  'skills/get',
  'prompts/list'
])

const capabilitiesField = 'io.modelcontextprotocol/clientCapabilities'

/**
 * Returns everything that the result of a request depends on, or undefined if the result is not cached. The parameters
 * must have been checked. Clients that describe themselves differently, or put a progress token into `_meta`, get the
 * same result.
 */
export function getCacheKey(headers: IncomingHttpHeaders, message: unknown): string | undefined {
  if (!isParent(message) || getId(message) === null) return undefined
  const { jsonrpc, id: _, method, params = {}, ...others } = message
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !cachedMethods.has(method)) return undefined
  if (Object.keys(others).length > 0 || !isParent(params)) return undefined
  const { _meta, clientInfo, capabilities, ...rest } = params
  const meta = isParent(_meta) ? _meta : {}
  const { 'mcp-protocol-version': version, 'mcp-method': methodHeader, 'mcp-name': nameHeader } = headers
  // Only a request that states its revision in `_meta` must repeat its method and name in the headers.
  const stated = meta[versionField]
  const modern =
    stated === undefined ? [] : [stated, meta[capabilitiesField] !== undefined, methodHeader, nameHeader]
  return JSON.stringify([method, rest, version, ...modern])
}

/** A result that was encoded once, for responses with any id. */
export class CachedResult {
  readonly #bytes: Buffer
  readonly #key: string
  readonly #expires: number | undefined

  /** `expires` is in milliseconds since 1970, or undefined if the result never changes. */
  constructor(result: unknown, key = '', expires?: number) {
    const text = `,"result":${JSON.stringify(result)}}`
    // Buffer.from may return a slice of a larger buffer, which would stay in memory with it.
    this.#bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
    this.#bytes.write(text)
    this.#key = key
    this.#expires = expires
  }

  /** Returns whether the result must be created again. */
  hasExpired(now: () => Date): boolean {
    return this.#expires !== undefined && this.#expires <= now().getTime()
  }

  /** Size in memory in bytes. */
  get size(): number {
    return this.#bytes.length + 2 * this.#key.length
  }

  /** Returns the response to a request. */
  respondTo(message: unknown): McpResponse {
    return { status: 200, body: [`{"jsonrpc":"2.0","id":${JSON.stringify(getId(message))}`, this.#bytes] }
  }
}

// The same as max-age of the same facts in the API.
const maxTtl = 300_000

/** How long clients may cache a result, and when the server must create it again, both in milliseconds. */
interface Lifetime {
  ttlMs: number
  /** Since 1970; undefined if no result depends on the time. */
  expires: number | undefined
}

/**
 * Returns the lifetime of a result that is created now. A cached result has one `ttlMs` until it expires, so in the last
 * minutes before the facts change, results with a `ttlMs` of zero replace the others.
 */
export function lifetimeAt({ now, expires }: SurfaceContext): Lifetime {
  const time = now()
  const change = expires(time)?.getTime()
  if (change === undefined) return { ttlMs: maxTtl, expires: undefined }
  const lastMinutes = change - maxTtl
  return time.getTime() < lastMinutes
    ? { ttlMs: maxTtl, expires: lastMinutes }
    : { ttlMs: 0, expires: change }
}
