import { type TSchema, Type } from '@sinclair/typebox'
import { makeParts } from '../base/json-schema.ts'
import type { Business } from '../business/business.ts'
import { listPlaces } from '../business/opening-hours.ts'
import { nameSuffix, type Operation } from '../business/operations.ts'
import { apiUrl, type Context } from '../context/context.ts'
import { maxListedEntries, summarize } from './bounds.ts'
import { createDatedCall, type Tool } from './methods.ts'
import type { ObjectSchema } from './params.ts'

export const createOperationTools = (context: Context): Tool[] =>
  context.operations.map((operation) => {
    const { business, now } = context
    const { operationId, ids, hasHours, read, reasons } = operation
    return {
      name: operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      title: operation.summary,
      description: describeTool(operation, context),
      inputSchema: createInputSchema(operation, business),
      outputSchema: createOutputSchema(operation, context),
      ...(ids && { listIds: () => ids(business) }),
      ...(reasons && { reasons: reasons(business) }),
      call: hasHours
        ? createDatedCall(listPlaces(business.profile), apiUrl(context, operation), now)
        : async ({ id }) =>
            summarize(read(business, now(), String(id)), apiUrl(context, operation, String(id)))
    }
  })

function describeTool({ describe, ids, hasHours, read }: Operation, { business, now }: Context): string {
  const description = describe(business)
  // The lists of one item are short, and no description promises every place with hours.
  const body = ids || hasHours ? undefined : read(business, now())
  return summarize(body, '') !== body
    ? `${description} Each list in its result has at most ${maxListedEntries} entries; \`note\` has the total and the URL of all entries.`
    : description
}

// Clients pass the schemas of all tools to the model, which the ids of a large catalogue would fill.
const maxListedIds = 200

function createInputSchema({ ids, hasHours }: Operation, business: Business): ObjectSchema {
  const validIds = ids?.(business)
  const id = validIds && {
    id: Type.String({
      description: 'Id of the item.',
      // JSON Schema allows no empty enum.
      ...(validIds.length > 0 && validIds.length <= maxListedIds && { enum: validIds })
    })
  }
  const date = hasHours && {
    date: Type.Optional(
      Type.String({
        description: 'One date, such as 2027-01-31, up to a year from today. Without it, the next 14 dates.'
      })
    )
  }
  return Type.Object({ ...id, ...date })
}

function createOutputSchema({ schema, hasHours }: Operation, context: Context): ObjectSchema {
  const { properties, ...rest } = outline(schema, 2, context)
  const note = Type.String({
    description: `The total of each shortened list and the URL of all entries${hasHours ? '; for a date after the published ones, the source of its hours' : ''}.`
  })
  return {
    ...Type.Unsafe(rest),
    ...refer(schema, context, ` of ${context.baseUrl}/openapi.json`),
    type: 'object',
    properties: { ...properties, note }
  }
}

const refer = ({ $id }: TSchema, { api }: Context, place = '') =>
  $id && { description: `As in #/components/schemas/${$id}${nameSuffix(api)}${place}` }

/** Returns types and required names to a depth, then references: clients pass the schemas of all tools to the model. */
function outline(schema: TSchema, depth: number, context: Context): TSchema {
  const { type, required, properties } = schema
  if (properties && depth === 0) return Type.Unsafe({ type, ...refer(schema, context) })
  const parts = makeParts(schema, (part) => outline(part, properties ? depth - 1 : depth, context))
  return Type.Unsafe({ type, ...(required && { required }), ...parts })
}
