import type { TSchema } from '@sinclair/typebox'
import { maxEntries } from './limits.ts'
import { isObject } from './read-json.ts'
import { Image, imagePattern, linkPattern } from './values.ts'

type JsonSchema = Record<string, unknown>

/** Returns the JSON Schema of a data file for editors: the file may also name its schema in `$schema`. */
export function editorSchema(schema: TSchema): JsonSchema {
  const { properties, ...rest } = fileSchema(schema)
  const $schema = { type: 'string', description: 'The JSON Schema of this file, for editors.' }
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...rest,
    properties: { $schema, ...(isObject(properties) && properties) }
  }
}

/**
 * Returns the JSON Schema of a data file from the published schema. It rejects unknown fields, accepts a path of the
 * site as a link and only such a path as an image, and limits each list.
 */
export function fileSchema(value: JsonSchema): JsonSchema {
  const { $id, ...schema } = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, strictPart(part)])
  )
  if (schema.format === 'uri') {
    const { format, examples, ...link } = schema
    return { ...link, pattern: linkPattern, format: 'uri-reference' }
  }
  if (schema.type === 'array') return { maxItems: maxEntries, ...schema }
  if (!isObject(schema.properties) || schema.additionalProperties !== undefined) return schema
  const properties = $id === Image.$id ? { ...schema.properties, src: imageLink } : schema.properties
  return { ...schema, properties, additionalProperties: false }
}

const { format, ...imageLink } = {
  ...Image.properties.src,
  examples: ['/images/workshop.jpg'],
  pattern: imagePattern
}

const strictPart = (part: unknown): unknown =>
  Array.isArray(part) ? part.map(strictPart) : isObject(part) ? fileSchema(part) : part
