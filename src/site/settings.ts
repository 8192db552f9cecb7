import type { Operation } from '../business/operations.ts'

/** A version of the API as the pages speak of it; dates as `2027-01-31`. */
export interface ApiVersion {
  name: string
  operations: Operation[]
  /** Whether `/api/` without a version answers as this one does. */
  alias?: boolean
  deprecation?: { announced: string; ends: string; documentation: string }
}

/** All that pages depend on besides the facts. */
export interface Settings {
  /** Public address of the site, without a trailing slash. */
  baseUrl: string
  /** Every version that is served, the oldest first; the last is the current one. */
  versions: ApiVersion[]
  /** How long a deprecated version is served. */
  noticeMonths: number
  /** Whether the server keeps a log of requests: the privacy page says so. */
  accessLog: boolean
  /** The address of a file of src/site/assets, by its name. */
  asset: (name: string) => string
  /** Whether a page or a file stands at a path, as it is written in a link. */
  has: (path: string) => boolean
}
