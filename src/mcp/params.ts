import type { Static, TSchema } from '@sinclair/typebox'
import leven from 'leven'
import { listMismatches, type Mismatch } from '../base/json-schema.ts'
import { entriesOf, fieldOf, isObject, isParent, type JsonObject, parseIfJson } from '../base/json-value.ts'
import { clip, listInWords } from './bounds.ts'

export type ObjectSchema = TSchema & { type: 'object' }

/** An error that the client can correct. As in the SDK, the status is 400 if the message violates the protocol, else 200. */
export class InvalidParams extends Error {
  readonly code = -32602
  readonly status: number
  readonly data: object | undefined

  constructor(reason: string, { status = 200, data }: { status?: number; data?: object } = {}) {
    super(reason)
    this.status = status
    this.data = data
  }
}

/** Returns the parameters that the server reads, in the order of their schema. Throws `InvalidParams` about the first invalid one. */
export function readParams<Schema extends TSchema>(
  schema: Schema,
  given: unknown,
  input: ObjectSchema | undefined
): Static<Schema> {
  const params = pickFields(schema, given)
  if (input && isObject(params) && isObject(params.arguments))
    params.arguments = pickArguments(input, params.arguments)
  // Without its arguments, a tool would return something else.
  const named = Object.fromEntries(entriesOf(given).filter(([, value]) => !isEmpty(value)))
  const like = input && Object.keys(named).find((name) => findSimilar(name, ['arguments'], named))
  if (like) throw new InvalidParams(`Invalid params: ${like} is unknown; did you mean arguments?`)
  checkParams(schema, params)
  return params
}

function checkParams<Schema extends TSchema>(
  schema: Schema,
  params: unknown
): asserts params is Static<Schema> {
  const [mismatch] = listMismatches(schema, params)
  if (mismatch === undefined) return
  const isMalformed = mismatch.path[0] === '_meta' || mismatch.path.length === 0
  const status = isMalformed ? 400 : 200
  throw new InvalidParams(`Invalid params: ${describeMismatch(mismatch, 'params')}.`, { status })
}

/** Returns a copy of a value with only the fields of its schema that are not null. PHP writes an empty object as `[]`. */
function pickFields({ type, properties, required = [] }: TSchema, given: unknown): unknown {
  const value = type === 'object' && Array.isArray(given) && given.length === 0 ? {} : given
  if (properties === undefined) return type === 'object' ? parseArguments(value) : value
  if (!isObject(value)) return value
  const fields = Object.entries<TSchema>(properties).flatMap(([name, field]) => {
    const isExpected = required.includes(name) || Object.hasOwn(value, name)
    const part = fieldOf(value, name) ?? (isExpected ? field.default : undefined)
    return part === undefined ? [] : [[name, pickFields(field, part)]]
  })
  return Object.fromEntries(fields)
}

/** Some language models write the arguments as the text of an object, or as a blank text. */
function parseArguments(given: unknown): unknown {
  const value = typeof given === 'string' ? parseIfJson(given.trim() || '{}') : given
  return isObject(value) && !findExcess(value) ? value : given
}

/**
 * Returns the arguments in the order of the schema, and those that seem to be misspelled. Clients add others, and many send
 * null or a blank text for an optional argument, a whole number as text, or a text of digits as a number.
 */
function pickArguments({ properties, required = [] }: ObjectSchema, given: JsonObject): JsonObject {
  const args: JsonObject = {}
  for (const [name, field] of Object.entries<TSchema>(properties)) {
    const value = readScalar(field, fieldOf(given, name))
    if (!isEmpty(value) || (typeof value === 'string' && required.includes(name))) args[name] = value
  }
  const names = Object.keys(properties)
  for (const [name, value] of Object.entries(given))
    if (!names.includes(name) && !isEmpty(value) && findSimilar(name, names, args)) args[name] = value
  return args
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const wholeNumber = /^\s*[+-]?\d{1,15}(?:\.0*)?\s*$/

function readScalar({ type }: TSchema, value: unknown) {
  if (type === 'string' && typeof value === 'number') return String(value)
  return type === 'integer' && typeof value === 'string' && wholeNumber.test(value) ? Number(value) : value
}

export function findArgumentError(schema: ObjectSchema, args: JsonObject): string | undefined {
  const names = Object.keys(schema.properties)
  for (const name of Object.keys(args)) {
    const meant = names.includes(name) ? undefined : findSimilar(name, names, args)
    if (meant !== undefined) return `${clip(name, 50)} is unknown; did you mean ${meant}?`
  }
  const [mismatch] = listMismatches(schema, args)
  return mismatch && `${describeMismatch(mismatch)}.`
}

const maxDistance = 2

function findSimilar(text: string, names: string[], args: JsonObject): string | undefined {
  const letters = simplify(text)
  return names.find((name) => {
    const wanted = simplify(name)
    // In a name of two letters, two others would be any text.
    const limit = Math.min(maxDistance, wanted.length - 1)
    const isLike = Math.abs(letters.length - wanted.length) <= limit && leven(letters, wanted) <= limit
    return isLike && !Object.hasOwn(args, name)
  })
}

const simplify = (name: string) => name.replace(/[-_]/g, '').toLowerCase()

function describeMismatch({ path, schema, value }: Mismatch, ...around: string[]): string {
  const name = clip([...around, ...path].join('.'), 200)
  if (value === undefined) return `${name} is missing; it must be ${describeSchema(schema)}`
  const separator = schema.enum ? ';' : ','
  return `${name} must be ${describeSchema(schema, value)}${separator} got ${clip(JSON.stringify(value), 200)}`
}

const typeNames: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  object: 'an object'
}

function describeSchema(
  { enum: values, type, minimum, maximum, minLength, maxLength }: Mismatch['schema'],
  data?: unknown
) {
  if (values) return `one of: ${listInWords(values, typeof data === 'string' ? data : '')}`
  const name = Array.from([type].flat(), (one) => typeNames[one]).join(' or ')
  if (maxLength) return `${name} of ${minLength} to ${maxLength} characters`
  return type === 'integer' ? `${name} from ${minimum} to ${maximum}` : name
}

// Far more than any request of the protocol has. Deeper nesting would overflow the stack of a recursive function.
const maxDepth = 32
// A request of a common client has fewer than 100. The SDK checks each of them a few times.
const maxValues = 500

/** Returns why a message is too large: by the levels of its objects and lists, or by their values. */
export function findExcess(message: unknown): string | undefined {
  let depth = 0
  let count = 1
  for (let parents = [message].filter(isParent); parents.length > 0 && depth <= maxDepth; depth += 1) {
    const values = parents.flatMap(Object.values)
    count += values.length
    parents = values.filter(isParent)
  }
  if (depth > maxDepth) return `it is more than ${maxDepth} levels deep.`
  return count > maxValues ? `it has more than ${maxValues} values.` : undefined
}
