import type { Static, TSchema } from '@sinclair/typebox'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { Difference } from '../compare/compare.ts'

export const expect = (holds: boolean, problem: string): string[] => (holds ? [] : [problem])

/** Returns the problems of all items, which are examined concurrently. */
export async function collect<Item>(
  items: Iterable<Item>,
  findProblems: (item: Item) => string[] | Promise<string[]>
): Promise<string[]> {
  return (await Promise.all(Array.from(items, findProblems))).flat()
}

// A hostile site may send names of megabytes.
const maxSentence = 1000

/** Returns the start of a problem as a sentence. A code token, such as a path or a file, keeps its first letter. */
export function toSentence(problem: string): string {
  const start = problem.length > maxSentence ? `${problem.slice(0, maxSentence)}…` : problem
  const text = start.replace(/^[a-z](?=[a-z]*(?:[\s,]|$))/, (letter) => letter.toUpperCase())
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

export interface NotApplicable {
  status: 'not applicable'
  reason: string
}

export const notApplicable = (reason: string): NotApplicable => ({
  status: 'not applicable',
  reason: toSentence(reason)
})

export const formatDifference = ({ surface, url, fact, problem, expected, found }: Difference): string =>
  toSentence(
    `${surface} at ${url} ${predicates[problem](fact)}. Expected ${expected}; found ${found || 'nothing'}`
  )

const predicates: Record<Difference['problem'], (fact: string) => string> = {
  missing: (fact) => `omits ${fact}`,
  different: (fact) => `states ${fact} differently`,
  stale: (fact) => `is an old copy without the current value of ${fact}`
}

export function summarize([first = '', ...others]: string[]): string {
  const sentence = toSentence(first)
  if (others.length === 0) return sentence
  return `${sentence} ${others.length === 1 ? 'There is 1 more problem.' : `There are ${others.length} more problems.`}`
}

const createAjv = (allErrors: boolean) => addFormats.default(new Ajv({ allErrors, strict: false }))
const ajv = createAjv(true)
// Each entry of a large document may have several problems, which would take gigabytes.
const ajvOfLarge = createAjv(false)
const maxSmallSize = 1_000_000

/** Parses JSON. Throws, with the name of its source, if it is not JSON or does not match the schema. */
export function parseJson<Schema extends TSchema>(
  source: string,
  text: string,
  schema: Schema
): Static<Schema> {
  const value = parse(source, text)
  const validator = text.length <= maxSmallSize ? ajv : ajvOfLarge
  const isMatch = validator.compile<Static<Schema>>(schema)
  if (isMatch(value)) return value
  const problems = validator
    .errorsText(isMatch.errors, { dataVar: `${source}#`, separator: '\n' })
    .split('\n')
  throw new Error(summarize(problems.map((problem) => problem.replace('# ', ' '))))
}

function parse(source: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${source} is not JSON`)
  }
}

/** Returns a predicate about the Content-Type of a response, such as `has the type "text/html"`. */
export const describeContentType = (type: string) =>
  type === '' ? 'has no Content-Type' : `has the type "${type}"`

export const describeError = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
