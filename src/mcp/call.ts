import { type CallToolResult, fromJsonSchema } from '@modelcontextprotocol/server'
import type { Tool } from './tools.ts'

/** What answers calls of a tool. What is wrong with a call is said in the result, so that the model can mend it. */
export function callerOf({ inputSchema, call, hint }: Tool) {
  const schema = fromJsonSchema<Record<string, unknown>>(inputSchema)
  return async (args: Record<string, unknown>): Promise<CallToolResult> => {
    const checked = await schema['~standard'].validate(args)
    if (checked.issues)
      return failure(`${checked.issues.map(({ message }) => message).join('; ')}. ${hint(args)}`)
    const body = await call(args)
    if (body === undefined) return failure(`There is nothing for these arguments. ${hint(args)}`)
    return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: Object(body) }
  }
}

const failure = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })
