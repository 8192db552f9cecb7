import type { Place } from '../business/opening-hours.ts'

export const ownFolder = '.business-facts'

export const siteFile = `${ownFolder}/site.json`
export const mcpFile = (name: string): string => `${ownFolder}/mcp/${name}`
export const shardFile = (number: number): string => `${ownFolder}/paths/${number}.json`

export interface Form {
  class: number
  /** The headers that no other response has. Its Link begins with these links; the links of the class follow. */
  headers?: Record<string, string>
  file?: string
  length?: number
}

export interface Entry {
  form?: Form
  /** For a page, by Accept: the form if it prefers Markdown; if there is no Markdown, and it allows HTML; if it allows neither. */
  markdown?: Form
  fallback?: Form
  none?: Form
  /** The worker computes the body, which differs each day. The file has the body at the date of the export. */
  isHours?: boolean
  /** Where the path redirects, encoded; and where the owner redirects it, which applies to an encoded slash too. */
  location?: string
  own?: string
}

type Methods = Record<'options' | 'preflight' | 'other', Form>

/** What the paths that begin with a prefix share. */
export interface Area {
  known: Methods
  unknown: Methods
  missing: Entry
  malformed: Form
  precondition: Form
}

export interface Site {
  /** What several responses share; the body is absent if each response has a file. */
  classes: { status: number; headers: Record<string, string>; body?: string }[]
  /** By prefix, which is empty for most paths. */
  areas: Record<string, Area>
  redirect: Form
  /** 416; absent if no file has ranges. */
  beyond?: Form
  places: Place[]
  /** Patterns of paths below `/api` with an unknown id, and their responses. */
  patterns: [pattern: string, entry: Entry][]
  shards: number
}
