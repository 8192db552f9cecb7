import type { TSchema } from '@sinclair/typebox'
import type { Business } from './business.ts'
import type { DateRange } from './opening-hours.ts'

/** An operation of the API. Routes, OpenAPI, MCP tools and documentation are generated from it. */
export interface Operation {
  operationId: string
  /** Relative to the prefix of the version; it contains `{id}` if the operation reads one item. */
  path: string
  tag: string
  summary: string
  describe: (business: Business) => string
  /** Returns what its facts are about, in English, for descriptions of all facts. */
  subjects?: (business: Business) => string[]
  schema: TSchema
  /** Whether a business has the operation; every business has it if this is missing. */
  exists?: (business: Business) => boolean
  ids?: (business: Business) => string[]
  /** Returns the body at a time, for one of the `ids` or `dates`; undefined if no item has the id. */
  read: (business: Business, now: Date, key?: string) => unknown
  dates?: (business: Business, now: Date) => DateRange
  /** Returns when the body at a time changes; absent if it depends only on the facts. */
  expires?: (business: Business, now: Date) => Date | undefined
  /** Returns why ids have no body, if the reason is not that they do not exist. */
  reasons?: (business: Business) => Record<string, string>
}

/** Returns a row of the table whose body has the type of its schema. */
export const operation = <T>(
  row: Operation & {
    schema: { static: T }
    read: (business: Business, now: Date, key?: string) => T | undefined
  }
): Operation => row

export const operationsOf = (operations: Operation[], business: Business): Operation[] =>
  operations.filter(({ exists }) => exists?.(business) ?? true)

// Any date: an example that depended on the clock would change the OpenAPI document each day.
const sampleTime = new Date('2027-01-31T12:00:00Z')

/** Returns the body for the first id, or the only body; examples are taken from it. */
export const sampleBody = (operation: Operation, business: Business): unknown =>
  operation.read(business, sampleTime, operation.ids?.(business)[0])

/** The version of the OpenAPI document (section 9 of the specification), which is neither the version of the package nor the version in the paths. */
export const documentVersion = '1.0.0'

export const noticeMonths = 12

/** Operations have the same operationId in every version that has them. */
export interface ApiVersion {
  /** Its part of the path, such as `v1`. */
  name: string
  operations: Operation[]
  hasAlias?: boolean
  deprecation?: Deprecation
}

/** The end of a version (section 9 of the specification); dates as `2027-01-31`. */
interface Deprecation {
  announced: string
  /** The server must not serve the version after this day; at least `noticeMonths` after the announcement. */
  ends: string
  /** The page that explains it: a URL, or a path of the site such as `/developers/#v1`. */
  documentation: string
}

/** Returns what the OpenAPI document appends to the names of a version, so the names of v1 and of the others never change. */
export const nameSuffix = ({ name }: ApiVersion): string => (name === 'v1' ? '' : name.toUpperCase())

export const canonicalPrefix = ({ name }: ApiVersion): string => `/api/${name}`

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
