import type { ErrorObject } from 'ajv'
import { correctAmount, correctDay, correctEmail } from '../corrections.ts'
import { fieldOf, isObject } from '../json-value.ts'
import { findNearest } from '../nearest.ts'
import { describeExample, exampleOf } from '../schemas/examples.ts'
import type { JsonSchema } from '../schemas/file-schema.ts'
import { blank, decimal, hintFor, hintForDate, patterns, phone, whatsapp } from '../schemas/patterns.ts'
import { suggestField } from './field-hints.ts'

// Longer texts are too slow to search, and no correct value is as long.
const maxLength = 200

/** Returns how to correct an error of a data file, as a sentence, or undefined if its message says it. */
export function suggest(error: ErrorObject, schema: unknown): string | undefined {
  const { data, keyword } = error
  if (typeof data === 'string' && data.length > maxLength && keyword !== 'maxLength') return undefined
  return hints[keyword]?.(error, schema)
}

const hints: Record<string, (error: ErrorObject, schema: unknown) => string | undefined> = {
  additionalProperties: suggestField,
  required: ({ parentSchema, params: { missingProperty } }) => {
    const value = describeExample(exampleOf(parentSchema?.properties[missingProperty]))
    return `Add it${value}.`
  },
  type: suggestType,
  enum: ({ data, params }) => suggestChoice(String(data), params.allowedValues),
  pattern: (error, schema) =>
    error.params.pattern === blank.source
      ? suggestAnyText(error, schema)
      : hintFor(error.params.pattern, String(error.data)),
  format: ({ data, params }) => formatHints[params.format]?.(String(data)),
  minLength: suggestAnyText,
  maxLength: () => 'Shorten it.',
  minItems: () => 'Add an entry, or omit the list if it is optional.',
  uniqueItems: () => 'Delete one of the two.'
}

const formatHints: Record<string, (text: string) => string | undefined> = {
  email: suggestEmail,
  date: hintForDate
}

function suggestAnyText({ instancePath }: ErrorObject, schema: unknown): string {
  const names = instancePath.split('/').slice(1)
  const name = String(names.pop())
  const parent = names.reduce<unknown>(
    (part, name) => fieldOf(fieldOf(part, 'properties'), name) ?? fieldOf(part, 'items'),
    schema
  )
  if (fieldOf(parent, 'type') === 'array') return 'Write a text, or delete the entry.'
  return [fieldOf(parent, 'required')].flat().includes(name)
    ? 'Write a text.'
    : 'Write a text, or omit the field.'
}

function suggestChoice(text: string, choices: string[]): string | undefined {
  const isDay = choices.includes('monday')
  const choice = (isDay ? correctDay(text) : undefined) ?? findNearest(text.trim(), choices)
  if (choice) return `Did you mean "${choice}"?`
  return isDay ? 'Write one entry for each day.' : undefined
}

function suggestEmail(text: string): string | undefined {
  const email = correctEmail(text)
  return email !== text && /^[^@]+@[^@]+\.[^@.]+$/.test(email) ? `Did you mean "${email}"?` : undefined
}

