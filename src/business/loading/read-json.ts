import { type JSONPath, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'
import { suggestSyntax } from '../hints/syntax-hints.ts'
import { maxDepth, maxFieldLength, maxValues } from '../limits.ts'
import { type Finding, Findings, pointerPart } from '../problem.ts'

/** Line and column, from 1. */
interface Position {
  line: number
  column: number
}

/** Reads strict JSON (RFC 8259) within the limits, in which no object has two fields with the same name. */
export function readJson(text: string): { value: unknown } | { findings: Findings } {
  const findings = inspect(text)
  return findings.count > 0 ? { findings } : { value: JSON.parse(text) }
}

const empty: Finding = {
  pointer: '',
  message: 'is empty',
  hint: 'Write the JSON object that its schema describes.'
}

const tooDeep: Finding = { pointer: '', message: `is nested too deeply, over ${maxDepth} levels` }

const tooMany = (values: number): Finding => ({
  pointer: '',
  message: `must have at most ${maxValues} values`,
  found: values
})

/** Returns only the first syntax error, because later ones follow from it; else a limit; else the bad field names. */
function inspect(text: string): Findings {
  if (text.trim() === '') return new Findings(empty)
  let syntax: Finding | undefined
  const fields = new Findings()
  // The field names of each enclosing object so far; an empty set for an array.
  const enclosing: Set<string>[] = []
  let depth = 0
  let values = 0
  const enter = () => {
    values += 1
    depth = Math.max(depth, enclosing.push(new Set()))
  }
  const leave = () => {
    enclosing.pop()
  }
  try {
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
          const names = enclosing.at(-1)
          const make = name.length > maxFieldLength ? longName : names?.has(name) ? duplicate : undefined
          if (make) fields.add({ ...make(name, path()), line: line + 1, column: column + 1 })
          names?.add(name)
        }
      },
      { disallowComments: true }
    )
  } catch {
    // The parser recurses once per level.
    return new Findings(tooDeep)
  }
  if (syntax) return new Findings(syntax)
  if (depth > maxDepth) return new Findings(tooDeep)
  return values > maxValues ? new Findings(tooMany(values)) : fields
}

const pointerOf = (path: JSONPath) => path.map(pointerPart).join('')

// JSON.parse silently drops all but the last of two fields with the same name.
const duplicate = (name: string, parent: JSONPath): Finding => ({
  pointer: pointerOf([...parent, name]),
  message: 'is a duplicate field',
  hint: 'Delete one of the two.'
})

const longName = (name: string, parent: JSONPath): Finding => ({
  pointer: pointerOf(parent),
  message: `must not have a field name longer than ${maxFieldLength} characters`,
  found: name
})

function syntaxError(
  text: string,
  error: ParseErrorCode,
  offset: number,
  { line, column }: Position
): Finding {
  const reason = printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  const found = text.slice(offset, offset + 40).split('\n', 1)[0]
  const before = text.slice(Math.max(0, offset - 1000), offset).trimEnd()
  const hint = suggestSyntax({ reason, before, after: text.slice(offset, offset + 1000) })
  return {
    pointer: '',
    message: `is not JSON (${reason})`,
    ...(found && { found }),
    ...(hint && { hint }),
    line: line + 1,
    column: column + 1
  }
}

/** Returns findings with the line and column of their values, or else of the nearest enclosing ones, in one pass. */
export function locate<T extends Finding>(text: string, findings: T[]): T[] {
  const wanted = new Set(findings.flatMap(({ pointer }) => withParents(pointer)))
  const positions = new Map<string, Position>()
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
  // A finding of the parser has its position already.
  return findings.map((finding) => ({ ...positionOf(finding.pointer), ...finding }))
}

/** Returns a JSON pointer and those of the enclosing values, from the inside out. */
function withParents(pointer: string): string[] {
  const parts = pointer.split('/')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
}
