import { type JSONPath, visit } from 'jsonc-parser'
import type { Mismatch } from '../base/json-schema.ts'
import { type Finding, maxProblems, type Problem, pointerOf } from '../base/problem.ts'
import { type Data, listExplained, suggest } from './hints.ts'
import { adviceFor, hintFor } from './pattern-hints.ts'

export { hintFor } from './pattern-hints.ts'

/** Describes the first mismatches of files of data, and counts them. `explained` has each `/file/pointer` that needs no other problem. */
export function explainProblems(
  mismatches: Mismatch[],
  data: Data
): { problems: Problem[]; count: number; explained: Set<string> } {
  const explained = listExplained(mismatches, data)
  const problems: Problem[] = []
  let count = 0
  for (const mismatch of mismatches) {
    const [file = '', ...path] = mismatch.path
    const pointer = pointerOf(mismatch.path)
    // An empty text is both too short and blank: report one problem per pointer.
    if (explained.has(pointer)) continue
    explained.add(pointer)
    count += 1
    if (count > maxProblems) continue
    const hint = suggest(mismatch, data)
    problems.push({ file, pointer: pointerOf(path), ...describe(mismatch), ...(hint && { hint }) })
  }
  return { problems, count, explained }
}

function describe({ keyword, schema, value }: Mismatch): Omit<Finding, 'pointer'> {
  const message = messages[keyword]?.(schema, value) ?? 'does not match its schema'
  return { message, found: keyword === 'minItems' || keyword === 'maxItems' ? [value].flat().length : value }
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

const messages: Record<string, (schema: Mismatch['schema'], value: unknown) => string> = {
  required: () => 'is missing',
  additionalProperties: () => 'is an unknown field',
  type: ({ type }) => `must be ${Array.from([type].flat(), (one) => types[one]).join(' or ')}`,
  minimum: ({ minimum }) => `must be at least ${minimum}`,
  maximum: ({ maximum }) => `must be at most ${maximum}`,
  minLength: () => 'must not be empty',
  maxLength: ({ maxLength }) => `must have at most ${maxLength} characters`,
  pattern: ({ pattern }) => adviceFor(pattern).must,
  enum: ({ enum: choices }) =>
    `must be one of ${Array.from(choices, (choice) => JSON.stringify(choice)).join(', ')}`,
  format: ({ format }) => formatMessages[format] ?? 'must be a link that a browser can open',
  minItems: (schema) => limitEntries(schema, schema.minItems, 'at least'),
  maxItems: (schema) => limitEntries(schema, schema.maxItems, 'at most'),
  uniqueItems: (_, value) => describeRepeated([value].flat())
}

const formatMessages: Record<string, string> = {
  'idn-email': 'must be an email address, such as name@business.example',
  date: 'is not a date in the calendar'
}

const limitEntries = ({ minItems, maxItems }: Mismatch['schema'], count: number, limit: string) =>
  `must have ${minItems === maxItems ? 'exactly' : limit} ${count} ${count === 1 ? 'entry' : 'entries'}`

function describeRepeated(list: unknown[]): string {
  const first = list.findLastIndex((entry, index) => list.includes(entry, index + 1))
  return `must not have the same entry twice, as /${first} and /${list.indexOf(list[first], first + 1)}`
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
