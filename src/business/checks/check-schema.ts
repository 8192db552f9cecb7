import type { TSchema } from '@sinclair/typebox'
import { explainErrors, type SchemaError } from '../../advice/advice.ts'
import { formats, image, type JsonSchema, link, whatsapp } from '../../base/json-schema.ts'
import { entriesOf, fieldOf, isObject } from '../../base/json-value.ts'
import { type Finding, pointerPart } from '../../base/problem.ts'
import { limits } from '../limits.ts'
import { wholeAmounts } from '../v1.ts'

interface FileToCheck {
  name: string
  schema: TSchema
  value: unknown
}

export function checkSchemas(files: FileToCheck[]): Iterable<Finding> {
  const properties = Object.fromEntries(files.map(({ name, schema }) => [name, fileSchema(schema)]))
  const root = { type: 'object', properties, required: Object.keys(properties) }
  const errors = files.flatMap(({ name, value }) => [...validate(value, properties[name], root, `/${name}`)])
  return explainErrors(errors, root, wholeAmounts)
}

/** Yields the errors of a value: its own, and then those of its parts. */
function* validate(
  data: unknown,
  schema: unknown,
  parent: JsonSchema,
  pointer: string
): Generator<SchemaError> {
  if (!isObject(schema)) return
  const errorOf = (keyword: string): SchemaError => ({
    keyword,
    limit: schema[keyword],
    pointer,
    data,
    schema,
    parent
  })
  if (![schema.type].flat().some((type) => isOfType(data, type))) return yield errorOf('type')
  for (const [keyword, isMet] of Object.entries(keywords))
    if (schema[keyword] !== undefined && !isMet(data, schema[keyword])) yield errorOf(keyword)
  for (const name of listMissing(data, schema)) yield { ...errorOf('required'), name }
  if (schema.additionalProperties === false)
    for (const name of listUnknown(data, schema)) yield { ...errorOf('additionalProperties'), name }
  for (const [key, part, of] of listParts(data, schema))
    yield* validate(part, of, schema, pointer + pointerPart(key))
}

const listMissing = (data: unknown, { required = [] }: JsonSchema): string[] =>
  isObject(data) ? [required].flat().flatMap((name) => (Object.hasOwn(data, `${name}`) ? [] : `${name}`)) : []

const listUnknown = (data: unknown, { properties }: JsonSchema): string[] =>
  entriesOf(data).flatMap(([name]) => (fieldOf(properties, name) === undefined ? [name] : []))

/** Returns the entries of a list, or the fields of an object, unknown ones first, each with its schema. */
function listParts(data: unknown, schema: JsonSchema): [key: string | number, part: unknown, of: unknown][] {
  if (Array.isArray(data)) return data.map((entry, index) => [index, entry, schema.items])
  if (!isObject(data)) return []
  const known = entriesOf(schema.properties).filter(([name]) => Object.hasOwn(data, name))
  const unknown = listUnknown(data, schema).map((name) => [name, schema.additionalProperties] as const)
  return [...unknown, ...known].map(([name, field]) => [name, data[name], field])
}

const isOfType = (value: unknown, type: unknown): boolean => {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'number') return Number.isFinite(value)
  if (type === 'object') return isObject(value)
  if (type === 'array') return Array.isArray(value)
  return type === (value === null ? 'null' : typeof value)
}

const hasDuplicate = (list: unknown[]): boolean => new Set(list).size < list.length

// The other keywords of the data files (JSON Schema, draft 7). Each accepts values of the types that it does not limit.
const keywords: Record<string, (value: unknown, limit: unknown) => boolean> = {
  maximum: (value, limit) => typeof value !== 'number' || value <= Number(limit),
  minimum: (value, limit) => typeof value !== 'number' || value >= Number(limit),
  maxLength: (value, limit) => typeof value !== 'string' || [...value].length <= Number(limit),
  minLength: (value, limit) => typeof value !== 'string' || [...value].length >= Number(limit),
  pattern: (value, source) => typeof value !== 'string' || new RegExp(String(source), 'u').test(value),
  format: (value, name) => typeof value !== 'string' || formats[String(name)]?.(value) === true,
  enum: (value, choices) => [choices].flat().includes(value),
  maxItems: (value, limit) => !Array.isArray(value) || value.length <= Number(limit),
  minItems: (value, limit) => !Array.isArray(value) || value.length >= Number(limit),
  // Another entry than a text is an error already.
  uniqueItems: (value) =>
    !Array.isArray(value) || !hasDuplicate(value.filter((entry) => typeof entry === 'string'))
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

/** Returns a published schema that also rejects unknown fields, accepts a path of the site as a link and an email address at any domain, and limits each list. */
export function fileSchema(value: JsonSchema): JsonSchema {
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
  return { ...schema, properties: withOwnForms($id, schema.properties), additionalProperties: false }
}

// The forms that a data file has in place of a published link, by component and field.
const ownForms: Record<string, Record<string, JsonSchema>> = {
  Image: { src: { pattern: image, examples: ['/images/workshop.jpg'] } },
  Contact: { whatsapp: { pattern: whatsapp, examples: ['+44 7700 900123'] } }
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
