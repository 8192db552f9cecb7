import { ReadStream } from 'node:fs'
import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encodePath, formatLink, withoutQuery } from '../base/url-path.ts'
import {
  type Body,
  fileHeaders,
  markdownPathOf,
  type Resources,
  type WholeBody
} from '../resources/resources.ts'
import { busy, type Errors } from './errors.ts'
import { publicHeaders } from './headers.ts'
import { allowsHtml, chooseMediaType, choosePart, parseHttpDate } from './negotiation.ts'
import { addVary, cachePathOf, type RepresentOptions, represent } from './represent.ts'

interface Options extends RepresentOptions {
  resources: Resources
  notFound: () => Promise<Record<'html' | 'markdown', WholeBody>>
  siteDir: string
  baseUrl: string
}

export async function resourceRoutes(app: FastifyInstance, options: Options) {
  const { resources } = options
  await app.register(represent, {
    ...options,
    negotiate: (reply, body) => negotiate(reply, body, options)
  })
  await addFileStreams(app, options)

  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = `/${request.params['*']}`
    const found = find(request, path, resources)
    if (found && 'location' in found) return sendRedirect(reply, found.location)
    const body = await found?.read()
    if (body === undefined) return sendNotFound(reply, path, options)
    if ('failure' in body) {
      reply.header('vary', 'Accept, Accept-Encoding')
      return reply.send(rejectMarkdown(reply, options.errors, body.failure))
    }
    const { headers, content, expires } = body
    reply.expires = expires
    reply.headers(headers)
    if (Buffer.isBuffer(content)) return reply.send(content)
    if (resources.pages.has(path)) {
      // A streamed page has its own ETag and ranges, which apply to the HTML form only, so it does not reach the hook.
      reply.header('vary', 'Accept, Accept-Encoding')
      const replacement = await replaceHtml(reply, path, options)
      if (replacement) return reply.send(replacement)
    }
    return streamFile(reply, content)
  })
}

function find({ url }: FastifyRequest, path: string, resources: Resources) {
  // An encoded slash is no delimiter (RFC 3986, section 2.2), so no page or file has such a path.
  if (!/%2f/i.test(withoutQuery(url))) return resources.find(path)
  const location = resources.redirectOf(path)
  return location === undefined ? undefined : { location }
}

async function sendNotFound(reply: FastifyReply, path: string, { notFound, baseUrl }: Options) {
  const { html, markdown } = await notFound()
  reply.code(404).header('vary', 'Accept, Accept-Encoding')
  // The page is sent even if neither type is acceptable.
  if (path.endsWith('.md') || chooseMediaType(reply.request.headers.accept) === 'text/markdown')
    return reply.send(replaceByMarkdown(reply, baseUrl, path, markdown))
  return reply.headers(html.headers).send(html.content)
}

