import fastifySwagger from '@fastify/swagger'
import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { groupBy } from '../base/group-by.ts'
import { exampleOf, type JsonSchema, makeParts, maxSamples } from '../base/json-schema.ts'
import { getString, isObject } from '../base/json-value.ts'
import { formatLink } from '../base/url-path.ts'
import { type Business, englishName } from '../business/business.ts'
import { listPriceNotes } from '../business/notes.ts'
import {
  type ApiVersion,
  canonicalPrefix,
  documentVersion,
  listPrefixes,
  listSubjects,
  nameSuffix,
  type Operation,
  sampleBody
} from '../business/operations.ts'
import { objectOf, wholeUnits } from '../business/schemas/values.ts'
import type { Context } from '../context/context.ts'
import { ErrorBody, type Errors } from '../http/errors.ts'
import { type RepresentOptions, represent } from '../http/represent.ts'
import { describeVersioning } from './versions.ts'

export { createVersionHeaders, versions } from './versions.ts'

interface Options extends RepresentOptions {
  context: Context
  links: string[]
}

export const api = fastifyPlugin(async (app: FastifyInstance, options: Options) => {
  await describeRoutes(app, options)
  app.register(async (scope) => {
    await scope.register(represent, options)
    addOperations(scope, options)
    addSpecification(scope, options)
  })
})

export const listApiPaths = (context: Context): string[] => [
  ...listSpecificationPaths(context),
  ...context.versions.flatMap((version) =>
    listPrefixes(version).flatMap((prefix) =>
      version.operations.flatMap(({ path, ids }) =>
        (ids?.(context.business) ?? ['']).map((id) => prefix + path.replace('{id}', id))
      )
    )
  )
]

/** Serves the operations of every version under each of its prefixes, and 404 for the rest of /api (section 4 of the specification). */
function addOperations(app: FastifyInstance, options: Options): void {
  const { errors, context } = options
  for (const version of context.versions) {
    for (const operation of listDocumentedOperations(version)) addRoutes(app, version, operation, options)
  }
  const message = `No such endpoint. ${context.baseUrl}/openapi.json lists them all.`
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
  const { context, errors } = options
  const { business, baseUrl, factsChanged, factsExpire } = context
  const schema = createRouteSchema(operation, business, errors, version.deprecation !== undefined)
  for (const prefix of listPrefixes(version)) {
    const url = prefix + operation.path.replace('{id}', ':id')
    const isCanonical = prefix === canonicalPrefix(version)
    app.get<{ Params: { id?: string } }>(url, isCanonical ? { schema } : {}, async (request, reply) => {
      const { id } = request.params
      const now = context.now()
      const body = operation.read(business, now, id)
      if (body === undefined) return errors.send(reply, 'not_found', explain(operation, String(id), business))
      const canonical = baseUrl + canonicalPrefix(version) + operation.path.replace('{id}', String(id))
      // The alias has the same body as the canonical URL, and links to it.
      if (!isCanonical)
        reply.header('link', `${formatLink(canonical, 'canonical')}, ${reply.getHeader('link')}`)
      // A body that depends on the time is newer than its facts.
      if (operation.hasHours) reply.expires = factsExpire(now)
      else if (factsChanged) reply.header('last-modified', factsChanged.toUTCString())
      return reply.type('application/json; charset=utf-8').send(Buffer.from(JSON.stringify(body)))
    })
  }
}

function explain(operation: Operation, id: string, business: Business): string {
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
    'The API has no write operation, key or cookie. A proxy in front may limit requests: it then returns 429 with Retry-After. Texts are plain text in the language of the business. Examples have at most two entries per list.'
  ].join('\n')

const specificationEntry = { tag: 'Specification', summary: 'Get the specification' }

