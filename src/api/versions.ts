import type { Operation } from '../business/operations.ts'
import { v1 } from './v1/version.ts'

export interface Version {
  /** The part of the path that names it, such as `v1`. */
  name: string
  operations: Operation[]
  /** Whether `/api/` without a version answers as this one does. */
  alias?: boolean
  deprecation?: Deprecation
}

/** The end of a version (section 9 of the specification); dates as `2027-01-31`. */
export interface Deprecation {
  announced: string
  /** From this day on the version is gone; at least twelve months after the announcement. */
  ends: string
  /** Where it is explained: an address, or a path of the site. */
  documentation: string
}

/** Every version that is served, the oldest first; the last is the current one. */
export const versions: Version[] = [v1]

/** The path that a version is guaranteed under. */
export const canonicalPrefix = ({ name }: Version): string => `/api/${name}`

/** All paths under which a version answers. */
export const prefixes = (version: Version): string[] => [
  canonicalPrefix(version),
  ...(version.alias ? ['/api'] : [])
]
