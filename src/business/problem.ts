import { maxProblems } from './limits.ts'

/** A problem in a data file. */
export interface Finding {
  /** JSON pointer (RFC 6901); empty for the whole file. */
  pointer: string
  message: string
  /** The value that is wrong. */
  found?: unknown
  /** How to correct it, as a sentence. */
  hint?: string
  /** From 1, if known. */
  line?: number
  column?: number
}

/** A finding with its file. */
export interface Problem extends Finding {
  file: string
}

/** The first findings, and the number of all. */
export class Findings {
  readonly first: Finding[] = []
  count = 0

  constructor(...findings: Finding[]) {
    for (const finding of findings) this.add(finding)
  }

  add(finding: Finding): void {
    this.count += 1
    if (this.count <= maxProblems) this.first.push(finding)
  }
}

/** Returns a field name or an array index as one part of a JSON pointer (RFC 6901, section 3). */
export const pointerPart = (key: string | number) =>
  `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu

/** Returns the code point of a character in hexadecimal. */
export const codePoint = (character: string) => Number(character.codePointAt(0)).toString(16)

const escapeCharacter = (character: string) =>
  character === ' ' ? character : `\\u{${codePoint(character)}}`

const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 3)}...` : text

const toLine = (text: string, length: number) => cut(text, length).replace(invisible, escapeCharacter)

/** Returns a value as one short line of JSON without invisible characters. */
export const show = (value: unknown): string => toLine(JSON.stringify(value), 80)

const maxPointer = 400

/** Returns a problem as one line: `file:line:column pointer: message, got value. Hint` */
export function formatProblem({ file, pointer, message, found, hint, line, column }: Problem): string {
  const place = line === undefined ? file : `${file}:${line}:${column}`
  const where = pointer && ` ${toLine(pointer, maxPointer)}`
  const got = found === undefined ? '' : `, got ${show(found)}`
  return `${place}${where}: ${message}${got}${hint ? `. ${hint}` : ''}`
}

/** Returns a function that passes on each message only once. */
export function warnOnce(warn: (message: string) => void): (message: string) => void {
  const warned = new Set<string>()
  return (message) => {
    if (!warned.has(message)) warn(message)
    warned.add(message)
  }
}
