import type { TSchema } from '@sinclair/typebox'
import { exampleOf, type JsonSchema } from '../base/json-schema.ts'
import { isObject } from '../base/json-value.ts'
import type { Business } from '../business/business.ts'
import { type ApiVersion, nameSuffix, type Operation, sampleBody } from '../business/operations.ts'
import { objectOf } from '../business/schemas/values.ts'
import { ErrorBody, type Errors } from '../http/errors.ts'

interface Component {
  schema: TSchema
  /** Values of this shape from the data; the examples are taken from them. */
  samples: unknown[]
}

// Enough to find a value for each optional field, without reading a whole catalogue of thousands.
const maxSamples = 100

/** Returns the operations with their names in the OpenAPI document, which end in the name of the version, except in v1. */
export function listDocumentedOperations(version: ApiVersion): Operation[] {
  const suffix = nameSuffix(version)
  return version.operations.map((operation) => ({
    ...operation,
    operationId: operation.operationId + suffix,
    schema: renameSchema(operation.schema, suffix)
  }))
}

function renameSchema(schema: TSchema, suffix: string): TSchema {
  const { $id } = schema
  const parts = makeParts(schema, [], (part) => renameSchema(part, suffix))
  return { ...schema, ...($id && { $id: $id + suffix }), ...parts }
}

/** Makes something of the items and of each field of a schema, and of their values in the samples. */
function makeParts<Made>(
  { items, properties }: TSchema,
  samples: unknown[],
  make: (part: TSchema, values: unknown[]) => Made
) {
  const objects = samples.filter(isObject)
  const fields = Object.entries<TSchema>(properties ?? {}).map(([name, field]) => {
    const values = objects.map((sample) => sample[name]).filter((value) => value !== undefined)
    return [name, make(field, values)]
  })
  return {
    ...(items && { items: make(items, samples.flat().slice(0, maxSamples)) }),
    ...(properties && { properties: Object.fromEntries(fields) })
  }
}

/** Returns the schemas with an `$id`, by name, with examples from the data. Throws if two different schemas have one `$id`. */
export function createComponents(parts: { schema: TSchema; sample?: unknown }[]): Map<string, JsonSchema> {
  const found = new Map<string, Component>()
  for (const { schema, sample } of parts) collect(schema, [sample], found)
  return new Map(
    [...found].map(([id, { schema, samples }]) => [id, { $id: id, ...describe(schema, samples) }])
  )
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
  makeParts(schema, samples, (part, values) => collect(part, values, found))
}

function describe(schema: TSchema, samples: unknown[]): JsonSchema {
  const { $id, properties, items, examples, ...rest } = schema
  const [sample] = samples.filter((value) => value !== null)
  const example = sample === undefined ? [exampleOf(schema, true)] : [shorten(schema, sample)]
  const parts = makeParts(schema, samples, (part, values) =>
    part.$id ? { $ref: `${part.$id}#` } : describe(part, values)
  )
  return { ...rest, examples: example, ...parts }
}

const headers = {
  ETag: { description: 'Strong entity tag for If-None-Match.', type: 'string', examples: ['"x"'] },
  'Cache-Control': {
    description: 'How long the response may be cached.',
    type: 'string',
    examples: ['public, max-age=300']
  }
}

export function createRouteSchema(
  operation: Operation,
  business: Business,
  errors: Errors,
  isDeprecated: boolean
) {
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
export function describeResponses(body: TSchema, example: unknown, errors: Errors) {
  const json = ({ $id, ...inline }: TSchema, value: unknown) => ({
    'application/json': {
      schema: $id ? { $ref: `${$id}#` } : inline,
      ...(value !== undefined && { examples: { data: { summary: 'Taken from the published data.', value } } })
    }
  })
  return {
    200: { description: body.description, headers, content: json(body, example) },
    404: {
      description: 'Not found.',
      content: json(ErrorBody, errors.body('not_found', 'No such endpoint.'))
    },
    500: {
      description: 'Internal server error.',
      content: json(ErrorBody, errors.body('internal_error', 'Internal server error.'))
    }
  }
}
