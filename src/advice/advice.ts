import type { ErrorObject } from 'ajv'
import { type JSONPath, visit } from 'jsonc-parser'
import { once } from '../base/cache.ts'
import { formats, type JsonSchema } from '../base/json-schema.ts'
import { fieldOf } from '../base/json-value.ts'
import { type Finding, maxProblems, type Problem, pointerOf, pointerPart } from '../base/problem.ts'
import { type Data, listExplained, suggest } from './hints.ts'
import { adviceFor, hintFor } from './pattern-hints.ts'

export { hintFor } from './pattern-hints.ts'

const loadAjv = once(async () => {
  const { Ajv } = await import('ajv')
  const options = { allErrors: true, verbose: true, allowUnionTypes: true, formats }
  // The schemas are our own.
  return new Ajv({ ...options, meta: false, validateSchema: false, code: { optimize: false } })
})

/** Finds the first problems of some files of data, and their number. `explained` has each `/file/pointer` that needs no other problem. */
export async function explainProblems<File extends { name: string; schema: JsonSchema; value: unknown }>(
  files: File[],
  all: File[],
  amounts: Data['amounts']
): Promise<{ problems: Problem[]; count: number; explained: Set<string> }> {
  const ajv = await loadAjv()
  const rootData = Object.fromEntries(all.map(({ name, value }) => [name, value]))
  const errors = files.flatMap(({ name, schema, value }) => {
    // Compiles a schema only once.
    const validate = ajv.compile(schema)
    const place = { instancePath: `/${name}`, parentData: rootData, parentDataProperty: name, rootData }
    return validate(value, { ...place, dynamicAnchors: {} }) ? [] : (validate.errors ?? [])
  })
  const properties = Object.fromEntries(all.map(({ name, schema }) => [name, schema]))
  const required = all.map(({ name }) => name)
  const data = { schema: { type: 'object', required, properties }, files: rootData, amounts }
  const explained = listExplained(errors, data)
  const problems: Problem[] = []
  let count = 0
  for (const error of errors) {
    const pointer = locationOf(error)
    // An empty text is both too short and blank: report one problem per pointer.
    if (explained.has(pointer)) continue
    explained.add(pointer)
    count += 1
    if (count > maxProblems) continue
    const hint = suggest(error, data)
    const [, file = ''] = pointer.split('/')
    problems.push({
      file,
      pointer: pointer.slice(file.length + 1),
      ...describe(error),
      ...(hint && { hint })
    })
  }
  return { problems, count, explained }
}

const nameOf = ({ params }: ErrorObject): string | undefined =>
  params.missingProperty ?? params.additionalProperty

function locationOf(error: ErrorObject): string {
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
  return { message, found: keyword === 'minItems' || keyword === 'maxItems' ? [data].flat().length : data }
}

const types: Record<string, string> = {
  string: 'text in quotes',
  integer: 'a whole number',
  number: 'a number',
  null: 'null',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object'
}

const messages: Record<string, (error: ErrorObject) => string> = {
  type: ({ params }) => `must be ${Array.from([params.type].flat(), (type) => types[type]).join(' or ')}`,
  minimum: ({ schema }) => `must be at least ${schema}`,
  maximum: ({ schema }) => `must be at most ${schema}`,
  minLength: () => 'must not be empty',
  maxLength: ({ schema }) => `must have at most ${schema} characters`,
  pattern: ({ params }) => adviceFor(params.pattern).must,
  enum: ({ params }) =>
    `must be one of ${Array.from(params.allowedValues, (choice) => JSON.stringify(choice)).join(', ')}`,
  format: ({ params }) => formatMessages[params.format] ?? 'must be a link that a browser can open',
  minItems: (error) => limitEntries(error, 'at least'),
  maxItems: (error) => limitEntries(error, 'at most'),
  uniqueItems: ({ params }) => `must not have the same entry twice, as /${params.i} and /${params.j}`
}

const formatMessages: Record<string, string> = {
  'idn-email': 'must be an email address, such as name@business.example',
  date: 'is not a date in the calendar'
}

function limitEntries({ schema, parentSchema }: ErrorObject, limit: string): string {
  const isExact = parentSchema?.minItems === parentSchema?.maxItems
  return `must have ${isExact ? 'exactly' : limit} ${schema} ${schema === 1 ? 'entry' : 'entries'}`
}

/** Returns a sentence, or undefined for an unusual mistake; `before` has no white space at its end. */
export function suggestSyntax(reason: string, before: string, after: string): string | undefined {
  const text = `${reason}: ${before.slice(-40)}\0${after.slice(0, 200)}`
  return mistakes.find(([pattern]) => pattern.test(text))?.[1]
}

