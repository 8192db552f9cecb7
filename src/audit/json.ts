import { isObject } from '../business/json-value.ts'

export type JsonObject = Record<string, unknown>

/** Returns the value at a path of field names; undefined if it is missing. */
export const read = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((parent, name) => (isObject(parent) ? parent[name] : undefined), value)

/** Returns a text or number at a path as text; an empty text if it is missing. */
export function readText(value: unknown, ...path: string[]): string {
  const found = read(value, ...path)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

/** Returns the objects of the array at a path; none if it is missing. */
export function readObjects(value: unknown, ...path: string[]): JsonObject[] {
  const found = read(value, ...path)
  return Array.isArray(found) ? found.filter(isObject) : []
}

/** Yields every object in a JSON value with the object around it. Iterative, because JSON may be deeper than the call stack. */
export function* walkObjects(root: unknown): Generator<{ node: JsonObject; parent: JsonObject | undefined }> {
  const rest: { value: unknown; parent: JsonObject | undefined }[] = [{ value: root, parent: undefined }]
  for (let item = rest.pop(); item; item = rest.pop()) {
    const { value, parent } = item
    if (Array.isArray(value)) rest.push(...value.map((child: unknown) => ({ value: child, parent })))
    if (!isObject(value)) continue
    yield { node: value, parent }
    rest.push(...Object.values(value).map((child) => ({ value: child, parent: value })))
  }
}

/** Parses JSON; returns undefined if the text is not JSON. */
export function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
