import fastifySwagger from '@fastify/swagger'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Business } from '../business/business.ts'
import { sampleBody } from '../business/operations.ts'
import { ErrorBody, type Errors } from '../http/errors.ts'
import { link } from '../http/link.ts'
import { type Responding, represent } from '../http/represent.ts'
import { components } from './components.ts'
import { responses } from './route-schema.ts'
import { versioning } from './versioning.ts'
import type { Version } from './versions.ts'

interface Options {
  business: Business
  baseUrl: string
  versions: Version[]
  errors: Errors
}

const description = `A public, read-only API with the facts about one business: who it is, what it offers, what that costs
and what its clients ask. Amounts are whole and before VAT. A price of a service is a starting price, not a quote.
There is no write operation, no key, no cookie and no rate limit. Text is plain, in the language of the business.`

/** Makes the OpenAPI 3.1 document from the schemas of the routes that have an operationId, and from nothing else. */
export const openapi = fastifyPlugin(
  async (app: FastifyInstance, { business, baseUrl, versions, errors }: Options) => {
    const operations = versions.flatMap((version) => version.operations)
    const parts = operations.map((operation) => ({
      schema: operation.schema,
      sample: sampleBody(operation, business)
    }))
    const error = { schema: ErrorBody, sample: errors.body('not_found', 'No such endpoint.') }
    for (const schema of components([...parts, error]).values()) app.addSchema(schema)

    const { name, name_en, contact, url } = business.profile
    await app.register(fastifySwagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: `${name_en ?? name}: business facts`,
          description,
          version: '1.0.0',
          contact: { name, url, ...(contact.email && { email: contact.email }) },
          license: { name: 'CC BY 4.0', identifier: 'CC-BY-4.0' }
        },
        servers: [{ url: baseUrl, description: 'The site of the business.' }],
        security: [],
        tags: tags(operations.map(({ tag }) => tag)),
        ...{ 'x-api-versioning': versioning(versions, baseUrl) }
      },
      refResolver: {
        buildLocalReference: ({ $id }) => String($id)
      },
      // A route that no operationId names (an alias, another method, a health check) is not part of the contract.
      transform: ({ schema, url }) => ({ schema: schema?.operationId ? schema : { hide: true }, url })
    })
  }
)

interface SpecificationOptions extends Responding {
  baseUrl: string
  links: string[]
  /** Whether the site has a file of its own at a path, which is served instead. */
  hasFile: (path: string) => boolean
}

const address = '/openapi.json'
const wellKnown = '/.well-known/openapi.json'

/** GET /openapi.json (section 4.3 of the specification), itself an operation of the document. */
export async function specification(app: FastifyInstance, options: SpecificationOptions) {
  const { baseUrl, links, hasFile } = options
  await app.register(represent, options)
  const schema = {
    operationId: 'openapi',
    tags: ['Specification'],
    summary: 'Get the specification',
    description: 'This document: every operation with its schemas, examples and versioning policy.',
    response: responses(Specification, { openapi: '3.1.0' }, options.errors)
  }
  const add = (path: string, headers: Record<string, string>, documented = {}) =>
    app.get(path, documented, (_request, reply) => reply.headers(headers).send(app.swagger()))
  add(address, { link: links.join(', ') }, { schema })
  for (const path of ['/api/openapi.json', ...(hasFile(wellKnown) ? [] : [wellKnown])]) {
    add(path, { link: [link(baseUrl + address, 'canonical'), ...links].join(', ') })
  }
  // A fault in the document stops the start, not the first reader.
  app.addHook('onReady', async () => {
    app.swagger()
  })
}

const Specification = Type.Object({}, { description: 'An OpenAPI 3.1 document.', additionalProperties: true })

const tags = (names: string[]) =>
  [...new Set([...names, 'Specification'])].map((name) => ({ name, description: `Operations on: ${name}.` }))
