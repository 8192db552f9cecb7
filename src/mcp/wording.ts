import type { AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv'
import { findNearest } from '../business/nearest.ts'

/** Returns a text of at most `maxLength` characters; a longer one ends in an ellipsis. */
export const clip = (text: string, maxLength: number) =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text

const maxListed = 20

// A longer text is not a misspelled id, and comparing it with thousands of ids takes long.
const maxCompared = 100

/**
 * Returns a list in words, such as "a, b, c"; of a long one 20 entries and how many more follow. The entry that is most
 * similar to a text comes first.
 */
export function listInWords(entries: readonly string[], similarTo = ''): string {
  const nearest = similarTo.length > maxCompared ? undefined : findNearest(similarTo, entries)
  const others = entries.slice(0, maxListed + 1).filter((entry) => entry !== nearest)
  const listed = [...(nearest === undefined ? [] : [nearest]), ...others].slice(0, maxListed).join(', ')
  return entries.length > maxListed ? `${listed} and ${entries.length - maxListed} more` : listed
}

/** Returns the first error of a value, with its text in plain words, or undefined if the value is valid. */
export function findError(validate: ValidateFunction, value: unknown, root: string) {
  if (validate(value)) return undefined
  const error = validate.errors?.[0]
  return error && { ...error, text: describeError(error, root) }
}

function describeError(
  { instancePath, keyword, params, data, parentSchema = {} }: ErrorObject,
  root: string
) {
  const nameOf = (field: string) =>
    clip(`${root}${instancePath}/${field}`.split('/').filter(Boolean).join('.'), 200)
  const { properties } = parentSchema
  if (keyword === 'required') {
    const { missingProperty: field } = params
    return `${nameOf(field)} is missing; it must be ${describeSchema(properties[field])}`
  }
  if (keyword === 'additionalProperties') {
    const names = listInWords(Object.keys(properties)) || 'none'
    return `${nameOf(params.additionalProperty)} is unknown; the arguments are: ${names}`
  }
  const separator = parentSchema.enum ? ';' : ','
  return `${nameOf('')} must be ${describeSchema(parentSchema, data)}${separator} got ${clip(JSON.stringify(data), 200)}`
}

const typeNames = new Map([
  ['string', 'a string'],
  ['integer', 'a whole number'],
  ['object', 'an object'],
  ['array', 'a list']
])

function describeSchema(
  { enum: values, type, format, minimum, maximum, minLength, maxLength }: AnySchemaObject,
  data?: unknown
) {
  if (values) return `one of: ${listInWords(values, String(data))}`
  if (format === 'date') return 'a date such as 2027-01-31'
  const name = [type]
    .flat()
    .map((one) => typeNames.get(one))
    .join(' or ')
  if (maxLength) return `${name} of ${minLength} to ${maxLength} characters`
  return type === 'integer' ? `${name} from ${minimum} to ${maximum}` : name
}
