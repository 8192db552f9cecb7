import type { TSchema } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

const ajv = addFormats.default(new Ajv({ allErrors: true, strict: false }))

/** What is wrong with a value by a schema, each with its place. */
export function problemsOf(schema: TSchema, value: unknown): string[] {
  const isRight = ajv.compile(schema)
  if (isRight(value)) return []
  return ajv.errorsText(isRight.errors, { dataVar: 'it', separator: '\n' }).split('\n')
}
