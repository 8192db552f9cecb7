import type { FastifyInstance } from 'fastify'
import type { Business } from '../business/business.ts'
import { type Operation, readBody } from '../business/operations.ts'
import { corsHeaders } from '../http/cors.ts'
import type { Errors } from '../http/errors.ts'
import type { Kept } from '../http/kept.ts'
import { representJson } from '../http/representation.ts'
import { Resource } from '../http/resource.ts'
import { sendResource } from '../http/send.ts'
import { routeSchema } from './route-schema.ts'
import { canonicalPrefix, prefixes, type Version } from './versions.ts'

interface Options {
  business: Business
  baseUrl: string
  versions: Version[]
  errors: Errors
  kept: Kept
  /** The headers that an answer has because of its path. */
  headersOf: (path: string) => Record<string, string>
}

/** The operations of every version, under each of its prefixes (sections 4.1 and 4.2 of the specification). */
export function api(app: FastifyInstance, options: Options, done: () => void) {
  for (const version of options.versions) {
    for (const operation of version.operations) addRoutes(app, version, operation, options)
  }
  done()
}

function addRoutes(app: FastifyInstance, version: Version, operation: Operation, options: Options) {
  const { business, errors } = options
  const schema = routeSchema(operation, business, errors, version.deprecation !== undefined)
  for (const prefix of prefixes(version)) {
    const url = prefix + operation.path.replace('{id}', ':id')
    const documented = prefix === canonicalPrefix(version) ? { schema } : {}
    app.get<{ Params: { id?: string } }>(url, documented, (request, reply) => {
      const { id = '' } = request.params
      const resource = resourceAt(prefix, version, operation, id, options)
      return resource
        ? sendResource(request, reply, resource, errors)
        : errors.send(reply, 404, 'not_found', explain(operation, id, options))
    })
  }
}

/** What stands at an address of the API, kept once made; an alias sends the bytes of its canonical address. */
function resourceAt(
  prefix: string,
  version: Version,
  operation: Operation,
  id: string,
  options: Options
): Resource | undefined {
  const { kept, baseUrl, headersOf } = options
  const path = operation.path.replace('{id}', id)
  const known = kept.get(prefix + path)
  if (known) return known
  const isCanonical = prefix === canonicalPrefix(version)
  const body = isCanonical ? readBody(operation, options.business, id) : undefined
  const representation = isCanonical
    ? body !== undefined && representJson(body)
    : resourceAt(canonicalPrefix(version), version, operation, id, options)?.representation
  if (!representation) return undefined
  const { link, ...headers } = headersOf(prefix + path)
  const links = [
    isCanonical ? undefined : `<${baseUrl}${canonicalPrefix(version)}${path}>; rel="canonical"`,
    link
  ]
    .filter((value) => value !== undefined)
    .join(', ')
  const resource = new Resource(representation, { ...corsHeaders, ...headers, ...(links && { link: links }) })
  kept.set(prefix + path, resource)
  return resource
}

function explain({ ids, explain }: Operation, id: string, { business, baseUrl }: Options): string {
  const known = ids?.(business) ?? []
  const listed =
    known.length > 0 && known.length <= 20 ? `The ids are: ${known.join(', ')}.` : 'The id is not known.'
  return `${explain?.(business, id) ?? `No such endpoint. ${listed}`} See ${baseUrl}/openapi.json.`
}
