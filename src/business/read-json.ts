import { readFile } from 'node:fs/promises'
import {
  findNodeAtLocation,
  type Node,
  type ParseErrorCode,
  parseTree,
  printParseErrorCode,
  visit
} from 'jsonc-parser'
import { type Finding, pointerPart } from './problem.ts'

export interface JsonFile {
  /** Undefined where there are problems. */
  value?: unknown
  problems: Finding[]
  /** Line and column, from 1, of what a JSON pointer names, or of the nearest thing around it. */
  locate: (pointer: string) => { line?: number; column?: number }
}

/** Reads a file of strict JSON in UTF-8 (RFC 8259), in which no object has two fields of one name. */
export async function readJson(path: string): Promise<JsonFile> {
  const refuse = (...problems: Finding[]): JsonFile => ({ problems, locate: () => ({}) })
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    return refuse(unreadable(error))
  }
  if (text.trim() === '') {
    return refuse({
      pointer: '',
      message: 'is empty',
      hint: 'write the JSON object that its schema describes'
    })
  }
  try {
    const { problems, depth } = inspect(text)
    if (problems.length > 0) return refuse(...problems)
    if (depth > deepest) return refuse(tooDeep)
  } catch {
    // The parser itself descends one call a level.
    return refuse(tooDeep)
  }
  let tree: Node | undefined
  return {
    value: JSON.parse(text),
    problems: [],
    locate: (pointer) => {
      tree ??= parseTree(text)
      return position(text, offsetOf(tree, pointer))
    }
  }
}

// Far more than a data file needs, and far less than what checks it, one call a level, can take.
const deepest = 100
const tooDeep: Finding = { pointer: '', message: 'is nested too deeply' }

function unreadable(error: unknown): Finding {
  const { code } = Object(error)
  if (code === 'ENOENT') {
    return {
      pointer: '',
      message: 'is missing',
      hint: 'create it, or set DATA_DIR to the folder that holds it'
    }
  }
  return code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    ? { pointer: '', message: 'is not UTF-8', hint: 'save it with the encoding UTF-8' }
    : {
        pointer: '',
        message: `cannot be read (${code})`,
        hint: 'check that it is a file that the server may read'
      }
}

/** The first error of syntax, since those after it follow from it; fields that stand twice; how deep the text goes. */
function inspect(text: string): { problems: Finding[]; depth: number } {
  const syntax: Finding[] = []
  const repeated: Finding[] = []
  // The names that each object around has so far; those of an array stay empty.
  const around: Set<string>[] = []
  let depth = 0
  const enter = () => {
    depth = Math.max(depth, around.push(new Set()))
  }
  const leave = () => {
    around.pop()
  }
  visit(
    text,
    {
      onError: (error, offset) => {
        if (syntax.length === 0) syntax.push(syntaxError(text, error, offset))
      },
      onObjectBegin: enter,
      onArrayBegin: enter,
      onObjectEnd: leave,
      onArrayEnd: leave,
      // JSON.parse keeps the last of two fields of one name and loses the first without a word.
      onObjectProperty: (name, _offset, _length, line, column, path) => {
        const names = around.at(-1)
        if (names?.has(name)) {
          const pointer = [...path(), name].map(pointerPart).join('')
          const message = 'stands twice in the same object'
          repeated.push({ pointer, message, hint: 'delete one of them', line: line + 1, column: column + 1 })
        }
        names?.add(name)
      }
    },
    { disallowComments: true }
  )
  return { problems: [...syntax, ...repeated], depth }
}

function syntaxError(text: string, error: ParseErrorCode, offset: number): Finding {
  const what = printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  const found = text.slice(offset, offset + 40).split('\n', 1)[0]
  return { pointer: '', message: `is not JSON (${what})`, ...(found && { found }), ...position(text, offset) }
}

/** Where the value of a pointer begins, or the nearest thing around it that is there. */
function offsetOf(tree: Node | undefined, pointer: string): number {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key))
  const around = keys.map((_, index) => keys.slice(0, keys.length - index))
  const node = [...around, []].map((path) => tree && findNodeAtLocation(tree, path)).find(Boolean)
  return Number(node?.offset)
}

const position = (text: string, offset: number) => ({
  line: text.slice(0, offset).split('\n').length,
  column: offset - text.lastIndexOf('\n', offset - 1)
})
