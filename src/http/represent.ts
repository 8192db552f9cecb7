import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { failsPrecondition, isNotModified } from './conditions.ts'
import { chooseEncoding, type Encoding, encode } from './content-encoding.ts'
import { busy, type Errors } from './errors.ts'
import type { Limits } from './limits.ts'
import { encodePath, withoutQuery } from './link.ts'
import { chooseMediaType } from './media-type.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'

/** The options of the represent plugin. */
export interface RepresentOptions {
  cache: ResponseCache
  errors: Errors
  limits: Limits
}

// A response whose client has left keeps its place in the queue while the handler creates it. Otherwise, clients that leave
// at once would start any number of handlers. After this time, the place of a handler that ended without a response is free.
const maxAbandonedMs = 60_000

const expiries = new WeakMap<FastifyReply, Date>()

/** Makes the response of a handler expire: the cache does not return it afterwards. */
export function expireAt(reply: FastifyReply, time: Date | undefined): void {
  if (time) expiries.set(reply, time)
}

/** Returns when the response of a handler expires, or undefined if it does not. */
export const expiryOf = (reply: FastifyReply): Date | undefined => expiries.get(reply)

/**
 * Finishes the responses of a scope. Its hooks add ETag, content encoding, Vary and Cache-Control to the complete body
 * that a handler sends. They send 304 or 406 if the request headers require it, and add the response to the cache.
 * Streams and JSON errors pass unchanged.
 */
export const represent = fastifyPlugin((app: FastifyInstance, options: RepresentOptions, done) => {
  const { cache, errors, limits } = options
  // By variant; resolves to whether the response is in the cache.
  const pending = new Map<string, Promise<boolean>>()
  const finishers = new WeakMap<FastifyReply, (isCached: boolean) => void>()

  // If another request is already creating the same variant, waits for it, as long as such responses are cached.
  app.addHook('preHandler', async (request, reply) => {
    const path = cachePathOf(request)
    const { accept, 'accept-encoding': acceptEncoding } = request.headers
    const variant = `${chooseMediaType(accept)} ${chooseEncoding(acceptEncoding)} ${path}`
    while (pending.has(variant)) if (!(await pending.get(variant))) break
    const cached = cache.find(path, request.headers)
    if (cached) return reply.send(respond(request, reply, cached, options) ?? undefined)
    const admission = limits.responses.enter()
    if (admission === undefined) return errors.send(reply, 'unavailable', busy)
    const response = new Promise<boolean>((resolve) => finishers.set(reply, resolve))
    const markFinished = (isCached: boolean) => finishers.get(reply)?.(isCached)
    pending.set(variant, response)
    response.then(() => {
      if (pending.get(variant) === response) pending.delete(variant)
    })
    const leave = await admission
    response.then(leave)
    if (reply.raw.destroyed) {
      // The next request for this variant creates it.
      markFinished(true)
      return reply.hijack()
    }
    reply.raw.once('close', () => {
      if (reply.raw.writableEnded) return markFinished(false)
      const timer = setTimeout(markFinished, maxAbandonedMs, false).unref()
      // The timer would hold the reply in memory.
      response.then(() => clearTimeout(timer))
    })
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const markFinished = finishers.get(reply)
    if (markFinished === undefined) return payload
    try {
      return await finish(request, reply, payload, options)
    } finally {
      markFinished(cache.find(cachePathOf(request), request.headers) !== undefined)
    }
  })
  done()
})

/**
 * Returns the path of a request with normalized percent-encoding, which is its key in the response cache. An encoded slash
 * stays encoded, because it is not a delimiter (RFC 3986, section 2.2), so the path may have another route.
 */
export const cachePathOf = ({ url }: FastifyRequest): string =>
  withoutQuery(url)
    .split(/%2f/i)
    .map((part) => encodePath(decodeURIComponent(part)))
    .join('%2F')

async function finish(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  options: RepresentOptions
) {
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload
  const isOk = reply.statusCode === 200
  if (!Buffer.isBuffer(body) || !(isOk || mediaTypeOf(reply).startsWith('text/'))) return payload
  addVary(reply, 'Accept-Encoding')
  // An error page is sent even if no encoding is acceptable.
  const encoding = chooseEncoding(request.headers['accept-encoding']) ?? (isOk ? undefined : 'identity')
  if (encoding === undefined)
    return options.errors.replace(
      reply,
      'not_acceptable',
      'No acceptable content encoding. Available: br, gzip, identity.'
    )
  const etag = createEtag(mediaTypeOf(reply), body, encoding)
  const encoded = await encode(body, encoding)
  const response = createResponse(reply, encoded, encoding, etag)
  if (isOk) options.cache.add(cachePathOf(request), request.headers, response, varies(reply, 'Accept'))
  return respond(request, reply, response, options)
}

function createResponse(reply: FastifyReply, body: Buffer, encoding: Encoding, etag: string): CachedResponse {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'public, max-age=300')
  const headers = Object.fromEntries(
    Object.entries({ ...reply.getHeaders(), etag }).map(([name, value]) => [name, String(value)])
  )
  const { 'content-type': mediaType = '', 'content-length': _, ...others } = headers
  const content = {
    'content-type': mediaType,
    'content-length': String(body.length),
    ...(encoding !== 'identity' && { 'content-encoding': encoding })
  }
  return {
    etag,
    // Facts may go back to those of an older commit, so only the ETag decides whether a client has them.
    lastModified: headers['cache-control'] === 'no-cache' ? headers['last-modified'] : undefined,
    expires: expiryOf(reply)?.getTime(),
    headers: { ...content, ...others },
    notModifiedHeaders: others,
    body
  }
}

/** Returns a strong entity tag that covers the media type, the bytes and the encoding (RFC 9110, section 8.8.3). */
function createEtag(mediaType: string, bytes: Buffer, encoding: Encoding): string {
  const hash = createHash('sha256').update(`${mediaType}\n`).update(bytes).digest('base64url').slice(0, 22)
  return encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
}

/** Sets the status and headers of a response. Returns its body, or null if the status is 304. */
function respond(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  { cache, errors, limits: { unsent } }: RepresentOptions
): Buffer | null {
  // Only a successful response has its condition evaluated (RFC 9110, section 13.2.1).
  const isOk = reply.statusCode === 200
  if (isOk && failsPrecondition(request.headers, response))
    return errors.replace(
      reply,
      'bad_request',
      'The response does not match If-Match or If-Unmodified-Since.',
      412
    )
  if (isOk && isNotModified(request.headers, response)) {
    for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
    reply.code(304).headers(cache.limitAge(response.notModifiedHeaders, response))
    return null
  }
  if (request.method !== 'HEAD') {
    if (!unsent.admits(response.body)) return errors.replace(reply, 'unavailable', busy)
    unsent.hold(response.body, reply.raw)
  }
  reply.headers(cache.limitAge(response.headers, response))
  return response.body
}

const mediaTypeOf = (reply: FastifyReply) => String(reply.getHeader('content-type'))

/** Returns whether Vary lists a header of the request (RFC 9110, section 12.5.5). */
const varies = (reply: FastifyReply, name: string) =>
  String(reply.getHeader('vary') ?? '')
    .split(', ')
    .includes(name)

/** Adds the name of a request header to Vary, unless Vary already lists it. */
export function addVary(reply: FastifyReply, name: string): void {
  const vary = reply.getHeader('vary')
  if (!varies(reply, name)) reply.header('vary', vary === undefined ? name : `${vary}, ${name}`)
}
