import type { TSchema } from '@sinclair/typebox'
import { isObject } from '../json-value.ts'
import { maxEntries } from '../limits.ts'
import { image, link, whatsapp } from './patterns.ts'

export type JsonSchema = Record<string, unknown>

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
 * site as a link, and limits each list.
 */
export function fileSchema(value: JsonSchema): JsonSchema {
  const { $id, ...schema } = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, strictPart(part)])
  )
  if (schema.format === 'uri') {
    const { format, examples, ...rest } = schema
    return { ...rest, pattern: link.source, format: 'uri-reference' }
  }
  if (schema.type === 'array') return { maxItems: maxEntries, ...schema }
  if (!isObject(schema.properties) || schema.additionalProperties !== undefined) return schema
  return { ...schema, properties: withOwnForms($id, schema.properties), additionalProperties: false }
}

// The forms that a data file has in place of a published link, by component and field.
const ownForms: Record<string, Record<string, JsonSchema>> = {
  Image: { src: { pattern: image.source, examples: ['/images/workshop.jpg'] } },
  Contact: { whatsapp: { pattern: whatsapp.source, examples: ['+44 7700 900123'] } }
}

const withOwnForms = (id: unknown, fields: JsonSchema): JsonSchema => {
  const forms = ownForms[String(id)] ?? {}
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      isObject(field) && forms[name] ? { ...field, ...forms[name] } : field
    ])
  )
}

const strictPart = (part: unknown): unknown =>
  Array.isArray(part) ? part.map(strictPart) : isObject(part) ? fileSchema(part) : part
