import fastifySwagger from '@fastify/swagger'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { ApiVersion } from '../business/api-version.ts'
import { type Business, englishName } from '../business/business.ts'
import { listPriceNotes, listSubjects } from '../business/notes.ts'
import { type Operation, sampleBody } from '../business/operation.ts'
import { ErrorBody, type Errors } from '../http/errors.ts'
import { formatLink } from '../http/link.ts'
import { type RepresentOptions, represent } from '../http/represent.ts'
import { describeVersioning } from './deprecation.ts'
import { createComponents, describeResponses, listDocumentedOperations } from './schemas.ts'

interface Options {
  business: Business
  baseUrl: string
  versions: ApiVersion[]
  errors: Errors
}

const describeApi = (business: Business) =>
  [
    `Public, read-only facts about one business: ${listSubjects(business, 'identity', 'contact details')}.`,
    'Integer amounts are in whole units of `currency` (despite `_ils` in their names), rounded up; `price` has the exact amount.',
    ...listPriceNotes(business),
    'The API has no write operation, key or cookie. A proxy in front may limit requests: it then returns 429 with Retry-After. Texts are plain text in the language of the business.'
  ].join('\n')

/** The operation of the document itself, as far as its tag needs it. */
const specificationEntry = { tag: 'Specification', summary: 'Get the specification' }

/** The version of the document (section 9), which is neither the package's nor that of the paths. */
export const documentVersion = '1.0.0'

/** Generates the OpenAPI 3.1 document from the schemas of the routes that have an operationId. */
export const openapi = fastifyPlugin(
  async (app: FastifyInstance, { business, baseUrl, versions, errors }: Options) => {
    const operations = versions.flatMap(listDocumentedOperations)
    const parts = operations.map((operation) => ({
      schema: operation.schema,
      sample: sampleBody(operation, business)
    }))
    const error = { schema: ErrorBody, sample: errors.body('not_found', 'No such endpoint.') }
    for (const schema of createComponents([...parts, error]).values()) app.addSchema(schema)

    const { profile, site } = business
    const { name, contact, url } = profile
    await app.register(fastifySwagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: `${englishName(business)}: business facts`,
          description: describeApi(business),
          version: documentVersion,
          contact: { name, url, ...(contact.email && { email: contact.email }) },
          ...(site?.licence && { license: site.licence })
        },
        servers: [{ url: baseUrl, description: 'The site of the business.' }],
        security: [],
        tags: tagsOf([...operations, specificationEntry]),
        ...{ 'x-api-versioning': describeVersioning(versions, baseUrl) }
      },
      refResolver: {
        buildLocalReference: ({ $id }) => String($id)
      },
      // A route without an operationId (an alias, another method, a health check) is not part of the contract.
      transform: ({ schema, url }) => ({ schema: schema?.operationId ? schema : { hide: true }, url })
    })
  }
)

interface SpecificationOptions extends RepresentOptions {
  baseUrl: string
  links: string[]
  /** Whether the site has a file at a path, which is then served instead. */
  hasFile: (path: string) => boolean
}

const mainPath = '/openapi.json'
const wellKnown = '/.well-known/openapi.json'

/** Serves the document at /openapi.json (section 4.3 of the specification), which is an operation of its own. */
export async function specification(app: FastifyInstance, options: SpecificationOptions) {
  const { baseUrl, links, hasFile } = options
  await app.register(represent, options)
  const schema = {
    operationId: 'openapi',
    tags: [specificationEntry.tag],
    summary: specificationEntry.summary,
    description: 'This document: every operation with its schemas and examples, and the versioning policy.',
    response: describeResponses(Specification, { openapi: '3.1.0' }, options.errors)
  }
  const add = (path: string, headers: Record<string, string>, documented = {}) =>
    app.get(path, documented, (_request, reply) => reply.headers(headers).send(app.swagger()))
  add(mainPath, { link: links.join(', ') }, { schema })
  for (const path of ['/api/openapi.json', ...(hasFile(wellKnown) ? [] : [wellKnown])]) {
    add(path, { link: [formatLink(baseUrl + mainPath, 'canonical'), ...links].join(', ') })
  }
  // Generated here first, so an invalid schema fails the start and not the first request.
  app.addHook('onReady', async () => {
    app.swagger()
  })
}

const Specification = Type.Object({}, { description: 'An OpenAPI 3.1 document.', additionalProperties: true })

/** Returns the tags of operations, each described by what its operations do. */
function tagsOf(operations: Pick<Operation, 'tag' | 'summary'>[]) {
  const summaries = new Map<string, Set<string>>()
  for (const { tag, summary } of operations) {
    summaries.set(tag, (summaries.get(tag) ?? new Set()).add(summary))
  }
  return [...summaries].map(([name, lines]) => ({ name, description: `${[...lines].join('. ')}.` }))
}
