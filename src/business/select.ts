import { pointerPart } from './problem.ts'
import { fieldOf } from './read-json.ts'

/** A value in a data file with its JSON pointer. */
export interface Selected {
  file: string
  pointer: string
  value: unknown
}

/** Returns the values at a place, `file#pointer`; `*` in the pointer matches every entry of a list. */
export function select(files: Record<string, unknown>, place: string): Selected[] {
  const [file = '', pattern = ''] = place.split('#')
  const keys = pattern.split('/').slice(1)
  return keys.reduce<Selected[]>(
    (found, key) => found.flatMap((parent) => (key === '*' ? entries(parent) : field(parent, key))),
    [{ file, pointer: '', value: files[file] }]
  )
}

const entries = ({ file, pointer, value }: Selected): Selected[] =>
  Array.isArray(value)
    ? value.map((entry, index) => ({ file, pointer: pointer + pointerPart(index), value: entry }))
    : []

function field({ file, pointer, value }: Selected, key: string): Selected[] {
  const found = fieldOf(value, key)
  return found === undefined ? [] : [{ file, pointer: pointer + pointerPart(key), value: found }]
}
