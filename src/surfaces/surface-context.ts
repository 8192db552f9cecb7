import { type ApiVersion, canonicalPrefix, currentVersion } from '../business/api-version.ts'
import type { Business } from '../business/business.ts'
import { createMidnights } from '../business/local-time.ts'
import type { Operation } from '../business/operation.ts'
import { datedPlaces, type Place } from '../business/places.ts'
import type { Price } from '../business/schemas/price.ts'
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
  /** Returns whether SITE_DIR has a file at a path, which replaces the document there, or the server draws an icon there. */
  hasFile: (path: string) => boolean
  /** Returns a price in words, in the language of the business. */
  describePrice: (price: Price) => string
  /** When the facts last changed, if that is known. */
  changed: Date | undefined
  now: () => Date
  /** Returns when a result made at a time changes; undefined if no result depends on the time. */
  expires: (now: Date) => Date | undefined
  /** Returns when the text of a page made at a time changes; undefined if no page depends on the time. */
  pagesExpire: (now: Date) => Date | undefined
  /** Version of this software (semantic versioning). */
  version: string
}

interface Inputs extends Omit<SurfaceContext, 'operations' | 'prefix' | 'expires' | 'pagesExpire'> {
  /** The versions of the API, the oldest first, with the operations that the business has. */
  versions: ApiVersion[]
  /** The places whose hours are known. */
  places: Place[]
}

/** Creates the inputs of the surfaces that describe the current version. */
export function createSurfaceContext({ versions, places, ...inputs }: Inputs): SurfaceContext {
  const current = currentVersion(versions)
  return {
    ...inputs,
    operations: current.operations,
    prefix: canonicalPrefix(current),
    expires: createMidnights(places),
    pagesExpire: createMidnights(datedPlaces(places))
  }
}

/** Returns the URL of an operation for an id, or its URI template (RFC 6570, level 1). */
export const apiUrl = (
  { baseUrl, prefix }: Pick<SurfaceContext, 'baseUrl' | 'prefix'>,
  { path }: Pick<Operation, 'path'>,
  id = '{id}'
): string => baseUrl + prefix + path.replace('{id}', id)
