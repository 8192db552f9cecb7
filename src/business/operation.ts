import type { TSchema } from '@sinclair/typebox'
import type { Business } from './business.ts'
import type { DateRange } from './opening-days.ts'

/** A question that a tool answers: `{subject}` stands for a text of the data, if the data has one. */
export type Question = [text: string, subject: (business: Business) => string | undefined]

/** An operation of the API. Routes, OpenAPI, MCP tools and documentation are generated from it. */
export interface Operation {
  operationId: string
  /** Relative to the prefix of the version; it contains `{id}` if the operation reads one item. */
  path: string
  tag: string
  summary: string
  description: string
  /** Returns another description if the facts of the business need one. */
  describe?: (business: Business) => string | undefined
  /** Questions that its MCP tool answers; the first whose subject the data has is shown. */
  questions: Question[]
  /** Schema of the body, which is an object. */
  schema: TSchema
  /** Whether a business has the operation; every business has it if this is missing. */
  exists?: (business: Business) => boolean
  /** Returns the valid ids; absent if the path has no `{id}`. */
  ids?: (business: Business) => string[]
  /** Returns the body at a time, or undefined if no item has the id; `date` is one of `dates`. */
  read: (business: Business, id: string, now: Date, date?: string) => unknown
  /** Returns the dates that can be read one at a time; absent if the body has no dates. */
  dates?: (business: Business, now: Date) => DateRange
  /** Returns when the body at a time changes; absent if it depends only on the facts. */
  expires?: (business: Business, now: Date) => Date | undefined
  /** Returns why an id has no body, if the reason is not that it does not exist. */
  explain?: (business: Business, id: string) => string | undefined
}

/** Returns a row of the table whose body has the type of its schema. */
export const operation = <T>(
  row: Operation & {
    schema: { static: T }
    read: (business: Business, id: string, now: Date, date?: string) => T | undefined
  }
): Operation => row

/** Returns the operations that a business has, each with its description for the business. */
export const operationsOf = (operations: Operation[], business: Business): Operation[] =>
  operations
    .filter(({ exists }) => exists?.(business) ?? true)
    .map((item) => ({ ...item, description: item.describe?.(business) ?? item.description }))

// Any date: an example that depended on the clock would change the OpenAPI document each day.
const sampleTime = new Date('2027-01-31T12:00:00Z')

/** Returns the body for the first id, or the only body; examples are taken from it. */
export const sampleBody = (operation: Operation, business: Business): unknown =>
  operation.read(business, operation.ids?.(business)[0] ?? '', sampleTime)

/** Returns a sentence that lists the valid ids, unless they are too many. */
export const idsInWords = (ids: string[]): string =>
  ids.length > 0 && ids.length <= 20 ? `Valid ids: ${ids.join(', ')}.` : 'The id is unknown.'
