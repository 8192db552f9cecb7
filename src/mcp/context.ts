import type { Operation } from '../business/operation.ts'
import type { Price } from '../business/schemas/price.ts'
import type { SurfaceContext } from '../surfaces/surface-context.ts'

/** Everything that the MCP server is built from. */
export interface McpContext extends SurfaceContext {
  now: () => Date
  /** Returns when a result made at a time changes; undefined if no result depends on the time. */
  expires: (now: Date) => Date | undefined
  /** Version of this software (semantic versioning). */
  version: string
  /** Returns a price in words, in the language of the business. */
  describePrice: (price: Price) => string
  /** Returns the text of the skill for agents; undefined if SITE_DIR has its file. */
  readSkill: (() => Promise<string>) | undefined
}

/** Returns the URL of an operation for an id, or its URI template (RFC 6570, level 1). */
export const apiUrl = ({ baseUrl, prefix }: McpContext, { path }: Operation, id = '{id}'): string =>
  baseUrl + prefix + path.replace('{id}', id)
