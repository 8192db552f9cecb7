import type { Business } from '../business/business.ts'
import type { Operation } from '../business/operations.ts'
import type { Pages } from '../http/pages.ts'

/** All that the MCP server is made from. */
export interface Source {
  business: Business
  /** Public address of the site, without a trailing slash. */
  baseUrl: string
  /** The operations of the current version of the API. */
  operations: Operation[]
  /** The path of that version, such as `/api/v1`. */
  prefix: string
  pages: Pages
  /** Version of this software (semantic versioning). */
  version: string
  /** Whether the site has a file at a path. */
  hasFile: (path: string) => boolean
}
