import type { Operation } from './operation.ts'

/** A version of the API. Its operations have the same operationId in every version that has them. */
export interface ApiVersion {
  /** Its part of the path, such as `v1`. */
  name: string
  operations: Operation[]
  /** Whether `/api/` without a version is an alias of this version. */
  hasAlias?: boolean
  deprecation?: Deprecation
}

/** The end of a version (section 9 of the specification); dates as `2027-01-31`. */
export interface Deprecation {
  announced: string
  /** The server must not serve the version after this day; at least twelve months after the announcement. */
  ends: string
  /** The page that explains it: a URL, or a path of the site such as `/developers/#v1`. */
  documentation: string
}

/** Returns what the OpenAPI document appends to the names of a version, so those of v1 and of the others never change. */
export const nameSuffix = ({ name }: ApiVersion): string => (name === 'v1' ? '' : name.toUpperCase())

/** Returns the path that a version keeps for as long as it is served. */
export const canonicalPrefix = ({ name }: ApiVersion): string => `/api/${name}`

/** Returns every path that a version is served under. */
export const listPrefixes = (version: ApiVersion): string[] => [
  canonicalPrefix(version),
  ...(version.hasAlias ? ['/api'] : [])
]

/** Returns the newest of the versions, which are sorted by age. Throws if there are none. */
export function currentVersion(versions: ApiVersion[]): ApiVersion {
  const current = versions.at(-1)
  if (current === undefined) throw new Error('versions: the API needs at least one version')
  return current
}
