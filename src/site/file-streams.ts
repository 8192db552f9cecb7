import { ReadStream } from 'node:fs'
import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseHttpDate } from '../http/conditions.ts'
import type { Errors } from '../http/errors.ts'
import type { Slots } from '../http/slots.ts'
import { fileHeaders } from './folder/owner-files.ts'

// Errors for conditions and ranges that a file does not satisfy (RFC 9110, sections 13.1 and 14.2).
const fileErrors = new Map([
  [412, 'The file does not match If-Match or If-Unmodified-Since.'],
  [416, 'The file does not have the range that Range requests.']
])

// The size of a chunk in bytes. V8 frees chunks late, because it counts only the small objects that refer to them: 300 clients
// that read slowly took 80 MB more with the default of 64 KB.
const streamed = { highWaterMark: 16_384 }

/** A file of SITE_DIR by its path in the folder. */
export interface ReadableFile {
  file: string
  modified: Date
  /** In bytes. */
  size: number
}

/** An error of Fastify or of @fastify/static. */
type FileError = FastifyError & { headers?: Record<string, string> }

/** Lets the handlers of a scope stream files of SITE_DIR, with their own ETag and with ranges. */
export async function addFileStreams(app: FastifyInstance, siteDir: string, errors: Errors): Promise<void> {
  await app.register(fastifyStatic, {
    root: resolve(siteDir),
    serve: false,
    dotfiles: 'allow',
    cacheControl: false,
    setHeaders: (reply) => {
      reply.headers(fileHeaders)
    }
  })
  app.setErrorHandler<FileError>((error, request, reply) => {
    const { statusCode = 500, code, headers = {} } = error
    /* c8 ignore next 2: whether a client leaves before the first bytes of a file are read is a race */
    if (code === 'ERR_STREAM_PREMATURE_CLOSE') return reply.hijack()
    const message = fileErrors.get(statusCode)
    if (message === undefined) return errors.handle(error, request, reply)
    return errors.send(reply.headers(headers), 'bad_request', message, statusCode)
  })
  app.addHook('onSend', (_request, reply, payload, next) => {
    if (!(payload instanceof ReadStream)) return next(null, payload)
    closeIfTruncated(payload, reply)
    /* c8 ignore next 4: whether the client has left by now is a race */
    if (reply.raw.destroyed) {
      payload.destroy()
      return next(null, '')
    }
    next(null, payload)
  })
}

/** Streams a file; `slots` limits how many are streamed at once. Without `mediaType`, its extension determines it. */
export function streamFile(
  reply: FastifyReply,
  { file, modified, size }: ReadableFile,
  slots: Slots,
  mediaType: string | undefined
): FastifyReply {
  slots.add(reply.raw)
  correctRange(reply.request, modified, size)
  correctConditions(reply.request)
  if (mediaType) reply.type(mediaType)
  return reply.sendFile(file, { ...streamed, contentType: mediaType === undefined })
}

/**
 * Ignores Range in two cases in which @fastify/send does not: for HEAD (RFC 9110, section 14.2), and if If-Range is not exactly
 * the time of the file (section 13.1.5). Otherwise the client would append a part of this file to another one. An ETag in
 * If-Range never matches, because that of the file is weak. The last bytes of a shorter file are the whole file (section
 * 14.1.2), but @fastify/send would return 416.
 */
function correctRange({ method, raw: { headers } }: FastifyRequest, modified: Date, size: number): void {
  const condition = headers['if-range']
  if (method === 'HEAD' || (condition !== undefined && condition !== modified.toUTCString()))
    delete headers.range
  if (Number(/^bytes=-(\d+)$/.exec(headers.range ?? '')?.[1]) > size) headers.range = 'bytes=0-'
}

/**
 * Changes conditions that @fastify/send would evaluate wrongly. It would read dates that are no HTTP-dates (RFC 9110, sections
 * 13.1.3 and 13.1.4), or read them in the local time zone; If-Unmodified-Since in spite of If-Match (section 13.1.4); and
 * If-Match by weak comparison, by which the weak ETag of a file matches (section 13.1.1).
 */
function correctConditions({ raw: { headers } }: FastifyRequest): void {
  const isMatched = headers['if-match'] !== undefined
  if (isMatched) delete headers['if-unmodified-since']
  if (isMatched && headers['if-match'] !== '*') headers['if-match'] = '""'
  for (const name of ['if-modified-since', 'if-unmodified-since'] as const) {
    const time = parseHttpDate(headers[name])
    if (Number.isNaN(time)) delete headers[name]
    else headers[name] = new Date(time).toUTCString()
  }
}

/** Closes the connection if a file shrinks while it is sent; otherwise the client would read the next response as the rest of the file. */
function closeIfTruncated(file: ReadStream, reply: FastifyReply): void {
  file.once('end', () => {
    if (file.bytesRead < Number(reply.getHeader('content-length'))) reply.raw.destroy()
  })
}