/** Keeps the query, unless the URL has its own (RFC 9110, section 15.4.9). */
function sendRedirect(reply: FastifyReply, url: string): FastifyReply {
  const requested = reply.request.url
  const query = url.includes('?') ? '' : requested.slice(withoutQuery(requested).length)
  return reply
    .code(308)
    .headers({
      location: url.replace(/(?=#)|$/, () => query),
      vary: 'Accept, Accept-Encoding',
      'cache-control': 'public, max-age=300'
    })
    .send()
}

/** Returns the form of a page that Accept prefers. */
async function negotiate(reply: FastifyReply, body: Buffer, options: Options): Promise<Buffer> {
  const isPage = reply.statusCode === 200 && /^text\/html/.test(String(reply.getHeader('content-type')))
  if (!isPage) return body
  addVary(reply, 'Accept')
  addVary(reply, 'Accept-Encoding')
  const path = decodeURIComponent(cachePathOf(reply.request))
  return (await replaceHtml(reply, path, options)) ?? body
}

/** Replaces the HTML of a page by its Markdown, or by an error. Returns the body, or undefined if the HTML is to be sent. */
async function replaceHtml(
  reply: FastifyReply,
  path: string,
  { baseUrl, errors, resources, notFound }: Options
): Promise<Buffer | undefined> {
  const { accept } = reply.request.headers
  const type = chooseMediaType(accept)
  if (type === undefined) {
    const message = 'No acceptable media type. Available: text/html, text/markdown.'
    return errors.replace(reply, 'not_acceptable', message)
  }
  if (type === 'text/html') {
    linkAlternate(reply, baseUrl + encodePath(markdownPathOf(path)), 'text/markdown')
    return undefined
  }
  const found = await resources.readMarkdown(path)
  // Its file was deleted after its HTML was read.
  if (found === undefined) reply.code(404)
  const page = found ?? (await notFound()).markdown
  if (!('failure' in page)) return replaceByMarkdown(reply, baseUrl, path, page)
  if (!allowsHtml(accept)) return rejectMarkdown(reply, errors, page.failure)
  // Not cached, because another client may accept Markdown only.
  reply.expires = new Date(0)
  return undefined
}

const rejectMarkdown = (reply: FastifyReply, errors: Errors, reason: string): Buffer =>
  errors.replace(reply, 'not_acceptable', `This page is available only as text/html: ${reason}.`)

/** Changes an HTML reply to its Markdown form after negotiation. Returns the body. */
function replaceByMarkdown(
  reply: FastifyReply,
  baseUrl: string,
  path: string,
  { headers, content, expires }: WholeBody
): Buffer {
  const link = reply.getHeader('link')
  if (expires) reply.expires = expires
  for (const name of Object.keys(reply.getHeaders()))
    if (name !== 'vary' && !(name in publicHeaders)) reply.removeHeader(name)
  // Many shared caches ignore Vary: Accept, so they must not store this form.
  reply.headers({ ...headers, 'cache-control': 'private, max-age=300' })
  if (reply.statusCode === 200) {
    reply.headers({ 'content-location': encodePath(markdownPathOf(path)), ...(link && { link }) })
    linkAlternate(reply, baseUrl + encodePath(path), 'text/html')
  }
  return content
}

function linkAlternate(reply: FastifyReply, url: string, type: string): void {
  const alternate = formatLink(url, 'alternate', type)
  const links = reply.getHeader('link')
  const addAlternate = (canonical: string) => `${canonical}${alternate}, `
  const joined = links && String(links).replace(/^(?:<[^>]*>; rel="canonical", )?/, addAlternate)
  reply.header('link', joined ?? alternate)
}

// Errors for conditions and ranges that a file does not satisfy (RFC 9110, sections 13.1 and 14.2).
const fileErrors = new Map([
  [412, 'The response does not match If-Match or If-Unmodified-Since.'],
  [416, 'The file does not have the range that Range requests.']
])

// In bytes. V8 frees chunks late, because it counts only the small objects that refer to them: 300 clients
// that read slowly took 80 MB more with the default of 64 KB.
const streamed = { highWaterMark: 16_384 }

/** Lets the handlers of a scope stream files of SITE_DIR, with their own ETag and with ranges. */
async function addFileStreams(app: FastifyInstance, { siteDir, errors, limits }: Options): Promise<void> {
  await app.register(fastifyStatic, {
    root: resolve(siteDir),
    serve: false,
    dotfiles: 'allow',
    cacheControl: false,
    setHeaders: (reply) => {
      reply.headers(fileHeaders)
    }
  })
  app.setErrorHandler<FastifyError & { headers?: Record<string, string> }>((error, request, reply) => {
    const { statusCode = 500, code, headers = {} } = error
    if (code === 'ERR_STREAM_PREMATURE_CLOSE') return reply.hijack()
    const message = fileErrors.get(statusCode)
    if (message === undefined) return errors.handle(error, request, reply)
    return reply.send(errors.replace(reply, 'bad_request', message, statusCode, headers))
  })
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

/** Takes the media type from the extension of the file unless the reply has one. */
function streamFile(
  reply: FastifyReply,
  { file, modified, size }: Exclude<Body['content'], Buffer>
): FastifyReply {
  correctRange(reply.request, modified, size)
  correctConditions(reply.request)
  return reply.sendFile(file, { ...streamed, contentType: !reply.hasHeader('content-type') })
}

/** Lets `choosePart` choose: @fastify/send joins several parts, and sends one for HEAD too (RFC 9110, section 14.2). */
function correctRange({ method, raw: { headers } }: FastifyRequest, modified: Date, size: number): void {
  const part = method === 'HEAD' ? undefined : choosePart(headers, size, modified.toUTCString())
  if (part === undefined) delete headers.range
  // Without numbers, the range is invalid.
  else headers.range = part ? `bytes=${part.start}-${part.end}` : 'bytes=-'
}

/**
 * Changes conditions that @fastify/send would evaluate wrongly: dates that are no HTTP-dates or have no time zone, If-Match by
 * weak comparison, and If-Unmodified-Since in spite of If-Match (RFC 9110, sections 13.1.1, 13.1.3 and 13.1.4).
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
