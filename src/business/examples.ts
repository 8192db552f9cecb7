import { link } from './patterns.ts'
import { isObject } from './read-json.ts'

/** Returns a value that a data file may have in a place, with the required fields only, or with the first one. */
export function exampleOf(schema: unknown): unknown {
  if (!isObject(schema)) return undefined
  if (isObject(schema.properties)) {
    const required = Array.isArray(schema.required) ? schema.required : []
    const fields = Object.entries(schema.properties)
    const shown =
      required.length > 0 ? fields.filter(([name]) => required.includes(name)) : fields.slice(0, 1)
    return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field)]))
  }
  if (schema.type === 'array') return [exampleOf(schema.items)]
  if (Array.isArray(schema.examples)) return schema.examples[0]
  return schema.pattern === link.source ? 'https://business.example/' : undefined
}

const maxLength = 160

/** Returns the words that show an example, or none if it is too long. */
export function example(value: unknown): string {
  const json = JSON.stringify(value) ?? ''
  return json === '' || json.length > maxLength ? '' : `, such as ${json}`
}
