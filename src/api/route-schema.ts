import type { TSchema } from '@sinclair/typebox'
import type { Business } from '../business/business.ts'
import { type Operation, sampleBody } from '../business/operations.ts'
import { ErrorBody, type Errors } from '../http/errors.ts'
import { shorten } from './components.ts'

const headers = {
  ETag: { description: 'Strong entity tag for If-None-Match.', type: 'string', examples: ['"x"'] },
  'Cache-Control': {
    description: 'How long the body may be kept.',
    type: 'string',
    examples: ['public, max-age=300']
  }
}

/** The schema of an operation's route: all that the OpenAPI document says of it. */
export function routeSchema(operation: Operation, business: Business, errors: Errors, deprecated: boolean) {
  const { operationId, tag, summary, description, schema, ids } = operation
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(deprecated && { deprecated }),
    ...(ids && { params: idParameter(ids(business)) }),
    response: responses(schema, shorten(schema, sampleBody(operation, business)), errors)
  }
}

const idParameter = (ids: string[]) => ({
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

/** The documented responses of a route: its body, nothing there, a fault of the server (section 4). */
export function responses(body: TSchema, example: unknown, errors: Errors) {
  const json = ({ $id, ...inline }: TSchema, value: unknown) => ({
    'application/json': {
      schema: $id ? { $ref: `${$id}#` } : inline,
      examples: { data: { summary: 'From the data that is served.', value } }
    }
  })
  return {
    200: { description: body.description, headers, content: json(body, example) },
    404: {
      description: 'Nothing is there.',
      content: json(ErrorBody, errors.body('not_found', 'No such endpoint.'))
    },
    500: {
      description: 'A fault of the server.',
      content: json(ErrorBody, errors.body('internal_error', 'A fault.'))
    }
  }
}
