import { Ajv } from 'ajv'
import { clip } from './clip.ts'
import type { Tool } from './tools.ts'

interface Called {
  content: { type: 'text'; text: string }[]
  structuredContent?: object
  isError?: boolean
}

// Without `allErrors`, a check ends at the first mistake.
const ajv = new Ajv({ meta: false, validateSchema: false })

/** What answers calls of a tool. What is wrong with a call is said in the result, so that the model can mend it. */
export function callerOf({ inputSchema, call, hint }: Tool) {
  const check = ajv.compile(inputSchema)
  return async (args: Record<string, unknown>): Promise<Called> => {
    if (!check(args)) {
      const problem = ajv.errorsText(check.errors?.slice(0, 1), { dataVar: 'arguments' })
      return failure(`${clip(problem, 300)}. ${hint(args)}`)
    }
    const body = await call(args)
    if (body === undefined) return failure(`There is nothing for these arguments. ${hint(args)}`)
    return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: Object(body) }
  }
}

const failure = (text: string): Called => ({ content: [{ type: 'text', text }], isError: true })
