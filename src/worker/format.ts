import type { Place } from '../business/opening-hours.ts'

export const ownFolder = '.business-facts'

/** The files that the worker reads besides the bodies of responses. */
export const files = {
  site: `${ownFolder}/site.json`,
  mcp: (name: string) => `${ownFolder}/mcp/${name}`,
  shard: (number: number) => `${ownFolder}/paths/${number}.json`
}

/** A response of the server, as the export recorded it. */
export interface Recording {
  /** The position in the classes of the site. */
  class: number
  /** The headers that no other response has. Its Link begins with these links; the links of the class follow. */
  headers?: Record<string, string>
  file?: string
  length?: number
}

/** The responses of a path. */
export interface Entry {
  response?: Recording
  /** For a page, by Accept: if it prefers Markdown; if there is no Markdown, and it allows HTML; if it allows neither. */
  markdown?: Recording
  withoutMarkdown?: Recording
  notAcceptable?: Recording
  /** The worker computes the body, which differs each day. The file has the body at the date of the export. */
  isHours?: boolean
  /** Where the path redirects, encoded; and where the owner redirects it, which applies to an encoded slash too. */
  location?: string
  ownLocation?: string
}

type Methods = Record<'options' | 'preflight' | 'other', Recording>

/** What the paths that begin with a prefix share: the responses to other methods than GET and HEAD, and errors. */
export interface Area {
  existing: Methods
  missing: Methods
  notFound: Entry
  malformed: Recording
  preconditionFailed: Recording
}

export interface Site {
  /** What several responses share; the body is absent if each response has a file. */
  classes: { status: number; headers: Record<string, string>; body?: string }[]
  /** By prefix, which is empty for most paths. */
  areas: Record<string, Area>
  redirect: Recording
  /** Absent if no file has ranges. */
  rangeNotSatisfiable: Recording | undefined
  places: Place[]
  /** Patterns of paths below `/api` with an unknown id, and their responses. */
  unknownIds: [pattern: string, response: Recording][]
  shards: number
}
