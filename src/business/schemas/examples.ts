import { isObject } from '../json-value.ts'
import { link } from './patterns.ts'

/** Returns the first example of a schema, or else one of its parts: of an object all fields, or only the required ones. */
export function exampleOf(schema: unknown, hasAllFields = false): unknown {
  if (!isObject(schema)) return undefined
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if (schema.type === 'array') return [exampleOf(schema.items, hasAllFields)]
  if (!isObject(schema.properties))
    return schema.pattern === link.source ? 'https://business.example/' : undefined
  const required = Array.isArray(schema.required) ? schema.required : []
  const fields = Object.entries(schema.properties)
  const isShown = ([name]: [string, unknown]) => hasAllFields || required.includes(name)
  const shown = hasAllFields || required.length > 0 ? fields.filter(isShown) : fields.slice(0, 1)
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field, hasAllFields)]))
}

const maxLength = 160

/** Returns the words that show an example, or none if it is too long. */
export function describeExample(value: unknown): string {
  const json = JSON.stringify(value) ?? ''
  return json === '' || json.length > maxLength ? '' : `, such as ${json}`
}
