import { fieldOf } from '../base/json-value.ts'
import { type Problem, pointerPart } from '../base/problem.ts'

export interface Selected {
  file: string
  pointer: string
  value: unknown
}

/** Returns the values at places, `file#pointer`; `*` in the pointer matches every entry of a list. */
export type Find = ReturnType<typeof createFind>

export function createFind(files: Record<string, unknown>) {
  const find = (...places: string[]) =>
    places.flatMap((place) => {
      const [file = '', pointer = ''] = place.split('#')
      return selectIn({ file, pointer: '', value: files[file] }, pointer)
    })
  return Object.assign(find, {
    texts: (...places: string[]) => selectTexts(find(...places)),
    numbers: (...places: string[]) => selectNumbers(find(...places))
  })
}

/** Returns the values at a pointer in a value, in which `*` matches every entry of a list. */
export const selectIn = (parent: Selected, pointer: string): Selected[] =>
  pointer
    .split('/')
    .slice(1)
    .reduce<Selected[]>((found, key) => found.flatMap((item) => selectPart(item, key)), [parent])

function selectPart({ file, pointer, value }: Selected, key: string): Selected[] {
  const parts =
    key !== '*' ? [[key, fieldOf(value, key)] as const] : Array.isArray(value) ? [...value.entries()] : []
  return parts.flatMap(([name, part]) =>
    part === undefined ? [] : { file, pointer: pointer + pointerPart(name), value: part }
  )
}

/** Returns a part of a value, also if it is missing. */
export const selectField = ({ file, pointer }: Selected, path: string, value: unknown): Selected => ({
  file,
  pointer: `${pointer}/${path}`,
  value
})

export const problemOf = ({ file, pointer, value }: Selected, message: string, hint?: string): Problem => ({
  file,
  pointer,
  message,
  found: value,
  ...(hint && { hint })
})

/** Returns a problem for each value about which a rule has a message, perhaps with a hint. */
export const report = <Item extends Selected>(
  items: Item[],
  rule: (item: Item) => [message: string, hint?: string | undefined] | false | undefined
): Problem[] =>
  items.flatMap((item) => {
    const [message, hint] = rule(item) || []
    return message === undefined ? [] : [problemOf(item, message, hint)]
  })

export const selectNumbers = (selected: Selected[]) =>
  selected.flatMap((item) => (typeof item.value === 'number' ? [{ ...item, value: item.value }] : []))

const selectTexts = (selected: Selected[]) =>
  selected.flatMap((item) => (typeof item.value === 'string' ? [{ ...item, value: item.value }] : []))
