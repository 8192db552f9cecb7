import type { FastifyInstance } from 'fastify'
import { type ApiVersion, canonicalPrefix, listPrefixes } from '../business/api-version.ts'
import type { Business } from '../business/business.ts'
import { idsInWords, type Operation } from '../business/operation.ts'
import { formatLink } from '../http/link.ts'
import { expireAt, type RepresentOptions, represent } from '../http/represent.ts'
import { createRouteSchema, listDocumentedOperations } from './schemas.ts'
import { createNotFoundHandler } from './unknown-path.ts'

interface Options extends RepresentOptions {
  business: Business
  baseUrl: string
  versions: ApiVersion[]
  /** When the facts last changed, if that is known. */
  changed: Date | undefined
  now: () => Date
}

/** Serves the operations of every version under each of its prefixes, and 404 for the rest of /api (section 4). */
export async function api(app: FastifyInstance, options: Options) {
  await app.register(represent, options)
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(options.errors.headersOf(request.url))
    next()
  })
  for (const version of options.versions) {
    for (const operation of listDocumentedOperations(version)) addRoutes(app, version, operation, options)
  }
  // In onRequest too, before the body is parsed: an unknown path is 404 even if the body is malformed.
  const sendNotFound = createNotFoundHandler(options.errors, options.baseUrl)
  for (const url of ['/api', '/api/*']) {
    app.route({ method: app.supportedMethods, url, onRequest: sendNotFound, handler: sendNotFound })
  }
}

function addRoutes(app: FastifyInstance, version: ApiVersion, operation: Operation, options: Options) {
  const { business, baseUrl, errors, changed } = options
  const schema = createRouteSchema(operation, business, errors, version.deprecation !== undefined)
  for (const prefix of listPrefixes(version)) {
    const url = prefix + operation.path.replace('{id}', ':id')
    const isCanonical = prefix === canonicalPrefix(version)
    app.get<{ Params: { id?: string } }>(url, isCanonical ? { schema } : {}, (request, reply) => {
      const { id = '' } = request.params
      const now = options.now()
      const body = operation.read(business, id, now)
      if (body === undefined) return errors.send(reply, 'not_found', explain(operation, id, options))
      const canonical = baseUrl + canonicalPrefix(version) + operation.path.replace('{id}', id)
      // The alias has the same body as the canonical URL, and links to it.
      if (!isCanonical)
        reply.header('link', `${formatLink(canonical, 'canonical')}, ${reply.getHeader('link')}`)
      // A body that depends on the time is newer than its facts.
      if (changed && !operation.expires) reply.header('last-modified', changed.toUTCString())
      expireAt(reply, operation.expires?.(business, now))
      return reply.send(body)
    })
  }
}

/** Returns why an operation has no body for an id. */
function explain(operation: Operation, id: string, { business, baseUrl }: Options): string {
  const unknown = operation.ids
    ? `No such endpoint: no item has this id. ${idsInWords(operation.ids(business))}`
    : 'No such endpoint.'
  const reason = operation.explain?.(business, id) ?? unknown
  return `${reason} See ${baseUrl}/openapi.json.`
}
