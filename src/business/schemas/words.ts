import { fieldOf, isObject } from '../json-value.ts'
import type { JsonSchema } from './file-schema.ts'
import { createTextPattern } from './patterns.ts'

/** Words of the interface: a text, or lists and objects of texts. */
type Messages = string | Messages[] | { [key: string]: Messages }

const maxItems = 50
const maxSections = 20
const maxLength = 2000
// A label in a menu, on a button or in a table is one line.
const maxLabelLength = 200

// The words of fields and units that each business chooses, by the path of the object.
const open: Record<string, string> = { '/labels': '', '/record': '', '/price/units': '{price}' }

// The pages to which a business adds its own sections.
const extended = ['/privacy', '/accessibility']

/**
 * Returns the JSON Schema of a file of words: the keys of the English words, their texts with the same placeholders, and
 * lists of any length.
 */
export function wordsSchema(words: Messages, path = ''): JsonSchema {
  if (typeof words === 'string') return textSchema(words)
  if (Array.isArray(words)) return listSchema(words)
  const properties = Object.fromEntries(
    Object.entries(words).map(([key, value]) => [key, wordsSchema(value, `${path}/${key}`)])
  )
  const other = open[path]
  return {
    type: 'object',
    properties: {
      ...properties,
      ...(path === '/home' && { lead }),
      ...(extended.includes(path) && { added: sections })
    },
    ...(other !== undefined && { additionalProperties: textSchema(other) })
  }
}

/** Returns the part of a schema that a value needs, or all of it if the value has an unknown key, for the hints. */
export const partOfSchema = (schema: JsonSchema, value: unknown): JsonSchema =>
  hasUnknownKey(schema, value) ? schema : prune(schema, value)

const propertiesOf = ({ properties }: JsonSchema) => (isObject(properties) ? properties : {})

const hasUnknownKey = (schema: JsonSchema, value: unknown): boolean =>
  isObject(value) &&
  Object.entries(value).some(([key, part]) => {
    const field = propertiesOf(schema)[key] ?? schema.additionalProperties
    return !isObject(field) || hasUnknownKey(field, part)
  })

function prune(schema: JsonSchema, value: unknown): JsonSchema {
  if (!isObject(schema.properties)) return schema
  const fields = Object.entries(schema.properties).flatMap(([key, field]) => {
    const part = fieldOf(value, key)
    return part === undefined || !isObject(field) ? [] : [[key, prune(field, part)]]
  })
  return { ...schema, properties: Object.fromEntries(fields) }
}

const placeholdersOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))]

const textSchema = (english: string): JsonSchema => ({
  type: 'string',
  ...(english && { description: english }),
  minLength: 1,
  maxLength: english.length > maxLabelLength / 2 ? maxLength : maxLabelLength,
  pattern: createTextPattern(placeholdersOf(english)).source
})

const listSchema = (english: Messages[]): JsonSchema => {
  const texts = english.map(String)
  return {
    type: 'array',
    description: texts.join('\n'),
    items: {
      type: 'string',
      minLength: 1,
      maxLength,
      pattern: createTextPattern([]).source
    },
    minItems: 1,
    maxItems
  }
}

const sections: JsonSchema = {
  type: 'array',
  description: 'Your own sections of the page.',
  items: {
    type: 'object',
    properties: {
      heading: { ...textSchema(''), description: 'Heading of the section.' },
      items: { ...listSchema([]), description: 'Points of the section.' }
    },
    required: ['heading', 'items']
  },
  maxItems: maxSections
}

const lead: JsonSchema = {
  ...textSchema(''),
  description: 'The sentence below the headline of the home page, in place of the category.'
}
