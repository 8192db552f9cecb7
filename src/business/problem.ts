/** Something wrong in a data file: where, what, what was found there and what to do about it. */
export interface Finding {
  /** JSON pointer (RFC 6901); empty for the whole file. */
  pointer: string
  message: string
  found?: unknown
  hint?: string
  /** From 1, where known. */
  line?: number
  column?: number
}

/** A finding with the file that it is in. */
export interface Problem extends Finding {
  file: string
}

/** A property name or an array index as one part of a JSON pointer (RFC 6901, section 3). */
export const pointerPart = (key: string | number) =>
  `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu
/** The code point of a character in hexadecimal. */
export const codePoint = (character: string) => Number(character.codePointAt(0)).toString(16)

const spell = (character: string) => (character === ' ' ? character : `\\u{${codePoint(character)}}`)

const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 3)}...` : text

/** A text as one line of at most `length` characters, in which nothing is invisible. */
const inLine = (text: string, length: number) => cut(text, length).replace(invisible, spell)

/** A value as one short line in which nothing is invisible. */
export const show = (value: unknown): string => inLine(JSON.stringify(value), 80)

const maxPointer = 400

/** One line: file:line:column pointer: message; found …; hint. */
export function formatProblem({ file, pointer, message, found, hint, line, column }: Problem): string {
  const place = line === undefined ? file : `${file}:${line}:${column}`
  return [
    `${place}${pointer && ` ${inLine(pointer, maxPointer)}`}: ${message}`,
    ...(found === undefined ? [] : [`found ${show(found)}`]),
    ...(hint === undefined ? [] : [hint])
  ].join('; ')
}
