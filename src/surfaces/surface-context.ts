import type { Business } from '../business/business.ts'
import type { Operation } from '../business/operation.ts'
import type { PageList } from './page-list.ts'

/** The inputs of every surface that describes the current version of the API and the pages. */
export interface SurfaceContext {
  business: Business
  /** The public URL of the site, without a trailing slash. */
  baseUrl: string
  /** The operations of the current version of the API. */
  operations: Operation[]
  /** The path of that version, such as `/api/v1`. */
  prefix: string
  pages: PageList
  /** Returns when the text of a page changes next; undefined if no page depends on the time. */
  pagesExpire: () => Date | undefined
  /** Returns whether SITE_DIR has a file at a path. That file replaces the document. */
  hasFile: (path: string) => boolean
  /** When the facts last changed, if that is known. */
  changed: Date | undefined
}
