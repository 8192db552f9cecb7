import type { TSchema } from '@sinclair/typebox'
import { Ajv, type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import { numberPattern, parseAmount } from './amounts.ts'
import { fileSchema } from './file-schema.ts'
import { maxProblems } from './limits.ts'
import { findNearest } from './nearest.ts'
import { type Finding, pointerPart } from './problem.ts'
import { fieldOf } from './read-json.ts'
import { patterns } from './values.ts'

/** Returns the value if a data file of this schema may have it, or else every problem. */
export function checkSchema<T>(
  value: unknown,
  schema: TSchema & { static: T }
): { value: T } | { problems: Iterable<Finding> } {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    // The schemas are our own: checking them and optimizing their code would take a third of a start.
    meta: false,
    validateSchema: false,
    code: { optimize: false }
  })
  addFormats.default(ajv, ['email'])
  // Rejects links that a pattern cannot, such as one with an impossible host or port.
  ajv.addFormat('uri-reference', (link) => URL.canParse(link, 'https://business.example'))
  const validate = ajv.compile<T>(fileSchema(schema))
  if (validate(value)) return { value }
  /* c8 ignore next: there are errors if the value is not valid */
  return { problems: findProblems(validate.errors ?? []) }
}

function* findProblems(errors: ErrorObject[]): Generator<Finding> {
  // An empty text is both too short and blank: report one problem per pointer.
  const pointers = new Set<string>()
  for (const error of errors) {
    const pointer = pointerOf(error)
    if (pointers.has(pointer)) continue
    pointers.add(pointer)
    // Looking for a hint costs more than the rest; problems that are not listed need none.
    const hint = pointers.size <= maxProblems ? suggest(error) : undefined
    yield { pointer, ...describe(error), ...(hint && { hint }) }
  }
}

/** Returns the name of the field that is missing or unknown, if the error is about that. */
const nameOf = ({ params }: ErrorObject): string | undefined =>
  params.missingProperty ?? params.additionalProperty

function pointerOf(error: ErrorObject): string {
  const name = nameOf(error)
  return name === undefined ? error.instancePath : error.instancePath + pointerPart(name)
}

function describe(error: ErrorObject): Omit<Finding, 'pointer'> {
  const { keyword, data } = error
  if (keyword === 'required') return { message: 'is missing' }
  if (keyword === 'additionalProperties') {
    return { message: 'is an unknown field', found: fieldOf(data, String(nameOf(error))) }
  }
  const message = messages[keyword]?.(error) ?? String(error.message)
  return { message, found: keyword === 'minItems' || keyword === 'maxItems' ? countEntries(data) : data }
}

const countEntries = (list: unknown): number => [list].flat().length

function suggest(error: ErrorObject): string | undefined {
  return error.keyword === 'additionalProperties'
    ? suggestField(String(nameOf(error)), Object.keys(error.parentSchema?.properties))
    : suggestValue(error)
}

const types: Record<string, string> = {
  string: 'text in quotes',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object'
}

const typesOf = ({ params }: ErrorObject): string[] => [params.type].flat()

const messages: Record<string, (error: ErrorObject) => string> = {
  type: (error) =>
    `must be ${typesOf(error)
      .map((type) => types[type] ?? type)
      .join(' or ')}`,
  minimum: ({ schema }) => `must be at least ${schema}`,
  maximum: ({ schema }) => `must be at most ${schema}`,
  minLength: () => 'must not be empty',
  maxLength: ({ schema }) => `must have at most ${schema} characters`,
  pattern: ({ params }) => patterns.get(params.pattern)?.must ?? `must match ${params.pattern}`,
  format: ({ schema }) =>
    schema === 'email'
      ? 'must be an email address, such as name@business.example'
      : 'must be a link that a browser can open',
  minItems: (error) => limitEntries(error, 'at least'),
  maxItems: (error) => limitEntries(error, 'at most'),
  uniqueItems: ({ params }) => `must not have the same entry twice, as /${params.i} and /${params.j}`
}

function limitEntries({ schema, parentSchema }: ErrorObject, limit: string): string {
  const isExact = parentSchema?.minItems === parentSchema?.maxItems
  return `must have ${isExact ? 'exactly' : limit} ${schema} ${schema === 1 ? 'entry' : 'entries'}`
}

/** Suggests the field with the nearest name. */
function suggestField(name: string, fields: string[]): string | undefined {
  const nearest = findNearest(name, fields)
  return nearest && `Did you mean "${nearest}"?`
}

// Longer texts are too slow to search, and no correct value is as long.
const maxSuggestLength = 200

function suggestValue(error: ErrorObject): string | undefined {
  const { keyword, params, data } = error
  const text = String(typeof data === 'object' ? '' : data)
  if (text.length > maxSuggestLength) return undefined
  if (keyword === 'type' && typesOf(error).includes('integer')) return suggestAmount(error.instancePath, data)
  if (keyword !== 'pattern') return undefined
  const pattern = patterns.get(params.pattern)
  const value = pattern?.suggest?.(text)
  return value && new RegExp(params.pattern).test(value) ? `Did you mean "${value}"?` : pattern?.hint?.(text)
}

/** Suggests how to write the same amount: no hint may advise to publish another price. */
function suggestAmount(pointer: string, data: unknown): string | undefined {
  const amount = typeof data === 'number' ? data : parseText(String(data))
  if (amount === undefined || amount < 0) return undefined
  if (Number.isInteger(amount)) return `Write ${amount}.`
  if (/\/(from_ils|one_time_ils)$/.test(pointer)) {
    const decimal = Number(amount.toFixed(2)) === amount ? amount.toFixed(2) : String(amount)
    return `State it in \`price\`, such as {"kind":"fixed","amount":"${decimal}"}, and omit this field.`
  }
  return pointer.includes('_ils')
    ? 'Omit it, and state the exact amount in the `price` of a service.'
    : undefined
}

/** Returns the only amount of a text, or undefined if the text has several or may mean several. */
function parseText(text: string): number | undefined {
  const [number = '', ...others] = text.match(new RegExp(numberPattern, 'g')) ?? []
  // "1.250" may be more than a thousand or less than two.
  const isUnclear = others.length > 0 || /^\d+\.\d{3}$/.test(number) || /[-\u2212]\s*\d/.test(text)
  return number === '' || isUnclear ? undefined : parseAmount(number, 2)[0]
}
