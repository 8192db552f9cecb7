import type { Site } from '../page-context.ts'
import { entriesOf } from './free-form.ts'

/** Where the business works, in one line; undefined where the data do not say. */
export function areaText({ business, regionName, list, t }: Site): string | undefined {
  const { service_area } = business.profile
  const entries = new Map(entriesOf(service_area))
  const regions = entries.get('regions')
  const country = entries.get('country')
  const places =
    Array.isArray(regions) && regions.length > 0
      ? list(regions)
      : typeof country === 'string'
        ? regionName(country)
        : undefined
  const isRemote = new Map(Object.entries(service_area ?? {})).get('remote') === true
  return (
    [places, isRemote ? t.about.remote : undefined].filter((part) => part !== undefined).join(', ') ||
    undefined
  )
}
