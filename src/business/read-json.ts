import { type JSONPath, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'
import { maxDepth, maxFieldLength, maxProblems, maxValues } from './limits.ts'
import { type Finding, pointerPart } from './problem.ts'

/** Line and column, from 1. */
export interface Place {
  line: number
  column: number
}

export interface Json {
  /** Undefined if there are problems. */
  value?: unknown
  /** The first ones; `count` has the number of all. */
  problems: Finding[]
  count: number
}

const refuse = (problem: Finding): Json => ({ problems: [problem], count: 1 })

/** Reads strict JSON (RFC 8259) within the limits, in which no object has two fields of one name. */
export function readJson(text: string): Json {
  if (text.trim() === '') return refuse(empty)
  try {
    const { syntax, depth, values, problems, count } = inspect(text)
    if (syntax) return refuse(syntax)
    if (depth > maxDepth) return refuse(tooDeep)
    if (values > maxValues) return refuse(tooMany(values))
    if (count > 0) return { problems, count }
  } catch {
    // The parser itself descends one call a level.
    return refuse(tooDeep)
  }
  return { value: JSON.parse(text), problems: [], count: 0 }
}

const empty: Finding = {
  pointer: '',
  message: 'is empty',
  hint: 'write the JSON object that its schema describes'
}

const tooDeep: Finding = { pointer: '', message: 'is nested too deeply' }

const tooMany = (values: number): Finding => ({
  pointer: '',
  message: `must have at most ${maxValues} values, and has ${values}`
})

/** The first error of syntax, since those after it follow from it; bad names of fields; the extent of the text. */
function inspect(text: string) {
  let syntax: Finding | undefined
  const problems: Finding[] = []
  let count = 0
  // The names that each object around has so far; those of an array stay empty.
  const around: Set<string>[] = []
  let depth = 0
  let values = 0
  const enter = () => {
    values += 1
    depth = Math.max(depth, around.push(new Set()))
  }
  const leave = () => {
    around.pop()
  }
  visit(
    text,
    {
      onError: (error, offset, _length, line, column) => {
        syntax ??= syntaxError(text, error, offset, { line, column })
      },
      onObjectBegin: enter,
      onArrayBegin: enter,
      onObjectEnd: leave,
      onArrayEnd: leave,
      onLiteralValue: () => {
        values += 1
      },
      onObjectProperty: (name, _offset, _length, line, column, path) => {
        const known = around.at(-1)
        const problem =
          name.length > maxFieldLength
            ? tooLong(name, path())
            : known?.has(name)
              ? repeated(name, path())
              : undefined
        if (problem) count += 1
        if (problem && count <= maxProblems) problems.push({ ...problem, line: line + 1, column: column + 1 })
        known?.add(name)
      }
    },
    { disallowComments: true }
  )
  return { syntax, depth, values, problems, count }
}

const pointerOf = (path: JSONPath) => path.map(pointerPart).join('')

// JSON.parse keeps the last of two fields of one name and loses the first without a word.
const repeated = (name: string, parent: JSONPath): Finding => ({
  pointer: pointerOf([...parent, name]),
  message: 'stands twice in the same object',
  hint: 'delete one of them'
})

const tooLong = (name: string, parent: JSONPath): Finding => ({
  pointer: pointerOf(parent),
  message: `must not have a field whose name is longer than ${maxFieldLength} characters`,
  found: name
})

function syntaxError(text: string, error: ParseErrorCode, offset: number, { line, column }: Place): Finding {
  const what = printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  const found = text.slice(offset, offset + 40).split('\n', 1)[0]
  return {
    pointer: '',
    message: `is not JSON (${what})`,
    ...(found && { found }),
    line: line + 1,
    column: column + 1
  }
}

/** Where the value of each JSON pointer begins, or the nearest value around it; all in one pass over the text. */
export function locate(text: string, pointers: string[]): Map<string, Place> {
  const wanted = new Set(pointers.flatMap(around))
  const begins = new Map<string, Place>()
  const note = (_offset: number, _length: number, line: number, column: number, path: () => JSONPath) => {
    const pointer = pointerOf(path())
    if (wanted.has(pointer)) begins.set(pointer, { line: line + 1, column: column + 1 })
  }
  visit(text, {
    onObjectBegin: note,
    onArrayBegin: note,
    onLiteralValue: (_value, ...place) => note(...place)
  })
  return new Map(
    pointers.flatMap((pointer) => {
      const nearest = around(pointer).find((outer) => begins.has(outer))
      const place = nearest === undefined ? undefined : begins.get(nearest)
      return place ? [[pointer, place]] : []
    })
  )
}

/** A JSON pointer and those of the values around it, from the inside out. */
function around(pointer: string): string[] {
  const parts = pointer.split('/')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
}
