import { type TSchema, Type } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import type { Business } from '../business/business.ts'
import { isDate } from '../business/calendar.ts'
import type { DateRange } from '../business/opening-days.ts'
import type { Operation } from '../business/operation.ts'
import { isParent } from '../business/read-json.ts'
import { apiUrl, type McpContext } from './context.ts'
import { cutLists } from './cut-lists.ts'
import { clip, findError, listInWords } from './wording.ts'

type Arguments = Record<string, unknown>
type ObjectSchema = TSchema & { type: 'object' }

/** A tool that a client can call. */
export interface Tool {
  name: string
  title: string
  /** What it returns and when to use it. */
  description: string
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
  icons?: object[]
  /** Returns why valid arguments have no result, before the call. */
  check?: (args: Arguments) => string | undefined
  /** Returns the ids of all results, if the tool takes one. */
  listIds?: () => string[] | Promise<string[]>
  /** Returns the result for valid arguments, or undefined if none exists. */
  call: (args: Arguments) => Promise<unknown>
  /** Returns why the arguments are invalid or have no result, if there is more to say. */
  explain?: (args: Arguments) => string | undefined
}

/** Returns a tool as `tools/list` returns it. No tool changes anything or reaches beyond the facts. */
export const listTool = ({ check, call, explain, listIds, ...tool }: Tool) => ({
  ...tool,
  annotations: {
    title: tool.title,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false
  }
})

/** Returns the name of an operation's tool, such as `get_service` for `getService`. */
export const getToolName = ({ operationId }: Operation): string =>
  operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns a tool for each operation of the API. */
export const createOperationTools = (context: McpContext): Tool[] =>
  context.operations.map((operation) => {
    const { business, now } = context
    const { ids, dates, read } = operation
    return {
      name: getToolName(operation),
      title: operation.summary,
      description: operation.description,
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

/** Returns the body of an operation with at most 50 entries of each list, and a note on those that it leaves out. */
function summarize(body: unknown, operation: Operation, context: McpContext, notes: string[] = []): unknown {
  if (!isParent(body)) return undefined
  const { body: cutBody, cuts } = cutLists(body)
  const lists = Array.from(cuts, ([name, { listed, total }]) => `${name} has ${listed} of ${total} entries`)
  const rest = `${lists.join(', ')}. Find the others with search; all are at ${apiUrl(context, operation)}.`
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
        `${date} is after ${lastPublished}, the last date of the published hours. Its hours follow from the weekly hours and the dates with other hours that the business states today; it may still state others.`
      ]
    : []

// Clients pass the schemas of all tools to the model, which the ids of a large catalogue would fill.
const maxListedIds = 200

function createInputSchema({ ids, dates }: Operation, business: Business): ObjectSchema {
  const known = ids?.(business)
  const id = known && {
    id: Type.String({
      description: 'Id of the item.',
      // JSON Schema allows no empty enum.
      ...(known.length > 0 && known.length <= maxListedIds && { enum: known })
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

const note = Type.String({ description: 'What is not in this result, and where to find it.' })

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

interface ToolResult {
  content: { type: 'text'; text: string }[]
  structuredContent?: object
  isError?: boolean
}

// No model reads a longer text, and a result of several megabytes must not be sent twice.
const maxTextLength = 2 ** 20
const tooLong =
  'The text is too long for a model. Use search to find what you need, or read structuredContent.'

// Without `allErrors`, validation stops at the first error.
const ajv = new Ajv({ verbose: true, meta: false, validateSchema: false, formats: { date: isDate } })

/** Returns a function that calls a tool. Errors in the arguments are part of the result, so a model can fix them. */
export function createToolCaller({ inputSchema, check, call, explain, listIds }: Tool) {
  const validate = ajv.compile(inputSchema)
  return async (args: Arguments): Promise<ToolResult> => {
    const error = findError(validate, args, '')
    if (error) return createErrorResult(`${error.text}.`, explain?.(args))
    const problem = check?.(args)
    if (problem) return createErrorResult(problem)
    const body = await call(args)
    if (!isParent(body)) {
      return createErrorResult(
        describeMissing(args, await listIds?.()),
        explain?.(args) ?? 'Find a valid id with search.'
      )
    }
    const text = JSON.stringify(body)
    return {
      content: [{ type: 'text', text: text.length > maxTextLength ? tooLong : text }],
      structuredContent: body
    }
  }
}

/** Returns why there is no result for valid arguments: the id does not exist, or its page cannot be read. */
const describeMissing = ({ id }: Arguments, ids: string[] | undefined) =>
  ids?.length && !ids.includes(String(id))
    ? `id must be one of: ${listInWords(ids, String(id))}; got "${clip(String(id), 200)}".`
    : 'No result for these arguments.'

const createErrorResult = (...sentences: (string | undefined)[]): ToolResult => ({
  content: [{ type: 'text', text: sentences.filter(Boolean).join(' ') }],
  isError: true
})
