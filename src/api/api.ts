import fastifySwagger from '@fastify/swagger'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { getString } from '../base/json-value.ts'
import { formatLink } from '../base/url-path.ts'
import { type Business, englishName } from '../business/business.ts'
import { listPriceNotes } from '../business/notes.ts'
import {
  type ApiVersion,
  canonicalPrefix,
  documentVersion,
  listPrefixes,
  listSubjects,
  type Operation,
  sampleBody
} from '../business/operations.ts'
import { wholeUnits } from '../business/schemas/values.ts'
import { ErrorBody } from '../http/errors.ts'
import { type RepresentOptions, represent } from '../http/represent.ts'
import type { Resources } from '../resources/resources.ts'
import {
  createComponents,
  createRouteSchema,
  describeResponses,
  listDocumentedOperations
} from './schemas.ts'
import { describeVersioning } from './versions.ts'

export { createVersionHeaders, versions } from './versions.ts'

interface Options extends RepresentOptions {
  business: Business
  versions: ApiVersion[]
  links: string[]
  resources: Resources
  factsChanged: Date | undefined
  now: () => Date
}

export const api = fastifyPlugin(async (app: FastifyInstance, options: Options) => {
  await describeRoutes(app, options)
  app.register(async (scope) => {
    await scope.register(represent, options)
    addOperations(scope, options)
    addSpecification(scope, options)
  })
})

export const listApiPaths = (options: Pick<Options, 'business' | 'versions' | 'resources'>): string[] => [
  ...listSpecificationPaths(options),
  ...options.versions.flatMap((version) =>
    listPrefixes(version).flatMap((prefix) =>
      version.operations.flatMap(({ path, ids }) =>
        (ids?.(options.business) ?? ['']).map((id) => prefix + path.replace('{id}', id))
      )
    )
  )
]

/** Serves the operations of every version under each of its prefixes, and 404 for the rest of /api (section 4 of the specification). */
function addOperations(app: FastifyInstance, options: Options): void {
  for (const version of options.versions) {
    for (const operation of listDocumentedOperations(version)) addRoutes(app, version, operation, options)
  }
  const { errors, business } = options
  const message = `No such endpoint. ${business.baseUrl}/openapi.json lists them all.`
  const sendNotFound = ({ method, headers }: FastifyRequest, reply: FastifyReply) => {
    // A browser asks if a script may send a request (Fetch standard, CORS preflight). Without a 204 it could not read the 404.
    const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
    if (isPreflight) reply.code(204).send()
    else errors.send(reply, 'not_found', message)
  }
  // In onRequest too, before the body is parsed: an unknown path is 404 even if the body is malformed.
  for (const url of ['/api', '/api/*']) {
    app.route({ method: app.supportedMethods, url, onRequest: sendNotFound, handler: sendNotFound })
  }
}

function addRoutes(app: FastifyInstance, version: ApiVersion, operation: Operation, options: Options) {
  const { business, errors, factsChanged } = options
  const schema = createRouteSchema(operation, business, errors, version.deprecation !== undefined)
  for (const prefix of listPrefixes(version)) {
    const url = prefix + operation.path.replace('{id}', ':id')
    const isCanonical = prefix === canonicalPrefix(version)
    app.get<{ Params: { id?: string } }>(url, isCanonical ? { schema } : {}, async (request, reply) => {
      const { id } = request.params
      const now = options.now()
      const body = operation.read(business, now, id)
      if (body === undefined) return errors.send(reply, 'not_found', explain(operation, String(id), options))
      const canonical =
        business.baseUrl + canonicalPrefix(version) + operation.path.replace('{id}', String(id))
      // The alias has the same body as the canonical URL, and links to it.
      if (!isCanonical)
        reply.header('link', `${formatLink(canonical, 'canonical')}, ${reply.getHeader('link')}`)
      // A body that depends on the time is newer than its facts.
      if (factsChanged && !operation.expires) reply.header('last-modified', factsChanged.toUTCString())
      reply.expires = operation.expires?.(business, now)
      return reply.type('application/json; charset=utf-8').send(Buffer.from(JSON.stringify(body)))
    })
  }
}

