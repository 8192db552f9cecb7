import type { Business } from '../business/business.ts'
import type { Operation } from '../business/operation.ts'
import type { PageList } from '../surfaces/page-list.ts'

/** The inputs of all documents. */
export interface DiscoveryContext {
  business: Business
  /** The public URL of the site, without a trailing slash. */
  baseUrl: string
  /** The operations of the current version of the API. */
  operations: Operation[]
  /** The path of that version, such as `/api/v1`. */
  prefix: string
  pages: PageList
  /** Paths of the pages about the site itself, such as that on privacy. */
  sitePages: string[]
  /** Returns whether SITE_DIR has a file at a path. That file replaces the document. */
  hasFile: (path: string) => boolean
  /** Returns when the text of a page changes next; undefined if no page depends on the time. */
  pagesExpire: () => Date | undefined
  /** When the facts last changed, if that is known. */
  changed: Date | undefined
  /** When the server started. */
  started: Date
}

/** A generated document and the paths where agents look for it. */
export interface DiscoveryDocument {
  /** The path that other documents link to, and further paths with the same bytes. */
  paths: [string, ...string[]]
  mediaType: string
  headers?: Record<string, string>
  /** Whether the document contains the text of pages. */
  hasPages?: boolean
  create: (context: DiscoveryContext) => string | Promise<string>
}

export const jsonType = 'application/json; charset=utf-8'
export const textType = 'text/plain; charset=utf-8'
export const markdownType = 'text/markdown; charset=utf-8'
export const xmlType = 'application/xml; charset=utf-8'

/** Returns a value as indented JSON. */
export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
