import type { FastifyInstance } from 'fastify'
import type { Business } from '../business/business.ts'
import { idsInWords, type Operation, readBody } from '../business/operations.ts'
import { link } from '../http/link.ts'
import { notFound } from '../http/not-found.ts'
import { representJson } from '../http/representation.ts'
import { Resource } from '../http/resource.ts'
import { type Sending, sendResource } from '../http/send.ts'
import { documentedOperations, routeSchema } from './schemas.ts'
import { canonicalPrefix, prefixes, type Version } from './versions.ts'

interface Options extends Sending {
  business: Business
  baseUrl: string
  versions: Version[]
  /** Returns the headers that every response at a path has. */
  headersOf: (path: string) => Record<string, string>
}

/** Serves the operations of every version under each of its prefixes, and 404 for the rest of /api (section 4). */
export function api(app: FastifyInstance, options: Options, done: () => void) {
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(options.headersOf(request.url))
    next()
  })
  for (const version of options.versions) {
    for (const operation of documentedOperations(version)) addRoutes(app, version, operation, options)
  }
  // In onRequest too, before the body is parsed: an unknown path is 404 even if the body is malformed.
  const answer = notFound(options.errors, `No such endpoint. ${options.baseUrl}/openapi.json lists them all.`)
  for (const url of ['/api', '/api/*']) {
    app.route({ method: app.supportedMethods, url, onRequest: answer, handler: answer })
  }
  done()
}

function addRoutes(app: FastifyInstance, version: Version, operation: Operation, options: Options) {
  const { business, errors, kept } = options
  const schema = routeSchema(operation, business, errors, version.deprecation !== undefined)
  for (const prefix of prefixes(version)) {
    const url = prefix + operation.path.replace('{id}', ':id')
    const documented = prefix === canonicalPrefix(version) ? { schema } : {}
    app.get<{ Params: { id?: string } }>(url, documented, (request, reply) => {
      const { id = '' } = request.params
      const path = prefix + operation.path.replace('{id}', id)
      const resource = kept.get(path) ?? resourceAt(path, version, operation, id, options)
      return resource
        ? sendResource(request, reply, options, path, resource)
        : errors.send(reply, 404, 'not_found', explain(operation, id, options))
    })
  }
}

/** Returns the resource at a path; the alias has the bytes of the canonical path and links to it. */
function resourceAt(path: string, version: Version, operation: Operation, id: string, options: Options) {
  const { business, baseUrl, headersOf } = options
  const body = readBody(operation, business, id)
  if (body === undefined) return undefined
  const canonical = canonicalPrefix(version) + operation.path.replace('{id}', id)
  const { link: links, ...headers } = headersOf(path)
  const all = [...(path === canonical ? [] : [link(baseUrl + canonical, 'canonical')]), links]
  return new Resource(representJson(body), { ...headers, link: all.join(', ') })
}

/** Returns why an operation has no body for an id. */
function explain(operation: Operation, id: string, { business, baseUrl }: Options): string {
  const unknown = operation.ids
    ? `No such endpoint: no item has this id. ${idsInWords(operation, business)}`
    : 'No such endpoint.'
  const reason = operation.explain?.(business, id) ?? unknown
  return `${reason} See ${baseUrl}/openapi.json.`
}
