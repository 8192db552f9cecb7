/** Returns whether a value is an object or an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Returns a field of a value if it is a string. */
export function getString(value: unknown, field: string): string | undefined {
  const found = isObject(value) && value[field]
  return typeof found === 'string' ? found : undefined
}

/** Returns all strings in a value, except the URLs. */
export function joinStrings(value: unknown): string {
  if (typeof value === 'string') return URL.canParse(value) ? '' : value
  return isObject(value) ? Object.values(value).map(joinStrings).join(' ') : ''
}

/** Returns whether objects and arrays are nested in more than `maxDepth` levels. */
export const isDeeper = (value: unknown, maxDepth: number): boolean =>
  isObject(value) && (maxDepth === 0 || Object.values(value).some((part) => isDeeper(part, maxDepth - 1)))

/** Returns how many values a value consists of, including itself. */
export const countValues = (value: unknown): number =>
  isObject(value) ? Object.values(value).reduce<number>((count, part) => count + countValues(part), 1) : 1
