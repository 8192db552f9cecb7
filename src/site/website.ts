import type { IncomingHttpHeaders } from 'node:http'
import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { encodePath } from '../http/encode-path.ts'
import type { Limits } from '../http/limits.ts'
import type { Answer } from '../http/resource.ts'
import { type Sending, sendAnswer } from '../http/send.ts'
import { year } from './headers.ts'
import { Page, vary } from './page.ts'
import type { NotFound, Site } from './site.ts'

interface Options extends Sending {
  site: Site
  siteDir: string
  limits: Limits
}

// A name with a hash in it, as builders write them after a dot or a hyphen: letters and digits that change places more
// than once, which a date, a size (1920x1080) or a word with a number does not.
const fingerprinted = /[.-](?!\d+x\d+\.)(?=\w*(?:\d[a-z]+\d|[a-z]\d+[a-z]))\w{8,}\.\w+$/i

// What a file cannot answer of a request that has conditions or asks for a part (RFC 9110, sections 13.1 and 14.2).
const refusals = new Map([
  [412, 'The file is not the one that the request asks for with If-Match or If-Unmodified-Since.'],
  [416, 'The file has no such range of bytes.']
])

/** The pages with their assets, and the files of SITE_DIR, at every address outside the API. */
export async function website(app: FastifyInstance, options: Options) {
  const { site, siteDir, errors, limits } = options
  await app.register(fastifyStatic, {
    root: resolve(siteDir),
    serve: false,
    dotfiles: 'allow',
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header('cache-control', fingerprinted.test(file) ? year : 'public, max-age=300')
      reply.header('x-content-type-options', 'nosniff')
    }
  })
  app.setErrorHandler((error, request, reply) => {
    const { statusCode, headers = {} } = Object(error)
    const refusal = refusals.get(statusCode)
    if (refusal === undefined) return errors.handle(error, request, reply)
    return errors.send(reply.headers(headers), statusCode, 'bad_request', refusal)
  })
  const missing = await site.notFound()

  const sendFile = async (reply: FastifyReply, path: string, headers?: Record<string, string>) => {
    const file = await site.readableFileAt(path)
    if (file === undefined) return reply.callNotFound()
    // Its client may have gone meanwhile.
    if (reply.raw.destroyed) return reply.hijack()
    limits.files.add(reply.raw)
    return headers ? reply.headers(headers).sendFile(file, { contentType: false }) : reply.sendFile(file)
  }

  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = `/${request.params['*']}`
    const made = limits.pages.run(async () => {
      const resource = await site.resourceAt(path)
      const fileHeaders = resource instanceof Page ? resource.fileHeaders(request.headers) : undefined
      return {
        resource,
        fileHeaders,
        answer: fileHeaders ? undefined : await resource?.answer(request.headers)
      }
    })
    if (made === undefined) {
      limits.log.count('pages')
      return errors.sendBusy(reply)
    }
    const { resource, fileHeaders, answer } = await made
    if (fileHeaders) return sendFile(reply, path, fileHeaders)
    if (resource && answer) return sendAnswer(reply, options, encodePath(path), resource, answer)
    if (site.fileAt(path) !== undefined) return sendFile(reply, path)
    const page = pageFor(path, site)
    if (page !== undefined) {
      const query = request.url.slice(request.url.split('?', 1).join().length)
      return reply
        .code(308)
        .headers({ location: encodePath(page) + query, vary, 'cache-control': 'public, max-age=300' })
        .send()
    }
    const notFound = await answerMissing(missing, path, request.headers)
    return reply.code(404).headers(notFound.headers).send(notFound.body)
  })
}

/** What is sent where there is no page: as Accept asks, or else HTML; never "not modified". */
async function answerMissing(
  { page, html }: NotFound,
  path: string,
  headers: IncomingHttpHeaders
): Promise<Answer> {
  const accept = path.endsWith('.md') ? 'text/markdown' : headers.accept
  const answer = await page.answer({ accept, 'accept-encoding': headers['accept-encoding'] })
  return answer.status === 406 ? html.plain() : answer
}

// Pages that have moved: the documentation is the reference too.
const moved = new Map([
  ['/developers/reference', '/developers/'],
  ['/developers/reference/', '/developers/']
])

/** Returns the page that a path without its slash, with the name of its file, or of a moved page leads to. */
function pageFor(path: string, { paths }: Site): string | undefined {
  const page = path.endsWith('/index.html') ? path.slice(0, -'index.html'.length) : `${path}/`
  return paths.has(page) ? page : moved.get(path)
}
