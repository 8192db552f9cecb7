export type JsonObject = Record<string, unknown>

export const isParent = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null

export const isObject = (value: unknown): value is JsonObject => isParent(value) && !Array.isArray(value)

export const fieldOf = (value: unknown, ...path: string[]): unknown =>
  path.reduce(
    (parent, key) => (isParent(parent) && Object.hasOwn(parent, key) ? parent[key] : undefined),
    value
  )

export const entriesOf = (value: unknown): [name: string, part: unknown][] =>
  Object.entries(isParent(value) ? value : {})

export function getString(value: unknown, field: string): string | undefined {
  const found = fieldOf(value, field)
  return typeof found === 'string' ? found : undefined
}

export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** Returns a text, or a number as text; empty for any other value. */
export function readText(value: unknown, ...path: string[]): string {
  const found = fieldOf(value, ...path)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

export function readObjects(value: unknown, ...path: string[]): JsonObject[] {
  const found = fieldOf(value, ...path)
  return Array.isArray(found) ? found.filter(isObject) : []
}

/** Yields objects with the object around each, without recursion or spread arguments: huge JSON overflows the call stack. */
export function* walkObjects(root: unknown): Generator<{ node: JsonObject; parent: JsonObject | undefined }> {
  const rest: { value: unknown; parent: JsonObject | undefined }[] = [{ value: root, parent: undefined }]
  for (let item = rest.pop(); item; item = rest.pop()) {
    const { value, parent } = item
    if (Array.isArray(value)) for (const child of value) rest.push({ value: child, parent })
    if (!isObject(value)) continue
    yield { node: value, parent }
    for (const child of Object.values(value)) rest.push({ value: child, parent: value })
  }
}

export function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
