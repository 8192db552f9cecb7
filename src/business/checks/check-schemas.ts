import type { TSchema } from '@sinclair/typebox'
import { image, type JsonSchema, link, listMismatches, whatsapp } from '../../base/json-schema.ts'
import { isObject } from '../../base/json-value.ts'
import type { DataFile } from '../business.ts'
import { limits } from '../limits.ts'
import { wholeAmounts } from '../v1.ts'

/** Returns the first problems that the schemas express, and their number. `explained` has each `/file/pointer` that needs no other problem. */
export async function checkSchemas(files: Record<string, unknown>, table: Record<string, DataFile>) {
  const schemas = Object.entries(table).map(([name, { schema }]) => [name, fileSchema(schema)])
  const schema = { type: 'object', required: Object.keys(files), properties: Object.fromEntries(schemas) }
  const mismatches = [...listMismatches(schema, files)]
  if (mismatches.length === 0) return { problems: [], count: 0, explained: new Set<string>() }
  const { explainProblems } = await import('../../advice/advice.ts')
  return explainProblems(mismatches, { schema, files, amounts: wholeAmounts })
}

export function editorSchema(schema: TSchema): JsonSchema {
  const { properties, ...rest } = fileSchema(schema)
  const $schema = { type: 'string', description: 'The JSON Schema of this file, for editors.' }
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...rest,
    properties: { $schema, ...(isObject(properties) && properties) }
  }
}

// The forms that a data file has in place of a published link, by component and field.
const ownForms: Record<string, Record<string, JsonSchema>> = {
  Image: { src: { pattern: image, examples: ['/images/workshop.jpg'] } },
  Contact: { whatsapp: { pattern: whatsapp, examples: ['+44 7700 900123'] } }
}

/** Returns a published schema that also rejects unknown fields, accepts a path of the site as a link and an email address at any domain, and limits each list. */
function fileSchema(value: JsonSchema): JsonSchema {
  const strictPart = (part: unknown): unknown =>
    Array.isArray(part) ? part.map(strictPart) : isObject(part) ? fileSchema(part) : part
  const { $id, ...schema } = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, strictPart(part)])
  )
  if (schema.format === 'uri') {
    const { format, examples, ...rest } = schema
    return { ...rest, pattern: link, format: 'uri-reference' }
  }
  if (schema.format === 'email') return { ...schema, format: 'idn-email' }
  if (schema.type === 'array') return { maxItems: limits.entries, ...schema }
  if (!isObject(schema.properties) || schema.additionalProperties !== undefined) return schema
  const forms = ownForms[String($id)]
  const properties = Object.entries(schema.properties).map(([name, field]) => [
    name,
    isObject(field) ? { ...field, ...forms?.[name] } : field
  ])
  return { ...schema, properties: Object.fromEntries(properties), additionalProperties: false }
}
