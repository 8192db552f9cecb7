import { isDate } from '../base/calendar.ts'
import { getString, isParent } from '../base/json-value.ts'
import type { DateRange } from '../business/opening-hours.ts'
import { clip, listInWords, summarize } from './bounds.ts'
import { findInvalid, findMisspelling, type ObjectSchema } from './params.ts'

type Arguments = Record<string, unknown>

export type ListIds = () => string[] | undefined | Promise<string[] | undefined>

export interface Tool {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
  icons?: object[]
  /** Returns why valid arguments have no result, before the call. */
  check?: (args: Arguments) => string | undefined
  listIds?: ListIds
  /** Returns the result for valid arguments, or undefined if none exists. */
  call: (args: Arguments) => Promise<unknown>
  reasons?: Record<string, string>
  /** Where valid ids come from. */
  hint?: string
}

/** Returns a tool as `tools/list` returns it. No tool changes anything or reaches beyond the facts. */
export const listTool = ({ check, call, reasons, hint, listIds, ...tool }: Tool) => ({
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

/** Calls a tool. Errors in the arguments are part of the result, so a model can fix them. */
export async function callTool(
  { inputSchema, check, call, reasons, hint, listIds }: Tool,
  args: Arguments
): Promise<ToolResult> {
  const misspelling = findMisspelling(Object.keys(inputSchema.properties), args)
  if (misspelling) return createErrorResult(misspelling)
  const explanation = getString(reasons, String(args.id)) ?? hint
  const error = findInvalid(inputSchema, args)
  if (error) return createErrorResult(error, explanation)
  const problem = check?.(args)
  if (problem) return createErrorResult(problem)
  const body = await call(args)
  if (!isParent(body)) {
    return createErrorResult(
      describeMissing(args, await listIds?.()),
      explanation ?? 'Find a valid id with search.'
    )
  }
  // Some clients show their model only one of the two.
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body }
}

/** Returns why there is no result for valid arguments: the id does not exist, or its page cannot be read. */
const describeMissing = ({ id }: Arguments, ids: string[] | undefined) =>
  ids?.length && !ids.includes(String(id))
    ? `id must be one of: ${listInWords(ids, String(id))}; got "${clip(String(id), 200)}".`
    : 'No result for these arguments.'

// Without structuredContent, which the clients of version 1 of the SDK would compare with the output schema.
const createErrorResult = (...sentences: (string | undefined)[]): ToolResult => ({
  content: [{ type: 'text', text: sentences.filter(Boolean).join(' ') }],
  isError: true
})

interface DatedCall {
  now: () => Date
  url: string
  dates: (now: Date) => DateRange
  /** Returns the body of a date, or else of the next dates. */
  read: (now: Date, date: string | undefined) => unknown
}

/** Creates the functions of a tool whose only argument is an optional date. */
export const createDatedCall = ({ now, url, dates, read }: DatedCall): Pick<Tool, 'check' | 'call'> => ({
  check: ({ date }) => (date === undefined ? undefined : findDateError(date, dates(now()))),
  call: async ({ date }) => {
    const day = date === undefined ? undefined : String(date)
    return summarize(read(now(), day), url, day === undefined ? [] : describeDate(day, dates(now())))
  }
})

function findDateError(date: unknown, { first, last }: DateRange): string | undefined {
  const text = String(date)
  if (!isDate(text)) return `date must be a date such as ${first}, got "${clip(text, 200)}".`
  return first <= text && text <= last ? undefined : `date must be from ${first} to ${last}, got "${text}".`
}

const describeDate = (date: string, { lastPublished }: DateRange): string[] =>
  date > lastPublished
    ? [
        `${date} is after ${lastPublished}, the last date of the published hours. Its hours follow from the weekly hours and the dates with other hours that the business states today; it may add others later.`
      ]
    : []
