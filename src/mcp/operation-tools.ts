import { type TSchema, Type } from '@sinclair/typebox'
import type { Business } from '../business/business.ts'
import { isParent } from '../business/json-value.ts'
import type { DateRange } from '../business/opening-days.ts'
import type { Operation } from '../business/operation.ts'
import { apiUrl, type SurfaceContext } from '../surfaces/surface-context.ts'
import { cutLists, maxListedEntries } from './cut-lists.ts'
import type { ObjectSchema, Tool } from './tool.ts'

/** Returns the name of an operation's tool, such as `get_service` for `getService`. */
export const getToolName = ({ operationId }: Pick<Operation, 'operationId'>): string =>
  operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns a tool for each operation of the API. */
export const createOperationTools = (context: SurfaceContext): Tool[] =>
  context.operations.map((operation) => {
    const { business, now } = context
    const { ids, dates, read } = operation
    return {
      name: getToolName(operation),
      title: operation.summary,
      description: describeTool(operation, context),
      inputSchema: createInputSchema(operation, business),
      outputSchema: createOutputSchema(operation),
      ...(ids && { listIds: () => ids(business) }),
      check: ({ date }) =>
        dates && date !== undefined ? findDateError(date, dates(business, now())) : undefined,
      call: async ({ id, date }) => {
        if (!dates || date === undefined)
          return summarize(read(business, String(id), now()), operation, context)
        const body = read(business, '', now(), String(date))
        return summarize(body, operation, context, describeDate(String(date), dates(business, now())))
      },
      explain: ({ id }) => operation.explain?.(business, String(id))
    }
  })

/** Returns the description of an operation's tool, with a sentence about its lists if it cuts one. */
export function describeTool(
  { description, ids, dates, read }: Pick<Operation, 'description' | 'ids' | 'dates' | 'read'>,
  { business, now }: Pick<SurfaceContext, 'business' | 'now'>
): string {
  // The lists of one item are short, and no description promises every place with hours.
  const body = ids || dates ? undefined : read(business, '', now())
  return isParent(body) && cutLists(body).cuts.size > 0
    ? `${description} Each list in its result has at most ${maxListedEntries} entries; \`note\` has the total and the URL of all entries.`
    : description
}

/** Returns the body of an operation with at most 50 entries of each list, and a note on those that it leaves out. */
function summarize(
  body: unknown,
  operation: Operation,
  context: SurfaceContext,
  notes: string[] = []
): unknown {
  if (!isParent(body)) return undefined
  const { body: cutBody, cuts } = cutLists(body)
  const lists = Array.from(cuts, ([name, { listed, total }]) => `${name} has ${listed} of ${total} entries`)
  const rest = `${lists.join(', ')}. Find the others with search and fetch; all are at ${apiUrl(context, operation)}.`
  const all = cuts.size > 0 ? [rest, ...notes] : notes
  return all.length > 0 ? { ...cutBody, note: all.join(' ') } : body
}

const findDateError = (date: unknown, { first, last }: DateRange) =>
  first <= String(date) && String(date) <= last
    ? undefined
    : `date must be from ${first} to ${last}, got "${date}".`

/** Returns a note if a date is after the published dates, or none if it is not. */
const describeDate = (date: string, { lastPublished }: DateRange): string[] =>
  date > lastPublished
    ? [
        `${date} is after ${lastPublished}, the last date of the published hours. Its hours follow from the weekly hours and the dates with other hours that the business states today; it may add others later.`
      ]
    : []

// Clients pass the schemas of all tools to the model, which the ids of a large catalogue would fill.
const maxListedIds = 200

function createInputSchema({ ids, dates }: Operation, business: Business): ObjectSchema {
  const validIds = ids?.(business)
  const id = validIds && {
    id: Type.String({
      description: 'Id of the item.',
      // JSON Schema allows no empty enum.
      ...(validIds.length > 0 && validIds.length <= maxListedIds && { enum: validIds })
    })
  }
  const date = dates && {
    date: Type.Optional(
      Type.String({
        description: 'One date, such as 2027-01-31, up to a year from today. Without it, the next 14 dates.',
        format: 'date'
      })
    )
  }
  return Type.Object({ ...id, ...date }, { additionalProperties: false })
}

const note = Type.String({
  description:
    'The total of each shortened list and the URL of all entries; for a date after the published ones, the source of its hours.'
})

function createOutputSchema({ schema }: Operation): ObjectSchema {
  const { properties, ...rest } = simplify(schema)
  return { ...Type.Unsafe(rest), type: 'object', properties: { ...properties, note } }
}

/** Returns a schema without examples and without `$id`, which must not occur twice in one document. */
function simplify({ $id, examples, properties, items, ...rest }: TSchema): TSchema {
  const fields = Object.entries<TSchema>(properties ?? {})
  return Type.Unsafe({
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(fields.map(([name, field]) => [name, simplify(field)]))
    }),
    ...(items && { items: simplify(items) })
  })
}
