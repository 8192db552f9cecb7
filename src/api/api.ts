import type { FastifyInstance } from 'fastify'
import type { Business } from '../business/business.ts'
import { idsInWords, type Operation, readBody } from '../business/operations.ts'
import { link } from '../http/link.ts'
import { notFound } from '../http/not-found.ts'
import { representJson } from '../http/representation.ts'
import { Resource } from '../http/resource.ts'
import { type Sending, sendResource } from '../http/send.ts'
import { routeSchema } from './route-schema.ts'
import { canonicalPrefix, prefixes, type Version } from './versions.ts'

interface Options extends Sending {
  business: Business
  baseUrl: string
  versions: Version[]
  /** The headers that an answer has because of its path. */
  headersOf: (path: string) => Record<string, string>
}

/** The operations of every version, under each of its prefixes, and 404 for the rest of /api (section 4). */
export function api(app: FastifyInstance, options: Options, done: () => void) {
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

/** What stands at an address of the API; an alias has the bytes of its canonical address and names it. */
function resourceAt(path: string, version: Version, operation: Operation, id: string, options: Options) {
  const { business, baseUrl, headersOf } = options
  const body = readBody(operation, business, id)
  if (body === undefined) return undefined
  const canonical = canonicalPrefix(version) + operation.path.replace('{id}', id)
  const { link: links, ...headers } = headersOf(path)
  const all = [...(path === canonical ? [] : [link(baseUrl + canonical, 'canonical')]), links]
  return new Resource(representJson(body), { ...headers, link: all.join(', ') })
}

function explain(operation: Operation, id: string, { business, baseUrl }: Options): string {
  const reason = operation.explain?.(business, id) ?? `No such endpoint. ${idsInWords(operation, business)}`
  return `${reason} See ${baseUrl}/openapi.json.`
}
