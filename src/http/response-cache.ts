import type { IncomingHttpHeaders, IncomingMessage, RequestListener } from 'node:http'
import { Cache } from '../base/cache.ts'
import { withoutQuery } from '../base/url-path.ts'
import type { WholeBody } from '../resources/resources.ts'
import type { Limits } from './limits.ts'
import { chooseEncoding, chooseMediaType, isNotModified, limitAge, toNotModified } from './negotiation.ts'

const headersSize = 1000

const keyOf = (path: string, headers: IncomingHttpHeaders) =>
  `${path} ${chooseEncoding(headers['accept-encoding'])}`

/** The key of a response whose media type depends on Accept. */
const addType = (key: string, { accept }: IncomingHttpHeaders) => `${key} ${chooseMediaType(accept)}`

export class ResponseCache extends Cache<WholeBody & { size: number }> {
  hits = 0

  constructor({ now }: { now: () => Date }) {
    super(10 * 2 ** 20, now)
  }

  find(path: string, headers: IncomingHttpHeaders): WholeBody | undefined {
    const key = keyOf(path, headers)
    return this.get(key) ?? this.get(addType(key, headers))
  }

  /** Returns a key that two requests share only if they get the same response. */
  variantOf(path: string, headers: IncomingHttpHeaders): string {
    return addType(keyOf(path, headers), headers)
  }

  headersOf({ headers, expires }: WholeBody): Record<string, string> {
    return expires === undefined ? headers : limitAge(headers, expires.getTime() - this.now().getTime())
  }

  add(path: string, headers: IncomingHttpHeaders, response: WholeBody): void {
    const size = response.content.length + headersSize
    const key = keyOf(path, headers)
    const isNegotiated = response.headers.vary?.split(', ').includes('Accept')
    this.set(isNegotiated ? addType(key, headers) : key, { ...response, size })
  }
}

/** Whether it is GET or HEAD without a condition that only `represent` evaluates (RFC 9110, sections 13.1.1 and 13.1.4). */
const canRespondFromCache = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers['if-match'] === undefined &&
  headers['if-unmodified-since'] === undefined

/** Serves cached responses without routing and hooks, which cost most, and passes other requests to `next`. */
export const respondFromCache =
  (cache: ResponseCache, { unsent }: Pick<Limits, 'unsent'>, next: RequestListener): RequestListener =>
  (request, response) => {
    const { method, url = '', headers } = request
    const cached = canRespondFromCache(request) ? cache.find(withoutQuery(url), headers) : undefined
    if (cached === undefined) return next(request, response)
    const isUnchanged = isNotModified(headers, cached.headers)
    const body = method === 'HEAD' || isUnchanged ? undefined : cached.content
    // `represent` sends the 503 and counts it.
    if (body !== undefined && !unsent.hasRoom(body)) return next(request, response)
    cache.hits += 1
    const sent = cache.headersOf(cached)
    if (isUnchanged) response.writeHead(304, toNotModified(sent)).end()
    else response.writeHead(200, sent).end(body)
    if (body !== undefined && response.writableLength > 0) unsent.hold(body, response)
  }
