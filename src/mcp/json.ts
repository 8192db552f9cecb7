import { isParent } from '../business/json-value.ts'

/** Returns a field of a value if it is a string. */
export function getString(value: unknown, field: string): string | undefined {
  const found = isParent(value) && value[field]
  return typeof found === 'string' ? found : undefined
}

/** Returns all texts and numbers in a value, except the URLs of this site. */
export function joinFacts(value: unknown, baseUrl: string): string {
  if (typeof value === 'string') return value.startsWith(`${baseUrl}/`) ? '' : value
  if (typeof value === 'number') return String(value)
  return isParent(value)
    ? Object.values(value)
        .map((part) => joinFacts(part, baseUrl))
        .join(' ')
    : ''
}

/** Returns the names of all fields in a value. */
export const listFields = (value: unknown): string =>
  isParent(value)
    ? Object.entries(value)
        .map(([field, part]) => `${Array.isArray(value) ? '' : field} ${listFields(part)}`)
        .join(' ')
    : ''

/** Returns whether objects and arrays are nested in more than `maxDepth` levels. */
export const isDeeper = (value: unknown, maxDepth: number): boolean =>
  isParent(value) && (maxDepth === 0 || Object.values(value).some((part) => isDeeper(part, maxDepth - 1)))

/** Returns how many values a value consists of, including itself. */
export const countValues = (value: unknown): number =>
  isParent(value) ? Object.values(value).reduce<number>((count, part) => count + countValues(part), 1) : 1
