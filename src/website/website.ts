import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type Sending, sendResource } from '../http/send.ts'
import { year } from './headers.ts'
import type { Site } from './site.ts'

interface Options extends Sending {
  site: Site
  siteDir: string
}

// A name with a hash in it, as builders write them: letters and digits mixed, after a dot or a hyphen.
const fingerprinted = /[.-](?=[^.]*\d)(?=[^.]*[a-z])[\w-]{8,}\.\w+$/i

/** The pages with their assets, and the files of SITE_DIR, at every address outside the API. */
export async function website(app: FastifyInstance, options: Options) {
  const { site, siteDir, kept } = options
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
  const missing = await site.notFound()

  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = `/${request.params['*']}`
    const address = encodeURI(path)
    const resource = kept.get(address) ?? (await site.resourceAt(path))
    if (resource) return sendResource(request, reply, options, address, resource)
    const file = site.fileAt(path)
    if (file !== undefined) return reply.sendFile(file)
    const page = pageFor(path, site)
    if (page !== undefined) {
      const query = request.url.slice(request.url.split('?', 1).join().length)
      return reply
        .code(308)
        .header('location', encodeURI(page) + query)
        .send()
    }
    // The page for nothing is never "not modified".
    const answer = await missing.answer({ 'accept-encoding': request.headers['accept-encoding'] })
    return reply
      .code(404)
      .headers(answer?.headers ?? {})
      .send(answer?.body)
  })
}

/** The page that an address without its slash, or with the name of its file, stands for. */
function pageFor(path: string, { paths }: Site): string | undefined {
  const page = path.endsWith('/index.html') ? path.slice(0, -'index.html'.length) : `${path}/`
  return paths.has(page) ? page : undefined
}
