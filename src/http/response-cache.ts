import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { Cache } from '../base/cache.ts'
import { withoutQuery } from '../base/url-path.ts'
import type { Limits } from './limits.ts'
import { chooseEncoding, chooseMediaType, isNotModified, isRead, limitAge } from './negotiation.ts'

/** A finished response with status 200. */
export interface CachedResponse {
  etag: string
  /** An HTTP date, if the body is a file. */
  lastModified: string | undefined
  /** When the response must be created again, in milliseconds since 1970; undefined if it depends only on the facts. */
  expires: number | undefined
  headers: Record<string, string>
  /** The headers of a 304 for this response (RFC 9110, section 15.4.5). */
  notModifiedHeaders: Record<string, string>
  body: Buffer
}

// The approximate size of the headers of a response in bytes.
const headersSize = 1000

const keyOf = (path: string, headers: IncomingHttpHeaders) =>
  `${path} ${chooseEncoding(headers['accept-encoding'])}`

// If the media type depends on Accept, the key has it too.
const addType = (key: string, { accept }: IncomingHttpHeaders) => `${key} ${chooseMediaType(accept)}`

export class ResponseCache {
  readonly #responses = new Cache<CachedResponse & { size: number }>(10 * 2 ** 20)
  readonly #now: () => Date
  hits = 0

  constructor({ now }: { now: () => Date }) {
    this.#now = now
  }

  /** The size of all responses in bytes. */
  get size(): number {
    return this.#responses.size
  }

  find(path: string, headers: IncomingHttpHeaders): CachedResponse | undefined {
    const key = keyOf(path, headers)
    const response = this.#responses.get(key) ?? this.#responses.get(addType(key, headers))
    return response?.expires !== undefined && response.expires <= this.#now().getTime() ? undefined : response
  }

  limitAge = (headers: Record<string, string>, { expires }: CachedResponse) =>
    expires === undefined ? headers : limitAge(headers, expires - this.#now().getTime())

  add(path: string, headers: IncomingHttpHeaders, response: CachedResponse, isNegotiated: boolean): void {
    const size = response.body.length + headersSize
    const key = keyOf(path, headers)
    this.#responses.set(isNegotiated ? addType(key, headers) : key, { ...response, size })
  }

  clear(): void {
    this.#responses.clear()
  }
}

/** Serves cached responses without routing and hooks, which cost most, and passes other requests to `next`. */
export const respondFromCache =
  (cache: ResponseCache, { unsent }: Pick<Limits, 'unsent'>, next: RequestListener): RequestListener =>
  (request, response) => {
    const { method, url = '', headers } = request
    const cached = isRead(request) ? cache.find(withoutQuery(url), headers) : undefined
    if (cached === undefined) return next(request, response)
    const isUnchanged = isNotModified(headers, cached)
    const body = method === 'HEAD' || isUnchanged ? undefined : cached.body
    // `represent` sends the 503 and counts it.
    if (body !== undefined && !unsent.hasRoom(body)) return next(request, response)
    cache.hits += 1
    if (isUnchanged) response.writeHead(304, cache.limitAge(cached.notModifiedHeaders, cached))
    else response.writeHead(200, cache.limitAge(cached.headers, cached))
    response.end(body)
    if (body !== undefined && response.writableLength > 0) unsent.hold(body, response)
  }
