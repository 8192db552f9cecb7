import type { Business } from '../business/business.ts'
import type { Operation } from '../business/operations.ts'
import type { Pages } from '../http/pages.ts'

/** All that documents are made from. */
export interface Sources {
  business: Business
  /** Public address of the site, without a trailing slash. */
  baseUrl: string
  /** Every version of the API that is served, the oldest first; the last is the current one. */
  versions: { name: string; operations: Operation[] }[]
  pages: Pages
  /** Whether the site has a file of its own at a path, which is served instead. */
  hasFile: (path: string) => boolean
  /** When the server started. */
  started: Date
}

/** A document at addresses where agents look for it. */
export interface Document {
  /** The address that others name, and further ones with the same bytes. */
  paths: [string, ...string[]]
  mediaType: string
  headers?: Record<string, string>
  make: (sources: Sources) => string | Promise<string>
}

export const text = 'text/plain; charset=utf-8'
export const markdown = 'text/markdown; charset=utf-8'
export const xml = 'application/xml; charset=utf-8'

/** A value as JSON that people can read too. */
export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
