import { describeError } from './problems.ts'

/** How much of a site the audit reads. A site may be huge or hostile, and the audit must end within its memory. */
export const defaultLimits = {
  maxMinutes: 20,
  maxResponseSize: 20_000_000,
  /** The size of all responses together: each stays in memory, because several checks read it. */
  maxTotalSize: 200_000_000,
  maxSitemaps: 100,
  maxUrls: 200_000,
  /** The number of pages whose forms are examined, and of links that are followed, of each document. */
  maxSamples: 50,
  /** The number of operations of the API, with each id. */
  maxOperations: 5000,
  maxFacts: 5000,
  maxPages: 1000,
  /** The size of the HTML of all pages together, whose trees take about ten times the memory. */
  maxHtmlSize: 40_000_000,
  maxToolCalls: 3000
}
export type Limits = typeof defaultLimits

/** Returns a sentence if only the first of some things were examined, or none if all were. */
export const describeLimit = (examined: number, all: number, things: string): string[] =>
  examined < all ? [`The audit examined the first ${examined} of ${all} ${things}.`] : []

export interface SiteResponse {
  status: number
  headers: Headers
  /** The Content-Type header; empty if it is missing. */
  type: string
  bytes: Buffer
  text: string
}

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
}

export class UnreachableError extends Error {}

class LimitError extends Error {}

const userAgent = 'business-facts-audit'
const timeoutMs = 20_000
// After this many requests in a row without a response, the site is down: waiting for each would take an hour.
const maxUnanswered = 5
const maxConcurrent = 2
const megabyte = 1_000_000

/** Requests paths of one origin: each different request once, at most two at a time, within limits of size. */
export class Client {
  readonly origin: string
  readonly limits: Limits
  readonly #fetch: typeof fetch
  readonly #responses = new Map<string, Promise<SiteResponse>>()
  /** The last request of each queue. */
  readonly #lines: Promise<unknown>[] = []
  #unanswered = 0
  #totalSize = 0

  constructor(origin: string, fetch = globalThis.fetch, limits: Partial<Limits> = {}) {
    this.origin = origin
    this.limits = { ...defaultLimits, ...limits }
    this.#fetch = fetch
  }

  /** The number of different requests so far. */
  get requests(): number {
    return this.#responses.size
  }

  /** Returns the response without following a redirect. Rejects if the site does not respond, or reaches a limit. */
  send(path: string, options: RequestOptions): Promise<SiteResponse> {
    const key = JSON.stringify([path, options])
    const sent = this.#responses.get(key)
    if (sent) return sent
    const line = this.#responses.size % maxConcurrent
    const response = Promise.resolve(this.#lines[line]).then(() => this.#request(path, options))
    this.#lines[line] = response.catch(() => {})
    this.#responses.set(key, response)
    return response
  }

  async #request(
    path: string,
    { headers: requestHeaders, ...options }: RequestOptions
  ): Promise<SiteResponse> {
    try {
      if (this.#unanswered >= maxUnanswered) throw new Error('no response')
      // A path such as `//host/` or `@host/` of a hostile site is not another host.
      const url = new URL(`${this.origin}${path.startsWith('/') ? '' : '/'}${path}`)
      const response = await this.#fetch(url, {
        ...options,
        headers: { 'user-agent': userAgent, ...requestHeaders },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs)
      })
      const bytes = await this.#readBody(path, response)
      const { status, headers } = response
      this.#unanswered = 0
      const type = headers.get('content-type') ?? ''
      return { status, headers, type, bytes, text: decode(bytes, type) }
    } catch (error) {
      if (error instanceof LimitError) throw error
      const place = path === '/' ? this.origin : this.origin + path
      this.#unanswered += 1
      throw new UnreachableError(`Cannot reach ${place} (${describeFailure(error)}).`)
    }
  }

  async #readBody(path: string, { body }: Response): Promise<Buffer> {
    const { maxResponseSize, maxTotalSize } = this.limits
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of body ?? []) {
      size += chunk.length
      this.#totalSize += chunk.length
      // Leaving the loop closes the connection.
      if (size > maxResponseSize) {
        throw new LimitError(
          `${path} has more than ${maxResponseSize / megabyte} MB, which the audit does not read.`
        )
      }
      if (this.#totalSize > maxTotalSize) {
        throw new LimitError(`The audit ended at ${path}, because it had read ${maxTotalSize / megabyte} MB.`)
      }
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }
}

/** Decodes a text without its byte order mark. Its type or the start of an HTML page names the encoding; else it is UTF-8. */
function decode(bytes: Buffer, type: string): string {
  const pattern = /charset\s*=\s*["']?([\w-]+)/i
  const start = /html/.test(type) ? bytes.toString('latin1', 0, 1024) : ''
  const [, label = 'utf-8'] = pattern.exec(type) ?? pattern.exec(start) ?? []
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    // No encoding has this name.
    return new TextDecoder().decode(bytes)
  }
}

/** Returns the code of a network error, such as ECONNREFUSED, or the message if it has no code. */
function describeFailure(error: unknown): string {
  // fetch wraps the error of the connection in one that does not say more than "fetch failed".
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return describeError(cause)
}
