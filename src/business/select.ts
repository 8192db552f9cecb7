import { pointerPart } from './problem.ts'

/** A value in a data file with its JSON pointer. */
export interface Selected {
  file: string
  pointer: string
  value: unknown
}

/** All values that a JSON pointer names in a document of any shape; `*` stands for every entry of a list. */
export function select(file: string, document: unknown, pattern: string): Selected[] {
  const keys = pattern.split('/').slice(1)
  return keys.reduce<Selected[]>(
    (found, key) => found.flatMap((parent) => (key === '*' ? entries(parent) : field(parent, key))),
    [{ file, pointer: '', value: document }]
  )
}

const entries = ({ file, pointer, value }: Selected): Selected[] =>
  Array.isArray(value)
    ? value.map((entry, index) => ({ file, pointer: pointer + pointerPart(index), value: entry }))
    : []

function field({ file, pointer, value }: Selected, key: string): Selected[] {
  const found: unknown = Object.hasOwn(Object(value), key) ? Object(value)[key] : undefined
  return found === undefined ? [] : [{ file, pointer: pointer + pointerPart(key), value: found }]
}
