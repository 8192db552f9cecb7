import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const Text = Type.String({ minLength: 1 })

const Question = Type.Object(
  {
    id: Text,
    question: Text,
    /** The answer in words, for people and models. */
    answer: Text,
    /** The facts that the answer follows from: values by `file#pointer`. Null: the file does not have the field. */
    facts: Type.Record(Type.String(), Type.Unknown()),
    /** A price, hours of a day, a text, whether prices include tax, or a fact that the business does not state. */
    kind: Type.Union([
      Type.Literal('price'),
      Type.Literal('hours'),
      Type.Literal('text'),
      Type.Literal('tax'),
      Type.Literal('unstated')
    ]),
    /** The words before the answer: a service, a day, a question. */
    label: Type.Optional(Text),
    /** The name of a day or of special hours in JSON. */
    day: Type.Optional(Text),
    /** The location, if the business has several and this is not the first. */
    section: Type.Optional(Text),
    /** The right values. Amounts: all of them, such as `16.5` and `32`. Texts and hours: one of them is enough. */
    accept: Type.Array(Type.Union([Text, Type.Number(), Type.Boolean()])),
    /** Patterns that show another answer. */
    reject: Type.Optional(Type.Array(Text)),
    pages: Type.Array(Text, { minItems: 1 }),
    /** The path of the operation of the API that has the answer. */
    operation: Text
  },
  { additionalProperties: false }
)
export type Question = Static<typeof Question>

const QuestionFile = Type.Object({ sections: Type.Array(Text), questions: Type.Array(Question) })
type QuestionFile = Static<typeof QuestionFile>

/** Reads the questions about a business of `shipped`. Throws if the file does not match the schema. */
export function readQuestions(name: string): QuestionFile {
  const value: unknown = JSON.parse(readFileSync(join('bench/facts', `${name}.json`), 'utf8'))
  return Value.Parse(QuestionFile, value)
}
