import type { TSchema } from '@sinclair/typebox'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { findRenamed } from '../hints/field-hints.ts'
import { suggest } from '../hints/hints.ts'
import { fieldOf } from '../json-value.ts'
import { maxProblems } from '../limits.ts'
import { type Finding, pointerPart } from '../problem.ts'
import { fileSchema, type JsonSchema } from '../schemas/file-schema.ts'
import { patterns } from '../schemas/patterns.ts'

/** Compiles the schema of data files, in the form that a file must have. The result takes 5 MB. */
export function compileSchema(schema: TSchema): { schema: JsonSchema; validate: ValidateFunction } {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    // The schemas are our own: checking them and optimizing their code would take a third of a start.
    meta: false,
    validateSchema: false,
    code: { optimize: false }
  })
  addFormats.default(ajv, ['email', 'date'])
  // Rejects links that a pattern cannot, such as one with an impossible host or port.
  ajv.addFormat('uri-reference', (link) => URL.canParse(link, 'https://business.example'))
  const ofFile = fileSchema(schema)
  return { schema: ofFile, validate: ajv.compile(ofFile) }
}

/** Returns the value if a data file of this schema may have it, or else every problem. */
export function checkSchema<T>(
  value: unknown,
  schema: TSchema & { static: T },
  compile = compileSchema
): { value: T } | { problems: Iterable<Finding> } {
  const { schema: ofFile, validate } = compile(schema)
  const isMatch = (content: unknown): content is T => validate(content)
  if (isMatch(value)) return { value }
  /* c8 ignore next: there are errors if the value is not valid */
  return { problems: findProblems(validate.errors ?? [], ofFile) }
}

function* findProblems(errors: ErrorObject[], schema: JsonSchema): Generator<Finding> {
  // An empty text is both too short and blank: report one problem per pointer.
  const pointers = new Set<string>()
  const renamed = listRenamed(errors)
  for (const error of errors) {
    const pointer = pointerOf(error)
    if (pointers.has(pointer) || (error.keyword === 'required' && renamed.has(pointer))) continue
    pointers.add(pointer)
    // Looking for a hint costs more than the rest; problems that are not listed need none.
    const hint = pointers.size <= maxProblems ? suggest(error, schema) : undefined
    yield { pointer, ...describe(error), ...(hint && { hint }) }
  }
}

/** Returns the pointers of the fields that are there under another name, so they are not missing too. */
function listRenamed(errors: ErrorObject[]): Set<string> {
  const unknown = errors.filter(({ keyword }) => keyword === 'additionalProperties').slice(0, maxProblems)
  return new Set(
    unknown.flatMap(({ instancePath, params, parentSchema }) => {
      const field = findRenamed(params.additionalProperty, Object.keys(parentSchema?.properties))
      return field === undefined ? [] : instancePath + pointerPart(field)
    })
  )
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

const types: Record<string, string> = {
  string: 'text in quotes',
  integer: 'a whole number',
  number: 'a number',
  null: 'null',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object'
}

const typesOf = ({ params }: ErrorObject): string[] => [params.type].flat()

const messages: Record<string, (error: ErrorObject) => string> = {
  type: (error) =>
    `must be ${typesOf(error)
      .map((type) => types[type])
      .join(' or ')}`,
  minimum: ({ schema }) => `must be at least ${schema}`,
  maximum: ({ schema }) => `must be at most ${schema}`,
  minLength: () => 'must not be empty',
  maxLength: ({ schema }) => `must have at most ${schema} characters`,
  pattern: ({ params }) => patterns.get(params.pattern)?.must ?? `must match ${params.pattern}`,
  enum: ({ params }) =>
    `must be one of ${[params.allowedValues]
      .flat()
      .map((choice) => JSON.stringify(choice))
      .join(', ')}`,
  format: ({ params }) => formats[params.format] ?? 'must be a link that a browser can open',
  minItems: (error) => limitEntries(error, 'at least'),
  maxItems: (error) => limitEntries(error, 'at most'),
  uniqueItems: ({ params }) => `must not have the same entry twice, as /${params.i} and /${params.j}`
}

const formats: Record<string, string> = {
  email: 'must be an email address, such as name@business.example',
  date: 'is not a date in the calendar'
}

function limitEntries({ schema, parentSchema }: ErrorObject, limit: string): string {
  const isExact = parentSchema?.minItems === parentSchema?.maxItems
  return `must have ${isExact ? 'exactly' : limit} ${schema} ${schema === 1 ? 'entry' : 'entries'}`
}
