import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encodePath, formatLink, withoutQuery } from '../http/link.ts'
import { allowsHtml, chooseMediaType } from '../http/media-type.ts'
import { expireAt, type RepresentOptions, represent } from '../http/represent.ts'
import { markdownPathOf } from '../surfaces/page-list.ts'
import { addFileStreams, streamFile } from './file-streams.ts'
import type { HtmlPage } from './folder/html-page.ts'
import {
  linkAlternate,
  markdown,
  markdownHeaders,
  rejectMarkdown,
  rejectTypes,
  toMarkdown
} from './markdown/markdown.ts'
import type { CachedMarkdown } from './page-conversions.ts'
import type { Site } from './site.ts'

interface Options extends RepresentOptions {
  site: Site
  baseUrl: string
  /** Values of the Link header of every page, except the canonical and alternate links. */
  links: string[]
}

/** Serves the pages with their assets, and the files of SITE_DIR, at every path outside the API. */
export async function siteRoutes(app: FastifyInstance, options: Options) {
  const { site, baseUrl, errors } = options
  await app.register(markdown, { baseUrl, errors, convert: site.convert })
  await app.register(represent, options)
  await addFileStreams(app, site.siteDir, errors)

  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = `/${request.params['*']}`
    // An encoded slash is no delimiter (RFC 3986, section 2.2), so no page or file has such a path.
    if (/%2f/i.test(withoutQuery(request.url)))
      return sendRedirect(request, reply, path, site.lookup.findRedirect(path), options)
    const page = await site.pages.read(path)
    if (page) return sendPage(request, reply, path, page, options)
    const pagePath = site.pages.pageOf(path)
    const converted = pagePath === undefined ? undefined : await site.conversions.convert(pagePath)
    if (pagePath !== undefined && converted) return sendMarkdown(reply, pagePath, converted, options)
    const document = await site.document(path)
    if (document) return reply.headers(document.headers).send(document.bytes)
    if (site.isFile(path)) return sendFile(reply, path, options)
    return sendRedirect(request, reply, path, site.lookup.redirect(path), options)
  })
}

/** Sends the 404 page, at a `.md` path as Markdown. */
function sendNotFound(reply: FastifyReply, path: string, { site: { notFound }, baseUrl }: Options) {
  reply.code(404)
  reply.header('vary', 'Accept, Accept-Encoding')
  if (path.endsWith('.md')) return reply.send(toMarkdown(reply, baseUrl, path, notFound.markdown))
  return reply.headers(notFound.html.headers).send(notFound.html.bytes)
}

/** Streams a file, or sends 404 if it cannot be read any more. */
async function sendFile(reply: FastifyReply, path: string, options: Options, mediaType?: string) {
  const file = await options.site.readableFileAt(path)
  if (file === undefined) return sendNotFound(reply, path, options)
  return streamFile(reply, file, options.limits.files, mediaType)
}

/** Sends a page. A page that is too large for the hooks is streamed, or sent as Markdown here. */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  page: HtmlPage,
  options: Options
) {
  const { site, baseUrl, links, errors } = options
  expireAt(reply, page.expires)
  reply.headers({ ...page.headers, link: [formatLink(page.canonical, 'canonical'), ...links].join(', ') })
  if (page.isWhole) return reply.type(page.mediaType).send(page.bytes)
  // A streamed file has its own ETag and ranges, which apply to the HTML form only, so this handler negotiates the media type.
  reply.header('vary', 'Accept, Accept-Encoding')
  const { accept } = request.headers
  const type = chooseMediaType(accept)
  if (type === 'text/markdown') {
    const converted = await site.convert(path)
    if (!('failure' in converted)) return reply.send(toMarkdown(reply, baseUrl, path, converted))
    if (!allowsHtml(accept)) return reply.send(rejectMarkdown(reply, errors, converted.failure))
  }
  if (type === undefined) return reply.send(rejectTypes(reply, errors))
  if (type === 'text/html') linkAlternate(reply, baseUrl + encodePath(markdownPathOf(path)), 'text/markdown')
  return sendFile(reply, path, options, page.mediaType)
}

/** Sends the Markdown of a page at its `.md` path. */
function sendMarkdown(
  reply: FastifyReply,
  path: string,
  page: CachedMarkdown,
  { baseUrl, links, errors }: Options
) {
  if ('failure' in page) {
    reply.header('vary', 'Accept, Accept-Encoding')
    return reply.send(rejectMarkdown(reply, errors, page.failure))
  }
  expireAt(reply, page.expires)
  reply.headers({
    ...markdownHeaders(page),
    link: [formatLink(page.canonical, 'canonical'), ...links].join(', '),
    'x-robots-tag': 'noindex'
  })
  linkAlternate(reply, baseUrl + encodePath(path), 'text/html')
  return reply.send(page.bytes)
}

/**
 * Redirects to another URL with the same query, unless the URL has its own (RFC 9110, section 15.4.9). Without a URL, sends
 * the 404 page.
 */
function sendRedirect(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  url: string | undefined,
  options: Options
): FastifyReply {
  if (url === undefined) return sendNotFound(reply, path, options)
  const query = url.includes('?') ? '' : request.url.slice(withoutQuery(request.url).length)
  const headers = { location: url.replace(/(?=#)|$/, () => query), vary: 'Accept, Accept-Encoding' }
  return reply
    .code(308)
    .headers({ ...headers, 'cache-control': 'public, max-age=300' })
    .send()
}
