import type { FastifyInstance } from 'fastify'
import type { Business } from '../business/business.ts'
import { idsInWords, type Operation, readBody } from '../business/operations.ts'
import { link } from '../http/link.ts'
import { notFound } from '../http/not-found.ts'
import { type Responding, represent } from '../http/represent.ts'
import { routeSchema } from './route-schema.ts'
import { canonicalPrefix, prefixes, type Version } from './versions.ts'

interface Options extends Responding {
  business: Business
  baseUrl: string
  versions: Version[]
  /** The headers that an answer has because of its path. */
  headersOf: (path: string) => Record<string, string>
}

/** The operations of every version, under each of its prefixes, and 404 for the rest of /api (section 4). */
export async function api(app: FastifyInstance, options: Options) {
  await app.register(represent, options)
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(options.headersOf(request.url))
    next()
  })
  for (const version of options.versions) {
    for (const operation of version.operations) addRoutes(app, version, operation, options)
  }
  // Before the body is parsed: how a request is formed does not matter where nothing is.
  const answer = notFound(
    options.errors,
    `No such endpoint. See ${options.baseUrl}/openapi.json for what there is.`
  )
  for (const url of ['/api', '/api/*']) {
    app.route({ method: app.supportedMethods, url, onRequest: answer, handler: answer })
  }
}

function addRoutes(app: FastifyInstance, version: Version, operation: Operation, options: Options) {
  const { business, baseUrl, errors } = options
  const schema = routeSchema(operation, business, errors, version.deprecation !== undefined)
  for (const prefix of prefixes(version)) {
    const url = prefix + operation.path.replace('{id}', ':id')
    const isCanonical = prefix === canonicalPrefix(version)
    app.get<{ Params: { id?: string } }>(url, isCanonical ? { schema } : {}, (request, reply) => {
      const { id = '' } = request.params
      const body = readBody(operation, business, id)
      if (body === undefined) return errors.send(reply, 404, 'not_found', explain(operation, id, options))
      const canonical = baseUrl + canonicalPrefix(version) + operation.path.replace('{id}', id)
      // An alias has the body of the canonical URL, and names it.
      if (!isCanonical) reply.header('link', `${link(canonical, 'canonical')}, ${reply.getHeader('link')}`)
      return reply.send(body)
    })
  }
}

function explain(operation: Operation, id: string, { business, baseUrl }: Options): string {
  const reason = operation.explain?.(business, id) ?? `No such endpoint. ${idsInWords(operation, business)}`
  return `${reason} See ${baseUrl}/openapi.json.`
}
