import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { encodePath, withoutQuery } from '../base/url-path.ts'
import type { WholeBody } from '../resources/resources.ts'
import { busy, type Errors } from './errors.ts'
import type { Limits } from './limits.ts'
import { chooseEncoding, type Encoding, failsPrecondition, isNotModified } from './negotiation.ts'
import type { ResponseCache } from './response-cache.ts'

export interface RepresentOptions {
  cache: ResponseCache
  errors: Errors
  limits: Limits
}

// A response whose client has left keeps its place in the queue while the handler creates it. Otherwise, clients that leave
// at once would start any number of handlers. After this time, its place is free: the handler may never end.
const maxCreationMs = 60_000

declare module 'fastify' {
  interface FastifyReply {
    /** When the cache stops returning the response. */
    expires: Date | undefined
  }
}

/** Finishes the whole bodies of a scope: adds headers, sends 304 or 406, and fills the cache. Streams pass unchanged. */
export const represent = fastifyPlugin(async (app: FastifyInstance, options: RepresentOptions) => {
  const { cache, errors, limits } = options
  app.decorateReply('expires', undefined)
  // By variant; resolves to whether the response is in the cache.
  const pending = new Map<string, Promise<boolean>>()
  const finishers = new WeakMap<FastifyReply, (isCached: boolean) => void>()

  // If another request is already creating the same variant, waits for it, as long as such responses are cached.
  app.addHook('preHandler', async (request, reply) => {
    const path = cachePathOf(request)
    const variant = cache.variantOf(path, request.headers)
    while (pending.has(variant)) if (!(await pending.get(variant))) break
    const cached = cache.find(path, request.headers)
    if (cached) return reply.send(applyResponse(reply, cached, options) ?? undefined)
    const admission = limits.responses.enter()
    if (admission === undefined) return errors.send(reply, 'unavailable', busy)
    const finished = new Promise<boolean>((resolve) => finishers.set(reply, resolve))
    const markFinished = (isCached: boolean) => finishers.get(reply)?.(isCached)
    pending.set(variant, finished)
    const leave = await admission
    const timer = setTimeout(markFinished, maxCreationMs, false).unref()
    finished.then(() => {
      if (pending.get(variant) === finished) pending.delete(variant)
      leave()
      // The timer would hold the reply in memory.
      clearTimeout(timer)
    })
    if (reply.raw.destroyed) {
      // The next request for this variant creates it.
      markFinished(true)
      return reply.hijack()
    }
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const markFinished = finishers.get(reply)
    if (markFinished === undefined) return payload
    try {
      return await finish(reply, payload, options)
    } finally {
      markFinished(cache.find(cachePathOf(request), request.headers) !== undefined)
    }
  })
})

/** An encoded slash stays encoded: it is no delimiter (RFC 3986, section 2.2), so the path may have another route. */
const cachePathOf = ({ url }: FastifyRequest): string =>
  withoutQuery(url)
    .split(/%2f/i)
    .map((part) => encodePath(decodeURIComponent(part)))
    .join('%2F')

async function finish(reply: FastifyReply, payload: unknown, options: RepresentOptions) {
  const { request } = reply
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload
  const isOk = reply.statusCode === 200
  if (!Buffer.isBuffer(body) || !(isOk || mediaTypeOf(reply).startsWith('text/'))) return payload
  if (!reply.hasHeader('vary')) reply.header('vary', 'Accept-Encoding')
  // An error page is sent even if no encoding is acceptable.
  const chosen = chooseEncoding(request.headers['accept-encoding']) ?? (isOk ? undefined : 'identity')
  const encoding = chosen && (/^image\/(?:png|webp)/.test(mediaTypeOf(reply)) ? 'identity' : chosen)
  if (encoding === undefined) {
    const message = 'No acceptable content encoding. Available: br, gzip, identity.'
    return options.errors.replace(reply, 'not_acceptable', message)
  }
  const response = await createResponse(reply, body, encoding)
  if (isOk) options.cache.add(cachePathOf(request), request.headers, response)
  return applyResponse(reply, response, options)
}

async function createResponse(reply: FastifyReply, bytes: Buffer, encoding: Encoding) {
  const hash = createHash('sha256')
    .update(`${mediaTypeOf(reply)}\n`)
    .update(bytes)
    .digest('base64url')
  // Strong, of the media type, the bytes and the encoding (RFC 9110, section 8.8.3).
  const etag = `"${hash.slice(0, 22)}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const content = await encode(bytes, encoding)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'public, max-age=300')
  const encoded = encoding !== 'identity' && { 'content-encoding': encoding }
  const all = { ...reply.getHeaders(), etag, ...encoded, 'content-length': content.length }
  const headers = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)]))
  return { headers, content, expires: reply.expires }
}

/** Sets the status and headers of a reply. Returns its body, or null if the status is 304. */
function applyResponse(
  reply: FastifyReply,
  response: WholeBody,
  { cache, errors, limits: { unsent } }: RepresentOptions
): Buffer | null {
  reply.headers(cache.headersOf(response))
  const replacement = replaceByCondition(reply, response.headers, errors)
  if (replacement !== undefined) return replacement
  if (reply.request.method !== 'HEAD' && !unsent.tryHold(response.content, reply.raw))
    return errors.replace(reply, 'unavailable', busy)
  return response.content
}

/** Changes a reply with these headers to 412 or 304 if a condition asks for it. Returns its body, or undefined if it stays. */
export function replaceByCondition(
  reply: FastifyReply,
  sent: Record<string, string>,
  errors: Errors
): Buffer | null | undefined {
  const { headers } = reply.request
  // Only a successful response has its condition evaluated (RFC 9110, section 13.2.1).
  if (reply.statusCode !== 200) return undefined
  if (failsPrecondition(headers, sent)) {
    const message = 'The response does not match If-Match or If-Unmodified-Since.'
    return errors.replace(reply, 'bad_request', message, 412)
  }
  if (!isNotModified(headers, sent)) return undefined
  for (const name of ['content-type', 'content-length', 'content-encoding']) reply.removeHeader(name)
  reply.code(304)
  return null
}

const mediaTypeOf = (reply: FastifyReply) => String(reply.getHeader('content-type'))

// Compresses a body up to this length with the highest quality. For a longer one, that would delay the first response.
const maxBestBytes = 100_000

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return bytes
  const isSmall = bytes.length <= maxBestBytes
  const compressed =
    encoding === 'gzip'
      ? await compressors.gzip(bytes, { level: isSmall ? 9 : 6 })
      : await compressors.br(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: isSmall ? 11 : 5,
            // A window of 256 KB, because the default takes 11 MB more for a body of 4 MB, and gains 0.7% of its length.
            [constants.BROTLI_PARAM_LGWIN]: 18,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length
          }
        })
  // A copy, because zlib returns a slice of a larger buffer, which the slice would keep in memory.
  return Buffer.from(compressed)
}

const encodingsOf = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>()

/** Returns the bytes in a content encoding. Compresses each buffer only once, in the thread pool of zlib. */
function encode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const results = encodingsOf.get(bytes) ?? new Map<Encoding, Promise<Buffer>>()
  const result = results.get(encoding) ?? compress(bytes, encoding)
  encodingsOf.set(bytes, results.set(encoding, result))
  result.catch(() => results.delete(encoding))
  return result
}
