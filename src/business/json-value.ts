/** Returns whether a JSON value is an object or an array. */
export const isParent = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Returns whether a JSON value is an object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  isParent(value) && !Array.isArray(value)

/** Returns a field of an object or an entry of a list, or undefined if the value does not have it. */
export const fieldOf = (value: unknown, key: string): unknown =>
  isParent(value) && Object.hasOwn(value, key) ? value[key] : undefined

/** Returns the fields or entries of a value with their names; none if it is neither an object nor an array. */
export const entriesOf = (value: unknown): [name: string, part: unknown][] =>
  Object.entries(isParent(value) ? value : {})

/** Returns a field of a value if it is a string. */
export function getString(value: unknown, field: string): string | undefined {
  const found = isParent(value) && value[field]
  return typeof found === 'string' ? found : undefined
}
