import type { SchemaOptions, TSchema } from '@sinclair/typebox'
import { isDate } from './calendar.ts'
import { toAsciiEmail } from './email.ts'
import { entriesOf, fieldOf, isObject } from './json-value.ts'
import { languagePattern } from './language.ts'

export type JsonSchema = Record<string, unknown>

/** Returns the schema of an entry of a list, or of a field; undefined for the parts of a free-form object. */
export const partOf = (schema: unknown, name: string): unknown =>
  fieldOf(schema, 'items') ?? fieldOf(schema, 'properties', name) ?? fieldOf(schema, 'additionalProperties')

// Enough to find a value for each optional field, without reading a whole catalogue of thousands.
export const maxSamples = 100

/** Makes something of the items and of each field of a schema, and of their values in the samples. */
export function makeParts<Made>(
  { items, properties }: TSchema,
  make: (part: TSchema, values: unknown[]) => Made,
  samples: unknown[] = []
) {
  const objects = samples.filter(isObject)
  const fields = Object.entries<TSchema>(properties ?? {}).map(([name, field]) => {
    const values = objects.map((sample) => sample[name]).filter((value) => value !== undefined)
    return [name, make(field, values)]
  })
  return {
    ...(items && { items: make(items, samples.flat().slice(0, maxSamples)) }),
    ...(properties && { properties: Object.fromEntries(fields) })
  }
}

// The forms of texts in data files, as patterns of JSON Schema.

export const blank = '\\S'

/** A lower-case Latin letter, then lower-case letters, digits and hyphens. */
export const slug = '^[a-z][a-z0-9-]*$'

/** A currency code (ISO 4217). */
export const currency = '^[A-Z]{3}$'

export const language = languagePattern.source

/** The source of the extension of a number, such as `ext. 12`, or `;ext=12` (RFC 3966, section 5.3). */
export const phoneExtension =
  '([ ,]*(;ext=|x|[Ee]xt(ension)?[.:]?|[Pp]oste|DW|[Dd]urchwahl|[Aa]pp[.]|[Rr]amal|[Ii]nt[.]|[Ww]ew[.]|доб[.]|שלוחה)|[ ,]+#) ?[0-9]{1,6}'

// What people write between the digits of a number: also spaces that do not break, hyphens and dashes.
const between = '[ ().\\[\\]\u00a0\u202f\u2007\u2010-\u2015\u2212-]'
const areaCode = `[(]?[+0][0-9 ()-]{1,8} ?[/] ?`

// Digits of at most one number, or at most 8 digits and then letters in place of the others.
export const phone = `^(${areaCode})?[(\\[]?[+*#]?[(]?[0-9]((${between}{0,4}[0-9*#]){1,16}|(${between}{0,4}[0-9]){0,7}(${between}{0,4}[A-Za-z]){3,12})${between}{0,4}(${phoneExtension})?$`

/** An absolute URL, or a path of the site. */
export const link =
  '^((https?://[^\\s/?#]|mailto:[^\\s@]+@[^\\s@]|tel:[+*]?[0-9]|/[^\\s/\\\\])[^\\s\\\\]*|/)$'

/** A link, or the number of a WhatsApp account with its country code (E.164: at most 15 digits). */
export const whatsapp = `${link}|^[+][1-9](${between}{0,4}[0-9]){6,14}$`

// Each part of a path begins with a character that is not a dot: the server does not serve other files.
export const image = '^(/[^\\s\\\\/?#.][^\\s\\\\/?#]*)+$'

export const decimal = '^(0|[1-9][0-9]{0,8})([.][0-9]{1,4})?$'

export const time = '^([01][0-9]|2[0-3]):[0-5][0-9]$'

export const day = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'

export const colour = '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$'

// Of the names that RFC 5321 allows, the ones without quotation marks; the domain has a dot.
const word = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const email = new RegExp(`^${word}(?:\\.${word})*@(?:${label}\\.)+${label}$`, 'i')

