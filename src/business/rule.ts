import { type Problem, show } from './problem.ts'
import type { Selected } from './select.ts'

/** Returns the values at a place, as `select` does. */
export type Find = (place: string) => Selected[]

/** Returns a problem of a value. */
export const problemOf = ({ file, pointer, value }: Selected, message: string, hint?: string): Problem => ({
  file,
  pointer,
  message,
  found: value,
  ...(hint && { hint })
})

/** Returns the values that are numbers. */
export const numbers = (selected: Selected[]) =>
  selected.flatMap((item) => (typeof item.value === 'number' ? [{ ...item, value: item.value }] : []))

/** Returns the values that are texts. */
export const texts = (selected: Selected[]) =>
  selected.flatMap((item) => (typeof item.value === 'string' ? [{ ...item, value: item.value }] : []))

/** Returns the place of a value in a message. */
export const nameOf = ({ file, pointer }: Selected) => `${file}.json ${pointer}`

/** Returns a value in a message, without the quotation marks of a text. */
export const plain = (value: unknown) => show(value).replace(/^"|"$/g, '')
