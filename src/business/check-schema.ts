import type { TSchema } from '@sinclair/typebox'
import { Ajv, type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import leven from 'leven'
import { fileSchema } from './file-schema.ts'
import { type Finding, pointerPart } from './problem.ts'
import { patterns } from './values.ts'

/** The value, if it has the shape that a data file of this schema must have; otherwise every way in which not. */
export function checkSchema<T>(
  value: unknown,
  schema: TSchema & { static: T }
): { value: T } | { problems: Finding[] } {
  // One for each check: a validator keeps every schema that it has compiled, and with it each reload.
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
  const problems = (validate.errors ?? []).map(toFinding)
  // An empty text is too short and blank too: one line a place is enough.
  const places = problems.map(({ pointer }) => pointer)
  return { problems: problems.filter(({ pointer }, index) => places.indexOf(pointer) === index) }
}

function toFinding(error: ErrorObject): Finding {
  const { keyword, instancePath, params, parentSchema, data } = error
  if (keyword === 'required') {
    return { pointer: instancePath + pointerPart(params.missingProperty), message: 'is missing' }
  }
  if (keyword === 'additionalProperties') {
    const name = String(params.additionalProperty)
    const found: unknown = Object(data)[name]
    const hint = suggestField(name, Object.keys(Object(parentSchema).properties))
    return { pointer: instancePath + pointerPart(name), message: 'is an unknown field', found, ...hint }
  }
  const hint = suggestValue(error)
  return { pointer: instancePath, message: say(error), found: data, ...(hint && { hint }) }
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

function countEntries({ data, parentSchema }: ErrorObject): string {
  const { minItems, maxItems } = Object(parentSchema)
  const asked = minItems === maxItems ? `exactly ${minItems}` : `at least ${minItems}`
  return `must have ${asked} entries, and has ${Array.from(Object(data)).length}`
}

/** The field that was probably meant: the nearest name, at most a third of its letters away. */
function suggestField(name: string, known: string[]): { hint?: string } {
  const [nearest] = known
    .map((field) => ({ field, distance: leven(name, field) }))
    .filter(({ field, distance }) => distance <= Math.ceil(field.length / 3))
    .sort((a, b) => a.distance - b.distance)
  return nearest ? { hint: `did you mean "${nearest.field}"?` } : {}
}

function suggestValue({ keyword, params, data }: ErrorObject): string | undefined {
  if (keyword === 'type' && [params.type].flat().includes('integer')) {
    const amount = Number(String(data).replace(/[^\d.-]/g, '') || Number.NaN)
    return Number.isFinite(amount) ? `write ${Math.round(amount)}` : undefined
  }
  const meant = keyword === 'pattern' && patterns.get(params.pattern)?.suggest?.(String(data))
  return meant && new RegExp(params.pattern).test(meant) ? `did you mean "${meant}"?` : undefined
}