function suggestType(error: ErrorObject): string | undefined {
  const { data, parentSchema = {}, params, instancePath } = error
  const [type] = [params.type].flat()
  if (data === null) return `Omit the field, or write a value${describeExample(exampleOf(parentSchema))}.`
  if (type === 'string') return suggestText(data, parentSchema)
  if (type === 'array') return suggestList(data, parentSchema)
  if (type === 'object') return suggestObject(data, parentSchema)
  if (type === 'boolean') return suggestFlag(data)
  return suggestNumber(data, parentSchema, instancePath.replace(/.*\//, ''))
}

function suggestText(data: unknown, schema: JsonSchema): string {
  if (Array.isArray(data)) {
    const [text] = data
    return data.length === 1 && typeof text === 'string'
      ? `Write ${JSON.stringify(text)}, without [ and ].`
      : 'Write one text, without [ and ].'
  }
  if (isObject(data)) return `Write a text in quotes${describeExample(exampleOf(schema))}.`
  // JSON drops the zero at the start of a number, and cannot have a plus there.
  if (schema.pattern === phone.source || schema.pattern === whatsapp.source)
    return `Write it in quotes, with its first 0 or its +${describeExample(exampleOf(schema))}.`
  const isFraction =
    schema.pattern === decimal.source && typeof data === 'number' && /^\d+\.\d$/.test(String(data))
  const text = isFraction ? data.toFixed(2) : String(data)
  if (Array.isArray(schema.enum)) return `Write a text in quotes${describeExample(exampleOf(schema))}.`
  const isCorrect = typeof schema.pattern !== 'string' || new RegExp(schema.pattern).test(text)
  /* c8 ignore next: every pattern that a number can miss has a hint */
  return isCorrect ? `Write "${text}".` : (hintFor(String(schema.pattern), text) ?? 'Write it in quotes.')
}

function suggestList(data: unknown, { items }: JsonSchema): string {
  if (isObject(data)) return 'Write a list of objects: put [ before it and ] after it.'
  const entries = String(data).split(/\s*,\s*/)
  const isEnumeration = entries.every((entry) => /^\S+$/.test(entry))
  const isOfTexts = isObject(items) && items.type === 'string'
  const texts = isOfTexts ? (isEnumeration ? entries : [String(data)]).map((text) => fit(text, items)) : []
  const isCorrected = isOfTexts && !texts.includes(undefined)
  return isCorrected
    ? `Write ${JSON.stringify(texts)}.`
    : `Write a list${describeExample([exampleOf(items)])}.`
}

function suggestObject(data: unknown, schema: JsonSchema): string {
  if (Array.isArray(data) && data.length === 1) return 'Write the object without [ and ].'
  const fields = exampleOf(schema)
  const value = { ...(isObject(fields) && fields), ...listCertain(schema) }
  // A text in place of an object is probably its first required field.
  const [field] = typeof data === 'object' ? [] : [schema.required].flat()
  const part = isObject(schema.properties) && schema.properties[String(field)]
  const text = isObject(part) ? fit(String(data), part) : undefined
  return `Write an object${describeExample(text === undefined ? value : { ...value, [String(field)]: text })}.`
}

/** Returns the fields of an object whose example would be a false fact: the kind of a price, and the text of an image. */
function listCertain({ properties }: JsonSchema): object {
  return {
    ...(fieldOf(properties, 'kind') !== undefined && { kind: 'fixed' }),
    ...(fieldOf(properties, 'alt') !== undefined && { alt: 'A description of the picture' })
  }
}

/** Returns a text in the form of a schema, or undefined if it cannot be corrected. */
function fit(text: string, { pattern }: JsonSchema): string | undefined {
  // An amount always gets two decimals or none.
  const isCorrect =
    typeof pattern !== 'string' || (pattern !== decimal.source && new RegExp(pattern).test(text))
  return isCorrect ? text : patterns.get(pattern)?.correct?.(text)
}

function suggestFlag(data: unknown): string {
  const text = String(data).trim().toLowerCase()
  if (['true', 'yes', 'y', '1', 'on', 'כן'].includes(text)) return 'Write true.'
  return ['false', 'no', 'n', '0', 'off', 'לא'].includes(text)
    ? 'Write false.'
    : 'Write true or false, without quotes.'
}

function suggestNumber(data: unknown, schema: JsonSchema, field: string): string {
  const isNegative = Number(schema.minimum) < 0 && Number(data) < 0
  const amount =
    typeof data === 'object' ? undefined : isNegative ? String(data) : correctAmount(String(data))
  const isInteger = [schema.type].flat().includes('integer')
  if (amount && (!isInteger || Number.isInteger(Number(amount)))) return `Write ${Number(amount)}.`
  const price = prices[field]
  if (amount && price) {
    return `Write "price": ${JSON.stringify({ ...price, amount })} instead, which may have decimals.`
  }
  if (amount) return 'Omit it: only "price" can have decimals.'
  return price && typeof data === 'string'
    ? `Write digits only${describeExample(exampleOf(schema))}; ${withoutPrice[field]}`
    : `Write digits only${describeExample(exampleOf(schema))}.`
}

// The fields of version 1 that have whole units only, with the beginning of the price that replaces them.
const prices: Record<string, object> = { from_ils: {}, one_time_ils: { kind: 'fixed' } }

const withoutPrice: Record<string, string> = {
  from_ils: 'a service without a price goes into "categories" or faq.json.',
  one_time_ils: 'a price on request is null.'
}
