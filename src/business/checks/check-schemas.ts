import type { TSchema } from '@sinclair/typebox'
import { memoise } from '../../base/cache.ts'
import { formats, image, type JsonSchema, link, whatsapp } from '../../base/json-schema.ts'
import { entriesOf, fieldOf, isObject, isParent } from '../../base/json-value.ts'
import { limits } from '../limits.ts'
import { wholeAmounts } from '../v1.ts'

// Ajv compiles a schema again if it is another object.
const toStrict = memoise(fileSchema)

/** Returns the first problems that the schemas express, and their number. `explained` has each `/file/pointer` that needs no other problem. */
export async function checkSchemas(files: { name: string; row: { schema: TSchema }; value: unknown }[]) {
  const all = files.map(({ name, row, value }) => ({ name, schema: toStrict(row.schema), value }))
  const others = all.filter(({ schema, value }) => !isMatch(value, schema))
  if (others.length === 0) return { problems: [], count: 0, explained: new Set<string>() }
  const { explainProblems } = await import('../../advice/advice.ts')
  return explainProblems(others, all, wholeAmounts)
}

/** Returns false if Ajv must decide, which takes ten times as long, to load and to compile the schemas. */
const isMatch = (value: unknown, schema: unknown): boolean =>
  isObject(schema) &&
  Object.entries(schema).every(([keyword, limit]) => keywords[keyword]?.(limit, value, schema) === true)

const isOfType = (value: unknown, type: unknown): boolean => {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'number') return Number.isFinite(value)
  if (type === 'object') return isObject(value)
  if (type === 'array') return Array.isArray(value)
  return type === (value === null ? 'null' : typeof value)
}

// The keywords of the data files (JSON Schema, draft 7). Each matches values of the types that it does not limit.
const keywords: Record<string, (limit: unknown, value: unknown, schema: JsonSchema) => boolean> = {
  description: () => true,
  examples: () => true,
  type: (types, value) => [types].flat().some((type) => isOfType(value, type)),
  enum: (choices, value) => [choices].flat().includes(value),
  minimum: (limit, value) => typeof value !== 'number' || value >= Number(limit),
  maximum: (limit, value) => typeof value !== 'number' || value <= Number(limit),
  minLength: (limit, value) => typeof value !== 'string' || [...value].length >= Number(limit),
  maxLength: (limit, value) => typeof value !== 'string' || [...value].length <= Number(limit),
  pattern: (source, value) => typeof value !== 'string' || new RegExp(String(source), 'u').test(value),
  format: (name, value) => typeof value !== 'string' || formats[String(name)]?.(value) === true,
  minItems: (limit, value) => !Array.isArray(value) || value.length >= Number(limit),
  maxItems: (limit, value) => !Array.isArray(value) || value.length <= Number(limit),
  uniqueItems: (_, list) =>
    !Array.isArray(list) || !(list.some(isParent) || new Set(list).size < list.length),
  items: (schema, value) => !Array.isArray(value) || value.every((entry) => isMatch(entry, schema)),
  required: (names, value) =>
    !isObject(value) || [names].flat().every((name) => Object.hasOwn(value, String(name))),
  properties: (fields, value) =>
    entriesOf(value).every(([name, part]) => {
      const field = fieldOf(fields, name)
      return field === undefined || isMatch(part, field)
    }),
  additionalProperties: (rest, value, { properties }) =>
    rest === true ||
    entriesOf(value).every(([name, part]) => fieldOf(properties, name) !== undefined || isMatch(part, rest))
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
