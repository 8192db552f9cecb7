import type { TSchema } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import { isDate } from '../business/calendar.ts'
import { isParent } from '../business/json-value.ts'
import { clip, findError, listInWords } from './wording.ts'

type Arguments = Record<string, unknown>
export type ObjectSchema = TSchema & { type: 'object' }

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

interface ToolResult {
  content: { type: 'text'; text: string }[]
  structuredContent?: object
  isError?: boolean
}

// No model reads a longer text, and a result of several megabytes must not be sent twice.
const maxTextLength = 2 ** 20
const tooLong =
  'The text is too long for a model. Use search to find the relevant part, or read structuredContent.'

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
