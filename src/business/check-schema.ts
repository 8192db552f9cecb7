import type { TSchema } from '@sinclair/typebox'
import { Ajv, type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import leven from 'leven'
import { fileSchema } from './file-schema.ts'
import { maxProblems } from './limits.ts'
import { type Finding, pointerPart } from './problem.ts'
import { patterns } from './values.ts'

/** The value, if it has the shape that a data file of this schema must have; otherwise every way in which not. */
export function checkSchema<T>(
  value: unknown,
  schema: TSchema & { static: T }
): { value: T } | { problems: Iterable<Finding> } {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    // The schemas are our own: to check them and to optimize their code would cost a third of a start.
    meta: false,
    validateSchema: false,
    code: { optimize: false }
  })
  addFormats.default(ajv, ['email'])
  // What no pattern can tell of a link, such as whether its host and port can be.
  ajv.addFormat('uri-reference', (link) => URL.canParse(link, 'https://business.example'))
  const validate = ajv.compile<T>(fileSchema(schema))
  if (validate(value)) return { value }
  /* c8 ignore next: there are errors wherever the value is not valid */
  return { problems: findings(validate.errors ?? []) }
}

function* findings(errors: ErrorObject[]): Generator<Finding> {
  // An empty text is too short and blank too: one problem per place is enough.
  const places = new Set<string>()
  for (const error of errors) {
    const pointer = pointerOf(error)
    if (places.has(pointer)) continue
    places.add(pointer)
    // To look for a hint costs more than the rest; problems that are not listed need none.
    const hint = places.size <= maxProblems ? suggest(error) : undefined
    yield { pointer, ...describe(error), ...(hint && { hint }) }
  }
}

/** The name of the field that an error is about, if the error is about the name. */
const fieldOf = ({ params }: ErrorObject): string | undefined =>
  params.missingProperty ?? params.additionalProperty

function pointerOf(error: ErrorObject): string {
  const field = fieldOf(error)
  return field === undefined ? error.instancePath : error.instancePath + pointerPart(field)
}

function describe(error: ErrorObject): Omit<Finding, 'pointer'> {
  const { keyword, data } = error
  if (keyword === 'required') return { message: 'is missing' }
  if (keyword === 'additionalProperties')
    return { message: 'is an unknown field', found: Object(data)[String(fieldOf(error))] }
  return { message: say(error), found: data }
}

function suggest(error: ErrorObject): string | undefined {
  return error.keyword === 'additionalProperties'
    ? suggestField(String(fieldOf(error)), Object.keys(Object(error.parentSchema).properties))
    : suggestValue(error)
}

const types: Record<string, string> = {
  string: 'text in quotes',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object'
}

// What each rule of a schema asks, in words.
const words: Record<string, (error: ErrorObject) => string> = {
  type: ({ params }) =>
    `must be ${[params.type]
      .flat()
      .map((type) => types[type] ?? type)
      .join(' or ')}`,
  minimum: ({ schema }) => `must not be below ${schema}`,
  maximum: ({ schema }) => `must not be above ${schema}`,
  minLength: () => 'must not be empty',
  maxLength: ({ schema }) => `must not be longer than ${schema} characters`,
  pattern: ({ params }) => patterns.get(params.pattern)?.must ?? `must match ${params.pattern}`,
  format: ({ schema }) =>
    schema === 'email'
      ? 'must be an e-mail address, such as name@business.example'
      : 'must be a link that a browser can open',
  minItems: countEntries,
  maxItems: countEntries,
  uniqueItems: ({ params }) => `must not repeat an entry: /${params.j} is the same as /${params.i}`
}
const say = (error: ErrorObject) => words[error.keyword]?.(error) ?? String(error.message)

function countEntries({ keyword, data, parentSchema }: ErrorObject): string {
  const { minItems, maxItems } = Object(parentSchema)
  const asked =
    minItems === maxItems
      ? `exactly ${minItems}`
      : keyword === 'minItems'
        ? `at least ${minItems}`
        : `at most ${maxItems}`
  return `must have ${asked} entries, and has ${Object(data).length}`
}

/** The field that was probably meant: the nearest name, at most a third of its letters away. */
function suggestField(name: string, fields: string[]): string | undefined {
  const [nearest] = fields
    .map((field) => ({ field, limit: Math.ceil(field.length / 3) }))
    // No name is nearer than the difference in length.
    .filter(({ field, limit }) => Math.abs(name.length - field.length) <= limit)
    .map(({ field, limit }) => ({ field, limit, distance: leven(name, field) }))
    .filter(({ distance, limit }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
  return nearest && `did you mean "${nearest.field}"?`
}

// No value that is meant is longer; a longer text is too much to search.
const maxMeant = 200

function suggestValue({ keyword, params, data }: ErrorObject): string | undefined {
  const text = String(typeof data === 'object' ? '' : data)
  if (text.length > maxMeant) return undefined
  if (keyword === 'type' && [params.type].flat().includes('integer')) {
    const amount = Number(text.replace(/[^\d.-]/g, '') || Number.NaN)
    return Number.isFinite(amount) ? `write ${Math.round(amount)}` : undefined
  }
  const meant = keyword === 'pattern' && patterns.get(params.pattern)?.suggest?.(text)
  return meant && new RegExp(params.pattern).test(meant) ? `did you mean "${meant}"?` : undefined
}
