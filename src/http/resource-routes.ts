import { ReadStream } from 'node:fs'
import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldOf } from '../base/json-value.ts'
import { encodePath, keepQuery, withoutQuery } from '../base/url-path.ts'
import {
  type Body,
  fileHeadersOf,
  markdownPathOf,
  type Resources,
  type WholeBody
} from '../resources/resources.ts'
import { busy, type Errors } from './errors.ts'
import { publicHeaders } from './headers.ts'
import { allowsHtml, chooseMediaType, choosePart } from './negotiation.ts'
import { type RepresentOptions, replaceByCondition, represent } from './represent.ts'

interface Options extends RepresentOptions {
  resources: Resources
  notFound: () => Promise<Record<'html' | 'markdown', WholeBody>>
  siteDir: string
}

const varyOfPages = 'Accept, Accept-Encoding'

export async function resourceRoutes(app: FastifyInstance, options: Options) {
  const { resources } = options
  app.addHook('onSend', (_request, reply, payload) => negotiate(reply, payload, options))
  await app.register(represent, options)
  await addFileStreams(app, options)

  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = `/${request.params['*']}`
    const found = find(request, path, resources)
    if (found && 'location' in found) return sendRedirect(reply, found.location)
    const body = await found?.read()
    if (body === undefined) return sendNotFound(reply, path, options)
    if ('failure' in body) {
      reply.header('vary', varyOfPages)
      return reply.send(rejectMarkdown(reply, options.errors, body.failure))
    }
    const { headers, content, expires } = body
    reply.expires = expires
    reply.headers(headers)
    if (Buffer.isBuffer(content)) return reply.send(content)
    if (resources.pages.has(path)) {
      // A streamed page has its own ETag and ranges, which apply to the HTML form only, so it does not reach the hook.
      reply.header('vary', varyOfPages)
      const replacement = await replaceHtml(reply, path, options)
      if (replacement) return reply.send(replacement)
    }
    return streamFile(reply, content, options)
  })
}

function find({ url }: FastifyRequest, path: string, resources: Resources) {
  // An encoded slash is no delimiter (RFC 3986, section 2.2), so no page or file has such a path.
  if (!/%2f/i.test(withoutQuery(url))) return resources.find(path)
  const location = resources.redirectOf(path)
  return location === undefined ? undefined : { location }
}

async function sendNotFound(reply: FastifyReply, path: string, { notFound }: Options) {
  const { html, markdown } = await notFound()
  reply.expires = html.expires
  reply.code(404).header('vary', varyOfPages)
  // The page is sent even if neither type is acceptable.
  if (path.endsWith('.md') || chooseMediaType(reply.request.headers.accept) === 'text/markdown')
    return reply.send(replaceByMarkdown(reply, path, markdown))
  return reply.headers(html.headers).send(html.content)
}

function sendRedirect(reply: FastifyReply, target: string): FastifyReply {
  const location = keepQuery(target, reply.request.url)
  const headers = { location, vary: varyOfPages, 'cache-control': 'public, max-age=300' }
  return reply.code(308).headers(headers).send()
}

/** Returns the form of a page that Accept prefers, or any other payload unchanged. */
async function negotiate(reply: FastifyReply, payload: unknown, options: Options): Promise<unknown> {
  const isHtml = reply.statusCode === 200 && /^text\/html/.test(String(reply.getHeader('content-type')))
  if (!isHtml || !Buffer.isBuffer(payload)) return payload
  reply.header('vary', varyOfPages)
  const path = `/${fieldOf(reply.request.params, '*')}`
  return (await replaceHtml(reply, path, options)) ?? payload
}

/** Replaces the HTML of a page by its Markdown, or by an error. Returns the body, or undefined if the HTML is to be sent. */
async function replaceHtml(
  reply: FastifyReply,
  path: string,
  { errors, resources, notFound }: Options
): Promise<Buffer | undefined> {
  const { accept } = reply.request.headers
  const type = chooseMediaType(accept)
  if (type === undefined) {
    const message = 'No acceptable media type. Available: text/html, text/markdown.'
    return errors.replace(reply, 'not_acceptable', message)
  }
  if (type === 'text/html') return undefined
  const found = await resources.readMarkdown(path)
  // Its file was deleted after its HTML was read.
  if (found === undefined) reply.code(404)
  const page = found ?? (await notFound()).markdown
  if (!('failure' in page)) return replaceByMarkdown(reply, path, page)
  if (!allowsHtml(accept)) return rejectMarkdown(reply, errors, page.failure)
  // Not cached, because another client may accept Markdown only.
  reply.expires = new Date(0)
  const links = String(reply.getHeader('link')).split(', ')
  reply.header('link', links.filter((link) => !link.endsWith('; type="text/markdown"')).join(', '))
  return undefined
}