export const formats: Record<string, (text: string) => boolean> = {
  date: isDate,
  'idn-email': (text) => email.test(toAsciiEmail(text)),
  // Rejects links that a pattern cannot, such as one with an impossible host or port.
  'uri-reference': (link) => URL.canParse(link, 'https://business.example')
}

const isOfType = (value: unknown, type: unknown): boolean => {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'number') return Number.isFinite(value)
  if (type === 'object') return isObject(value)
  if (type === 'array') return Array.isArray(value)
  return type === (value === null ? 'null' : typeof value)
}

// The keywords of our schemas (JSON Schema, draft 7), in the order to match. Each matches values of the types that it does not limit.
const keywords: Record<string, (limit: unknown, value: unknown) => boolean> = {
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
    !Array.isArray(list) || areUnique(list.filter((entry) => typeof entry === 'string'))
}

const areUnique = (texts: string[]) => new Set(texts).size === texts.length

// These limit only the parts of a value, or nothing.
const otherKeywords = new Set(
  'additionalProperties default description examples items properties required'.split(' ')
)

/**
 * A keyword that a value does not meet, with the names and indexes that lead to the value. A missing field has its schema and
 * no value; an unknown one has the schema of its object.
 */
export interface Mismatch {
  keyword: string
  path: string[]
  schema: SchemaOptions
  value: unknown
}

/** Returns the keywords that a value itself does not meet: only `type` if it has another. Throws if the schema has another keyword. */
function listUnmet(schema: SchemaOptions, value: unknown): string[] {
  // Object.entries would take half as long again: each start matches 40,000 values of 2,000 services.
  for (const name in schema)
    if (!(name in keywords || otherKeywords.has(name)))
      throw new Error(`schema: the keyword ${name} is unknown`)
  const unmet: string[] = []
  for (const keyword in keywords)
    if (keyword in schema && !keywords[keyword]?.(schema[keyword], value)) unmet.push(keyword)
  return unmet[0] === 'type' ? ['type'] : unmet
}

/** Lists the mismatches of a value and of its parts, the outer ones first. */
export function* listMismatches(
  schema: SchemaOptions,
  value: unknown,
  path: string[] = []
): Generator<Mismatch> {
  const unmet = listUnmet(schema, value)
  for (const keyword of unmet) yield { keyword, path, schema, value }
  // The schema says nothing of the parts of another type.
  if (unmet[0] === 'type') return
  const required: string[] = isObject(value) ? (schema.required ?? []) : []
  for (const name of required.filter((name) => fieldOf(value, name) === undefined))
    yield { keyword: 'required', path: [...path, name], schema: schema.properties[name], value: undefined }
  for (const [name, part] of entriesOf(value)) {
    const inner = partOf(schema, name)
    const to = [...path, name]
    if (inner === false) yield { keyword: 'additionalProperties', path: to, schema, value: part }
    else if (isObject(inner)) yield* listMismatches(inner, part, to)
  }
}

export const toWhatsappLink = (text: string): string =>
  text.startsWith('+') ? `https://wa.me/${text.replace('(0)', '').replace(/\D/g, '')}` : text

/** Returns the first example of a schema, or else one of its parts: of an object all fields, or only the required ones. */
export function exampleOf(schema: unknown, hasAllFields = false): unknown {
  if (!isObject(schema)) return undefined
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if (schema.type === 'array') return [exampleOf(schema.items, hasAllFields)]
  if (!isObject(schema.properties)) return schema.pattern === link ? 'https://business.example/' : undefined
  const required = Array.isArray(schema.required) ? schema.required : []
  const fields = Object.entries(schema.properties)
  const isShown = ([name]: [string, unknown]) => hasAllFields || required.includes(name)
  const shown = hasAllFields || required.length > 0 ? fields.filter(isShown) : fields.slice(0, 1)
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field, hasAllFields)]))
}