function explain(operation: Operation, id: string, { business }: Options): string {
  const ids = operation.ids?.(business) ?? []
  const hint = ids.length > 0 && ids.length <= 20 ? `Valid ids: ${ids.join(', ')}.` : 'The id is unknown.'
  const reason =
    getString(operation.reasons?.(business), id) ?? `No such endpoint: no item has this id. ${hint}`
  return `${reason} See ${business.baseUrl}/openapi.json.`
}

const writeDescription = (business: Business) =>
  [
    `Public, read-only facts about one business: ${listSubjects(business)}.`,
    `Integer amounts are ${wholeUnits.replace('the name', 'their names')}, rounded up; \`price\` has the exact amount.`,
    ...listPriceNotes(business),
    'The API has no write operation, key or cookie. A proxy in front may limit requests: it then returns 429 with Retry-After. Texts are plain text in the language of the business.'
  ].join('\n')

const specificationEntry = { tag: 'Specification', summary: 'Get the specification' }

/** Generates the OpenAPI 3.1 document from the schemas of the routes that follow, if they have an operationId. */
async function describeRoutes(app: FastifyInstance, { business, versions, errors }: Options) {
  const operations = versions.flatMap(listDocumentedOperations)
  const parts = operations.map((operation) => ({
    schema: operation.schema,
    sample: sampleBody(operation, business)
  }))
  const error = { schema: ErrorBody, sample: errors.body('not_found', 'No such endpoint.') }
  for (const schema of createComponents([...parts, error]).values()) app.addSchema(schema)

  const { profile, site, baseUrl } = business
  const { name, contact, url } = profile
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${englishName(business)}: business facts`,
        description: writeDescription(business),
        version: documentVersion,
        contact: { name, url, ...(contact.email && { email: contact.email }) },
        ...(site?.licence && { license: site.licence })
      },
      servers: [{ url: baseUrl, description: 'The site of the business.' }],
      security: [],
      tags: tagsOf([...operations, specificationEntry]),
      // The type of @fastify/swagger has no extensions.
      ...{ 'x-api-versioning': describeVersioning(versions, baseUrl) }
    },
    refResolver: {
      buildLocalReference: ({ $id }) => String($id)
    },
    // A route without an operationId (an alias, another method, a health check) is not part of the contract.
    transform: ({ schema, url }) => ({ schema: schema?.operationId ? schema : { hide: true }, url })
  })
}

const mainPath = '/openapi.json'
const wellKnown = '/.well-known/openapi.json'

const listSpecificationPaths = ({ resources }: Pick<Options, 'resources'>) => [
  mainPath,
  '/api/openapi.json',
  ...(resources.get(wellKnown) ? [] : [wellKnown])
]

/** Serves the document at /openapi.json (section 4.3 of the specification), which is an operation of its own. */
function addSpecification(app: FastifyInstance, options: Options): void {
  const { business, links, errors } = options
  const schema = {
    operationId: 'openapi',
    tags: [specificationEntry.tag],
    summary: specificationEntry.summary,
    description: 'This document: every operation with its schemas and examples, and the versioning policy.',
    response: describeResponses(Specification, { openapi: '3.1.0' }, errors)
  }
  for (const path of listSpecificationPaths(options)) {
    const isCanonical = path === mainPath
    const canonical = isCanonical ? [] : [formatLink(business.baseUrl + mainPath, 'canonical')]
    const link = [...canonical, ...links].join(', ')
    app.get(path, isCanonical ? { schema } : {}, (_request, reply) =>
      reply.header('link', link).send(app.swagger())
    )
  }
  // Generated here first, so an invalid schema fails the start and not the first request.
  app.addHook('onReady', async () => {
    app.swagger()
  })
}

const Specification = Type.Object({}, { description: 'An OpenAPI 3.1 document.', additionalProperties: true })

function tagsOf(operations: Pick<Operation, 'tag' | 'summary'>[]) {
  const summaries = new Map<string, Set<string>>()
  for (const { tag, summary } of operations) {
    summaries.set(tag, (summaries.get(tag) ?? new Set()).add(summary))
  }
  return [...summaries].map(([name, lines]) => ({ name, description: `${[...lines].join('. ')}.` }))
}