/** Generates the OpenAPI 3.1 document from the schemas of the routes that follow, if they have an operationId. */
async function describeRoutes(app: FastifyInstance, { context, errors }: Options) {
  const { business, versions, baseUrl } = context
  const operations = versions.flatMap(listDocumentedOperations)
  const parts = operations.map((operation) => ({
    schema: operation.schema,
    sample: sampleBody(operation, business)
  }))
  const error = { schema: ErrorBody, sample: errors.body('not_found', 'No such endpoint.') }
  for (const schema of createComponents([...parts, error])) app.addSchema(schema)

  const { profile, site } = business
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

const listSpecificationPaths = ({ resources }: Context) => [
  mainPath,
  '/api/openapi.json',
  ...(resources.get(wellKnown) ? [] : [wellKnown])
]

/** Serves the document at /openapi.json (section 4.3 of the specification), which is an operation of its own. */
function addSpecification(app: FastifyInstance, options: Options): void {
  const { context, links, errors } = options
  const schema = {
    operationId: 'openapi',
    tags: [specificationEntry.tag],
    summary: specificationEntry.summary,
    description: 'This document: every operation with its schemas and examples, and the versioning policy.',
    response: describeResponses(Specification, { openapi: '3.1.0' }, errors)
  }
  for (const path of listSpecificationPaths(context)) {
    const isCanonical = path === mainPath
    const canonical = isCanonical ? [] : [formatLink(context.baseUrl + mainPath, 'canonical')]
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
  const groups = groupBy(operations, ({ tag }) => tag)
  return Array.from(groups, ([name, rows]) => {
    const summaries = new Set(rows.map(({ summary }) => summary))
    return { name, description: `${[...summaries].join('. ')}.` }
  })
}

interface Component {
  schema: TSchema
  /** Values of this shape from the data; the examples are taken from them. */
  samples: unknown[]
}

/** Returns the operations with their names in the OpenAPI document, which end in the name of the version, except in v1. */
function listDocumentedOperations(version: ApiVersion): Operation[] {
  const suffix = nameSuffix(version)
  return version.operations.map((operation) => ({
    ...operation,
    operationId: operation.operationId + suffix,
    schema: renameSchema(operation.schema, suffix)
  }))
}

function renameSchema(schema: TSchema, suffix: string): TSchema {
  const { $id } = schema
  const parts = makeParts(schema, (part) => renameSchema(part, suffix))
  return { ...schema, ...($id && { $id: $id + suffix }), ...parts }
}

/** Returns the schemas with an `$id`, with examples from the data. Throws if two different schemas have one `$id`. */
function createComponents(parts: { schema: TSchema; sample?: unknown }[]): JsonSchema[] {
  const found = new Map<string, Component>()
  for (const { schema, sample } of parts) collect(schema, [sample], found)
  return Array.from(found, ([$id, { schema, samples }]) => ({ $id, ...describe(schema, samples) }))
}

function shorten(schema: TSchema, value: unknown): unknown {
  if (Array.isArray(value))
    return value.slice(0, Math.max(schema.minItems ?? 0, 2)).map((item) => shorten(schema.items ?? {}, item))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, shorten(schema.properties?.[name] ?? {}, part)])
  )
}

function collect(schema: TSchema, samples: unknown[], found: Map<string, Component>): void {
  const { $id } = schema
  if ($id) {
    const object = objectOf(schema)
    const component = found.get($id) ?? { schema: object, samples: [] }
    if (JSON.stringify(component.schema) !== JSON.stringify(object))
      throw new Error(`Two different schemas have the $id ${$id}. Rename one of them.`)
    found.set($id, { schema: object, samples: [...component.samples, ...samples].slice(0, maxSamples) })
  }
  makeParts(schema, (part, values) => collect(part, values, found), samples)
}

function describe(schema: TSchema, samples: unknown[]): JsonSchema {
  const { $id, properties, items, examples, ...rest } = schema
  const [sample] = samples.filter((value) => value !== null)
  const example = sample === undefined ? [exampleOf(schema, true)] : [shorten(schema, sample)]
  const describePart = (part: TSchema, values: unknown[]) =>
    part.$id ? { $ref: `${part.$id}#` } : describe(part, values)
  return { ...rest, examples: example, ...makeParts(schema, describePart, samples) }
}

const headers = {
  ETag: { description: 'Strong entity tag for If-None-Match.', type: 'string', examples: ['"x"'] },
  'Cache-Control': {
    description: 'How long the response may be cached.',
    type: 'string',
    examples: ['public, max-age=300']
  }
}

function createRouteSchema(operation: Operation, business: Business, errors: Errors, isDeprecated: boolean) {
  const { operationId, tag, summary, describe, schema, ids } = operation
  return {
    operationId,
    tags: [tag],
    summary,
    description: describe(business),
    ...(isDeprecated && { deprecated: true }),
    ...(ids && { params: createIdParameter(ids(business)) }),
    response: describeResponses(schema, shorten(schema, sampleBody(operation, business)), errors)
  }
}

const createIdParameter = (ids: string[]) => ({
  type: 'object',
  required: ['id'],
  properties: {
    id: {
      type: 'string',
      pattern: '^[a-z][a-z0-9-]*$',
      description: 'Id of the item.',
      ...(ids.length > 0 && { enum: ids, examples: ids.slice(0, 1) })
    }
  }
})

/** Returns the documented responses of a route: 200, 404 and 500 (section 4 of the specification). */
function describeResponses(body: TSchema, example: unknown, errors: Errors) {
  const json = ({ $id, ...inline }: TSchema, value: unknown) => ({
    'application/json': {
      schema: $id ? { $ref: `${$id}#` } : inline,
      ...(value !== undefined && {
        examples: { data: { summary: 'From the published data; at most two entries per list.', value } }
      })
    }
  })
  const fail = (description: string, ...error: Parameters<Errors['body']>) => ({
    description,
    content: json(ErrorBody, errors.body(...error))
  })
  return {
    200: { description: body.description, headers, content: json(body, example) },
    404: fail('Not found.', 'not_found', 'No such endpoint.'),
    500: fail('Internal server error.', 'internal_error', 'Internal server error.')
  }
}
