import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Errors } from '../../http/errors.ts'
import { encodePath, formatLink } from '../../http/link.ts'
import { allowsHtml, chooseMediaType, pageTypes } from '../../http/media-type.ts'
import { publicHeaders } from '../../http/public-headers.ts'
import { addVary, cachePathOf, expireAt, expiryOf } from '../../http/represent.ts'
import { markdownPathOf } from '../../surfaces/page-list.ts'

/** The Markdown of a page, or the reason why it cannot be converted. */
export type PageMarkdown =
  | { bytes: Buffer; language: string; expires?: Date | undefined }
  | { failure: string }

interface Options {
  /** Public URL of the site, without a trailing slash. */
  baseUrl: string
  errors: Errors
  /** Returns the Markdown of the HTML of a path, or of an error page if the path is undefined. */
  convert: (
    path: string | undefined,
    html: { bytes: Buffer; expires?: Date | undefined }
  ) => Promise<PageMarkdown>
}

/**
 * A plugin that sends HTML responses of its scope as Markdown if Accept prefers it (RFC 9110, section 12.1). A page that
 * cannot be converted stays HTML if Accept allows that too. Each form of a page links to the other in the Link header.
 */
export const markdown = fastifyPlugin((app: FastifyInstance, options: Options, done) => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!Buffer.isBuffer(payload) || !isNegotiable(reply)) return payload
    addVary(reply, 'Accept')
    addVary(reply, 'Accept-Encoding')
    const path = decodeURIComponent(cachePathOf(request))
    const type = chooseMediaType(request.headers.accept)
    if (type === 'text/markdown') return sendMarkdown(request, reply, path, payload, options)
    // An error page is sent even if neither type is acceptable, and has no other URL.
    if (reply.statusCode !== 200) return payload
    if (type === undefined) return rejectTypes(reply, options.errors)
    linkAlternate(reply, options.baseUrl + encodePath(markdownPathOf(path)), 'text/markdown')
    return payload
  })
  done()
})

/** Changes an HTML reply to Markdown. If that fails, it stays HTML or becomes an error. Returns the body. */
async function sendMarkdown(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  path: string,
  bytes: Buffer,
  { baseUrl, errors, convert }: Options
): Promise<Buffer> {
  const isPage = reply.statusCode === 200
  const page = await convert(isPage ? path : undefined, { bytes, expires: expiryOf(reply) })
  if (!('failure' in page)) return toMarkdown(reply, baseUrl, path, page)
  if (!allowsHtml(headers.accept)) return rejectMarkdown(reply, errors, page.failure)
  // Not cached, because another client may accept Markdown only.
  expireAt(reply, new Date(0))
  return bytes
}

/** Changes the reply to 406, because Accept allows no media type of the page. Returns the body. */
export const rejectTypes = (reply: FastifyReply, errors: Errors): Buffer =>
  errors.replace(reply, 'not_acceptable', `No acceptable media type. Available: ${pageTypes.join(', ')}.`)

/** Changes the reply to 406, because the page cannot be converted to Markdown. Returns the body. */
export const rejectMarkdown = (reply: FastifyReply, errors: Errors, reason: string): Buffer =>
  errors.replace(reply, 'not_acceptable', `This page is available only as text/html: ${reason}.`)

/** Changes an HTML reply to its Markdown form after negotiation. Returns the body. */
export function toMarkdown(
  reply: FastifyReply,
  baseUrl: string,
  path: string,
  page: Exclude<PageMarkdown, { failure: string }>
): Buffer {
  const links = reply.getHeader('link')
  expireAt(reply, page.expires)
  for (const name of Object.keys(reply.getHeaders())) if (isOfHtml(name)) reply.removeHeader(name)
  reply.headers({
    ...markdownHeaders(page),
    // Many shared caches ignore Vary: Accept, so they must not store this form.
    'cache-control': 'private, max-age=300'
  })
  if (reply.statusCode === 200) {
    reply.headers({ 'content-location': encodePath(markdownPathOf(path)), ...(links && { link: links }) })
    linkAlternate(reply, baseUrl + encodePath(path), 'text/html')
  }
  return page.bytes
}

const isOfHtml = (name: string) => name !== 'vary' && !(name in publicHeaders)

/** Returns the headers of Markdown, both for negotiation and for a `.md` path. */
export const markdownHeaders = ({ bytes, language }: Exclude<PageMarkdown, { failure: string }>) => ({
  'content-type': 'text/markdown; charset=utf-8',
  'content-language': language,
  'x-markdown-tokens': String(Math.ceil(bytes.length / bytesPerToken))
})

// Estimates the tokens of a language model: about four letters per token in English, two (of two bytes) in Hebrew.
const bytesPerToken = 4

// A response with an ETag comes from the response cache, so it is already negotiated.
const isNegotiable = (reply: FastifyReply) =>
  String(reply.getHeader('content-type')).startsWith('text/html') && !reply.hasHeader('etag')

/** Adds the URL of the other form to Link, after the canonical URL. */
export function linkAlternate(reply: FastifyReply, url: string, type: string): void {
  const alternate = formatLink(url, 'alternate', type)
  const links = reply.getHeader('link')
  reply.header(
    'link',
    links === undefined
      ? alternate
      : String(links).replace(/^(<[^>]*>; rel="canonical", )?/, `$1${alternate}, `)
  )
}
