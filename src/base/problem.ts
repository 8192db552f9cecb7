import { listFirst } from './text.ts'

export interface Finding {
  /** JSON pointer (RFC 6901); empty for the whole file. */
  pointer: string
  message: string
  found?: unknown
  /** How to correct it, as a sentence. */
  hint?: string
  /** A pattern that the value must match, from which the hint is made when the problem is listed. */
  pattern?: string
  /** From 1, if known. */
  line?: number
  column?: number
}

/** A problem of a data file, which is named without `.json`. */
export interface Problem extends Finding {
  file: string
}

/** A mistake in the files or the settings. Each line has a place, a problem and often a hint. */
export class InputError extends Error {
  readonly lines: string[]

  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** Problems that are located and listed; further ones are only counted. */
export const maxProblems = 100

/** Returns a field name or an array index as one part of a JSON pointer (RFC 6901, section 3). */
export const pointerPart = (key: string | number) =>
  `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

export const pointerOf = (path: (string | number)[]): string => path.map(pointerPart).join('')

const invisible = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu

const toLine = (text: string, length: number) =>
  (text.length > length ? `${text.slice(0, length - 3)}...` : text).replace(
    invisible,
    (character) => `\\u{${Number(character.codePointAt(0)).toString(16)}}`
  )

export const show = (value: unknown): string => toLine(JSON.stringify(value), 80)

export const showUnquoted = (value: unknown) => show(value).replace(/^"|"$/g, '')

export const showSource = (text: string): string => `\`${toLine(text, 80)}\``

const maxPointer = 400

/** Returns a finding in a file as one line: `path:line:column pointer: message, got value. Hint` */
export function formatFinding(
  path: string,
  { pointer, message, found, hint, line, column }: Finding
): string {
  const place = line === undefined ? path : `${path}:${line}:${column}`
  const where = pointer && ` ${toLine(pointer, maxPointer)}`
  const got = found === undefined ? '' : `, got ${show(found)}`
  return `${place}${where}: ${message}${got}${hint ? `. ${hint}` : ''}`
}

export function warnOnce(warn: (message: string) => void): (message: string) => void {
  const warned = new Set<string>()
  return (message) => {
    if (!warned.has(message)) warn(message)
    warned.add(message)
  }
}

/** A file or fact that is left out, such as: `page` left out `of every list, because of a robots tag`. */
export type LeftOut = [noun: string, reason: string, name: string]

// The first names are enough to find the cause.
const maxNames = 5

/** Returns one line for each reason, with the number of files or facts and the first names. */
export function describeLeftOut(source: string, all: LeftOut[]): string[] {
  const reasons = new Map(all.map(([noun, reason]) => [reason, noun]))
  return Array.from(reasons, ([reason, noun]) => {
    const names = all.flatMap((one) => (one[1] === reason ? [JSON.stringify(one[2])] : []))
    const nouns = names.length === 1 ? noun : `${noun}s`
    return `${source}: left ${names.length} ${nouns} out ${reason}: ${listFirst(names, maxNames)}`
  })
}
