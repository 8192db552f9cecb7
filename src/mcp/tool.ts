import { isDate } from '../base/calendar.ts'
import { getString, isParent, type JsonObject } from '../base/json-value.ts'
import type { DateRange } from '../business/opening-hours.ts'
import { clip, listInWords, summarize } from './bounds.ts'
import { InvalidParams } from './message.ts'
import { findArgumentError, type ObjectSchema } from './params.ts'

export type ListIds = () => string[] | undefined | Promise<string[] | undefined>

export interface Tool {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
  icons?: object[]
  listIds?: ListIds
  /** Returns the result for arguments that the schema allows, or undefined if none exists. Rejects with `InvalidParams`. */
  call: (args: JsonObject) => Promise<unknown>
  reasons?: Record<string, string>
  hint?: string
}

/** Returns a tool as `tools/list` returns it. No tool changes anything or reaches beyond the facts. */
export const listTool = ({ call, reasons, hint, listIds, ...tool }: Tool) => ({
  ...tool,
  annotations: {
    title: tool.title,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false
  }
})

/** Calls a tool. Errors in the arguments are part of the result, so a model can fix them. */
export async function callTool({ inputSchema, call, reasons, hint, listIds }: Tool, args: JsonObject) {
  const explanation = getString(reasons, getString(args, 'id') ?? '') ?? hint
  const error = findArgumentError(inputSchema, args)
  if (error) return createErrorResult(error, explanation)
  try {
    const body = await call(args)
    // Some clients show their model only one of the two.
    if (isParent(body))
      return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body }
  } catch (error) {
    if (error instanceof InvalidParams) return createErrorResult(error.message)
    throw error
  }
  return createErrorResult(
    findIdError('id', args.id, await listIds?.()) ?? 'No result for these arguments.',
    explanation ?? 'Find a valid id with search.'
  )
}

export const findIdError = (name: string, value: unknown, ids: string[] | undefined) =>
  ids?.length && !ids.includes(String(value))
    ? `${name} must be one of: ${listInWords(ids, String(value))}; got "${clip(String(value), 200)}".`
    : undefined

// Without structuredContent, which the clients of version 1 of the SDK would compare with the output schema.
const createErrorResult = (...sentences: (string | undefined)[]) => ({
  content: [{ type: 'text', text: sentences.filter(Boolean).join(' ') }],
  isError: true
})

/** Creates the function of a tool whose only argument is an optional date. `read` returns its body, or the body of the next dates. */
export const createDatedCall =
  (
    now: () => Date,
    url: string,
    findDates: (now: Date) => DateRange,
    read: (now: Date, date?: string) => unknown
  ): Tool['call'] =>
  async ({ date }) => {
    const time = now()
    if (date === undefined) return summarize(read(time), url)
    const day = String(date)
    const { first, last, lastPublished } = findDates(time)
    if (!isDate(day))
      throw new InvalidParams(`date must be a date such as ${first}, got "${clip(day, 200)}".`)
    if (day < first || last < day)
      throw new InvalidParams(`date must be from ${first} to ${last}, got "${day}".`)
    const source = `${day} is after ${lastPublished}, the last date of the published hours. Its hours follow from the weekly hours and the dates with other hours that the business states today; it may add others later.`
    return summarize(read(time, day), url, day > lastPublished ? [source] : [])
  }
