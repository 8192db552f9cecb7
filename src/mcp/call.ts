import { Ajv } from 'ajv'
import { clip } from './clip.ts'
import type { Tool } from './tools.ts'

interface Called {
  content: { type: 'text'; text: string }[]
  structuredContent?: object
  isError?: boolean
}

// No model reads a longer text, and a result of several megabytes need not have its text twice.
const maxTextLength = 2 ** 20
const tooLong = 'The text is too long for a model. Find what you need with search, or read structuredContent.'

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
    const text = JSON.stringify(body)
    return {
      content: [{ type: 'text', text: text.length > maxTextLength ? tooLong : text }],
      structuredContent: Object(body)
    }
  }
}

const failure = (text: string): Called => ({ content: [{ type: 'text', text }], isError: true })