const rejectMarkdown = (reply: FastifyReply, errors: Errors, reason: string): Buffer =>
  errors.replace(reply, 'not_acceptable', `This page is available only as text/html: ${reason}.`)

/** Changes an HTML reply to its Markdown form after negotiation. Returns the body. */
function replaceByMarkdown(
  reply: FastifyReply,
  path: string,
  { headers, content, expires }: WholeBody
): Buffer {
  if (expires) reply.expires = expires
  for (const name of Object.keys(reply.getHeaders()))
    if (name !== 'vary' && !(name in publicHeaders)) reply.removeHeader(name)
  // Many shared caches ignore Vary: Accept, so they must not store this form.
  reply.headers({ ...headers, 'cache-control': 'private, max-age=300' })
  if (reply.statusCode === 200) reply.header('content-location', encodePath(markdownPathOf(path)))
  return content
}

// In bytes. V8 frees chunks late, because it counts only the small objects that refer to them: 300 clients
// that read slowly took 80 MB more with the default of 64 KB.
const streamed = { highWaterMark: 16_384 }

/** Lets the handlers of a scope stream files of SITE_DIR. */
async function addFileStreams(app: FastifyInstance, { siteDir, errors, limits }: Options): Promise<void> {
  await app.register(fastifyStatic, {
    root: resolve(siteDir),
    serve: false,
    dotfiles: 'allow',
    acceptRanges: false,
    cacheControl: false,
    etag: false,
    lastModified: false
  })
  app.setErrorHandler<FastifyError>((error, request, reply) =>
    error.code === 'ERR_STREAM_PREMATURE_CLOSE' ? reply.hijack() : errors.handle(error, request, reply)
  )
  app.addHook('onSend', (_request, reply, payload, next) => {
    if (!(payload instanceof ReadStream)) return next(null, payload)
    if (limits.files.add(reply.raw)) {
      // Fastify adds several listeners to the response of a stream, and more if reading fails.
      reply.raw.setMaxListeners(20)
      closeIfTruncated(payload, reply)
      return next(null, payload)
    }
    payload.destroy()
    next(null, errors.replace(reply, 'unavailable', busy))
  })
}

/**
 * Streams a file, or the part that Range requests. The media type is of the extension of the file unless the reply has one.
 * @fastify/send would compare If-Match weakly and dates in any form, join several parts, and send a part for HEAD too.
 */
function streamFile(
  reply: FastifyReply,
  { file, stats }: Exclude<Body['content'], Buffer>,
  { errors }: Options
): FastifyReply {
  const { method, headers, raw } = reply.request
  const contentType = !reply.hasHeader('content-type')
  const { size, mtime } = stats
  const etag = `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`
  const validators: Record<string, string> = { etag, ...fileHeadersOf(stats) }
  reply.headers({ 'accept-ranges': 'bytes', ...validators })
  const replacement = replaceByCondition(reply, validators, errors)
  if (replacement !== undefined) return reply.send(replacement ?? undefined)
  for (const name of ['if-match', 'if-unmodified-since']) delete raw.headers[name]
  const part = method === 'HEAD' ? undefined : choosePart(headers, size, validators['last-modified'])
  if (part === null) {
    const message = 'The file does not have the range that Range requests.'
    return errors.send(reply, 'bad_request', message, 416, { 'content-range': `bytes */${size}` })
  }
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
  return reply.sendFile(file, { ...streamed, ...part, contentType })
}

/** Closes the connection if a file shrinks while it is sent; otherwise the client would read the next response as the rest of the file. */
function closeIfTruncated(file: ReadStream, reply: FastifyReply): void {
  file.once('end', () => {
    if (file.bytesRead < Number(reply.getHeader('content-length'))) reply.raw.destroy()
  })
}
