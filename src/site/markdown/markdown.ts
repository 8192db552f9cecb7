import type { FastifyInstance, FastifyReply } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { encodePath } from '../../http/encode-path.ts'
import type { Errors } from '../../http/errors.ts'
import { link } from '../../http/link.ts'
import { chooseMediaType, pageTypes } from '../../http/media-type.ts'
import { markdownPathOf } from '../../http/pages.ts'
import { publicHeaders } from '../../http/public-headers.ts'
import { addVary, pathOf } from '../../http/represent.ts'

/** A page as Markdown, or the reason why it cannot be converted. */
export type PageMarkdown = { bytes: Buffer; language: string } | { refusal: string }

interface Options {
  /** Public URL of the site, without a trailing slash. */
  baseUrl: string
  errors: Errors
  /** Returns the Markdown of the HTML that a path has, or of the error page that is sent for the path. */
  convert: (path: string, html: Buffer) => Promise<PageMarkdown>
}

/**
 * Sends the HTML of a scope as Markdown if Accept prefers that (RFC 9110, section 12.1). Each form of a page links to the
 * other.
 */
export const markdown = fastifyPlugin((app: FastifyInstance, options: Options, done) => {
  const { baseUrl, errors, convert } = options
  app.addHook('onSend', async (request, reply, payload) => {
    // A response with an ETag is finished: it comes from the response cache.
    if (!Buffer.isBuffer(payload) || !isHtml(reply) || reply.hasHeader('etag')) return payload
    addVary(reply, 'Accept')
    addVary(reply, 'Accept-Encoding')
    const isPage = reply.statusCode === 200
    const path = decodeURIComponent(pathOf(request))
    const type = chooseMediaType(request.headers.accept)
    if (type === 'text/markdown') {
      const page = await convert(path, payload)
      return 'refusal' in page ? refuse(reply, errors, page.refusal) : toMarkdown(reply, baseUrl, path, page)
    }
    // An error page is sent even if neither type is acceptable.
    if (type === undefined && isPage) return rejectTypes(reply, errors)
    if (isPage) linkAlternate(reply, baseUrl + encodePath(markdownPathOf(path)), 'text/markdown')
    return payload
  })
  done()
})

/** Turns the reply for a page into 406, because Accept allows none of its media types. Returns the body. */
export const rejectTypes = (reply: FastifyReply, errors: Errors): Buffer =>
  errors.replace(
    reply,
    406,
    'not_acceptable',
    `No acceptable media type. Available: ${pageTypes.join(', ')}.`
  )

/** Turns a reply that is being sent into 406, because a page has no Markdown. Returns the body. */
export const refuse = (reply: FastifyReply, errors: Errors, reason: string): Buffer =>
  errors.replace(reply, 406, 'not_acceptable', `This page is available only as text/html: ${reason}.`)

/** Turns the reply for a page into its Markdown form, as Accept chose it. Returns the body. */
export function toMarkdown(
  reply: FastifyReply,
  baseUrl: string,
  path: string,
  page: Exclude<PageMarkdown, { refusal: string }>
): Buffer {
  const links = reply.getHeader('link')
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

/** The headers of Markdown, however it was requested. */
export const markdownHeaders = ({ bytes, language }: Exclude<PageMarkdown, { refusal: string }>) => ({
  'content-type': 'text/markdown; charset=utf-8',
  'content-language': language,
  'x-markdown-tokens': String(Math.ceil(bytes.length / bytesPerToken))
})

// An estimate for the tokenizers of language models: a token has about four letters in English, and two in Hebrew.
const bytesPerToken = 4

const isHtml = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('text/html')

/** Adds the URL of the other form to Link, after the canonical URL. */
export function linkAlternate(reply: FastifyReply, url: string, type: string): void {
  const alternate = link(url, 'alternate', type)
  const links = reply.getHeader('link')
  reply.header(
    'link',
    links === undefined
      ? alternate
      : String(links).replace(/^(<[^>]*>; rel="canonical", )?/, `$1${alternate}, `)
  )
}
