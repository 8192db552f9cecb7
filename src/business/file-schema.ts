import type { TSchema } from '@sinclair/typebox'
import { maxEntries } from './limits.ts'
import { linkPattern } from './values.ts'

type JsonSchema = Record<string, unknown>
const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The JSON Schema of a data file, from a published schema: an unknown field is refused, a link may be a path of the
 * site, and a list has an end.
 */
export const fileSchema = (schema: TSchema): JsonSchema => strict(schema)

/** The same as a document for editors: the file may also name its schema in `$schema`. */
export function editorSchema(schema: TSchema): JsonSchema {
  const { properties, ...rest } = strict(schema)
  const $schema = { type: 'string', description: 'The JSON Schema of this file, for editors.' }
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...rest,
    properties: { $schema, ...(isObject(properties) && properties) }
  }
}

function strict(value: JsonSchema): JsonSchema {
  const { $id, ...schema } = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, inner(part)])
  )
  if (schema.format === 'uri') {
    const { format, examples, ...link } = schema
    return { ...link, pattern: linkPattern, format: 'uri-reference' }
  }
  if (schema.type === 'array') return { maxItems: maxEntries, ...schema }
  return isObject(schema.properties) && schema.additionalProperties === undefined
    ? { ...schema, additionalProperties: false }
    : schema
}

const inner = (part: unknown): unknown =>
  Array.isArray(part) ? part.map(inner) : isObject(part) ? strict(part) : part
