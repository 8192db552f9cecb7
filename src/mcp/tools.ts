import { type TSchema, Type } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import type { Business } from '../business/business.ts'
import type { Operation } from '../business/operations.ts'
import { isParent } from '../business/read-json.ts'
import type { McpContext } from './context.ts'
import { findError } from './wording.ts'

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
  /** Returns the result for valid arguments, or undefined if none exists. */
  call: (args: Arguments) => Promise<unknown>
  /** Returns why the arguments are invalid or have no result, if there is more to say. */
  explain?: (args: Arguments) => string | undefined
}

/** Returns a tool as `tools/list` returns it. No tool changes anything or reaches beyond the facts. */
export const listTool = ({ call, explain, ...tool }: Tool) => ({
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
export const createOperationTools = ({ operations, business, now }: McpContext): Tool[] =>
  operations.map((operation) => ({
    name: getToolName(operation),
    title: operation.summary,
    description: operation.description,
    inputSchema: createInputSchema(operation, business),
    outputSchema: { ...simplify(operation.schema), type: 'object' },
    call: async ({ id }) => operation.read(business, String(id), now()),
    explain: ({ id }) => operation.explain?.(business, String(id))
  }))

// Clients pass the schemas of all tools to the model, which the ids of a large catalogue would fill.
const maxListedIds = 200

function createInputSchema({ ids }: Operation, business: Business): ObjectSchema {
  const known = ids?.(business)
  const id = known && {
    id: Type.String({
      description: 'Id of the item.',
      // JSON Schema allows no empty enum.
      ...(known.length > 0 && known.length <= maxListedIds && { enum: known })
    })
  }
  return Type.Object({ ...id }, { additionalProperties: false })
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
const ajv = new Ajv({ verbose: true, meta: false, validateSchema: false })

/** Returns a function that calls a tool. Errors in the arguments are part of the result, so that a model can fix them. */
export function createToolCaller({ inputSchema, call, explain }: Tool) {
  const validate = ajv.compile(inputSchema)
  return async (args: Arguments): Promise<ToolResult> => {
    const error = findError(validate, args, '')
    if (error) return createErrorResult(`${error.text}.`, explain?.(args))
    const body = await call(args)
    if (!isParent(body))
      return createErrorResult(
        'No result for these arguments.',
        explain?.(args) ?? 'Find a valid id with search.'
      )
    const text = JSON.stringify(body)
    return {
      content: [{ type: 'text', text: text.length > maxTextLength ? tooLong : text }],
      structuredContent: body
    }
  }
}

const createErrorResult = (...sentences: (string | undefined)[]): ToolResult => ({
  content: [{ type: 'text', text: sentences.filter(Boolean).join(' ') }],
  isError: true
})