// In the order to try. The text has the reason first, and \0 where the parser stopped.
const mistakes: [pattern: RegExp, hint: string][] = [
  [/\0\0.\0/s, 'Save the file with the encoding UTF-8.'],
  [/\0(\/[/*]|#)/, 'JSON has no comments: delete it.'],
  [/\0['`\u2018-\u201f«»\u05f3\u05f4]/, 'Use straight double quotes: ".'],
  [/\0(<{7}|={7}|>{7})/, 'Delete the marks of git, and one of the two versions between them.'],
  [/^[a-z ]+: \0[^{[\s\p{C}]/u, 'Begin the file with {, and end it with }.'],
  [/\0[;，、،؛]/, 'Write , in its place.'],
  [/\0(\.{3}|…)/, 'Delete it.'],
  [/,\0[}\]]/, 'Delete the comma before it.'],
  [/,\0,/, 'Delete one of the two commas.'],
  [/(?:itude|percent)"\s*:\s*-?\d+,\0\d/, 'Write a decimal point, such as 8.25.'],
  [/\d,\0\d{1,2}(?!\d)/, 'Write a decimal point, and an amount in quotes, such as "42.50".'],
  [/\d,\0\d/, 'Write a number without a thousands separator, such as 1250.'],
  [/\0\+|\d\0[:-]?\d/, 'Put a phone number, a time or a date in quotes.'],
  [/\0(\.\d|\d+\.(?!\d))/, 'Write a digit before and after the decimal point.'],
  [/\0\p{Sc}|\d\0[%\p{L}\p{Sc}]/u, 'Write only the number, or put the text in quotes.'],
  [/\0(true|false)\b/i, 'Write true or false, in small letters.'],
  [/\0(none|null|nan|undefined|nil|-?infinity)\b/i, 'Omit the field.'],
  [/^unexpected end of string/, 'Close the text with " on the same line; write \\n for a line break.'],
  [/^invalid escape character/, 'Write \\\\ for a backslash.'],
  [/^invalid character/, 'Write \\t for a tab.'],
  [/,\s*"\0[\w$]+"\s*:/, 'Close the text before it with ".'],
  [/"\0[=：]/, 'Write a colon between the name and the value.'],
  [/\p{sc=Hebrew}"\0\p{sc=Hebrew}/u, 'Write ״ for gershayim, or \\" for a quotation mark inside a text.'],
  [/"\0\p{L}/u, 'Write \\" for a quotation mark inside a text.'],
  [/\0[\p{L}_$]/u, 'Put names and texts in double quotes.'],
  [/\0(?!\d)\p{N}/u, 'Write the number in the digits 0 to 9.'],
  [/\0(?![\n\r\t ])[\s\p{C}]/u, 'Delete this invisible character.'],
  [/:\0[},\]]/, 'Write a value after the colon, or delete the field.'],
  [/^colon expected/, 'Write a colon between the name and the value.'],
  [/^comma expected.*\0\}/s, 'Close the list before it with ].'],
  [/^comma expected.*\0\]/s, 'Close the object before it with }.'],
  [/^comma expected/, 'Write a comma before it.'],
  [/^close brace expected/, 'Close the object with }.'],
  [/^close bracket expected/, 'Close the list with ].'],
  [/\0[}\]]/, 'Delete it: no bracket before it is open.'],
  [/^end of file expected/, 'Write one object: { before its first field and } after its last.'],
  [/\0$/, 'The file ends here: write the rest, or close what is open.']
]

/** Returns findings with their hints, and the line and column of their values, or else of the nearest enclosing ones. */
export function locate<T extends Finding>(text: string, findings: T[]): T[] {
  const wanted = new Set(findings.flatMap(({ pointer }) => withParents(pointer)))
  const positions = new Map<string, { line: number; column: number }>()
  const note = (_offset: number, _length: number, line: number, column: number, path: () => JSONPath) => {
    const pointer = pointerOf(path())
    if (wanted.has(pointer)) positions.set(pointer, { line: line + 1, column: column + 1 })
  }
  visit(text, {
    onObjectBegin: note,
    onArrayBegin: note,
    onLiteralValue: (_value, ...place) => note(...place)
  })
  const positionOf = (pointer: string) =>
    positions.get(withParents(pointer).find((outer) => positions.has(outer)) ?? '')
  return findings.map((finding) => {
    const { pointer, pattern, found } = finding
    const hint = pattern && hintFor(pattern, String(found))
    // A finding of the parser has its position already.
    return { ...positionOf(pointer), ...(hint && { hint }), ...finding }
  })
}

/** Returns a JSON pointer and the pointers of the enclosing values, from the inside out. */
function withParents(pointer: string): string[] {
  const parts = pointer.split('/')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
}
