import { codePoint, type Finding, pointerPart } from './problem.ts'

// Characters that are not seen but change what is read or hide it: controls, bidirectional overrides, embeddings
// and isolates, zero-width and other ignorable characters, private use, lone surrogates. A line feed is a line
// feed, LRM and RLM only steer the direction of what stands beside them, and VS16 asks for an emoji in colour.
const hidden =
  /(?!\n|\u200e|\u200f|\ufe0f)(?:\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}|\u2800)/u

const html = /<[a-z/!?][^>]*>?|&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]{1,31});/i

/** Problems of every text in a JSON value, names of fields included: HTML, and characters that hide something. */
export function checkText(value: unknown, pointer = ''): Finding[] {
  if (typeof value === 'string') return textProblems(value, pointer)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => [
    ...(Array.isArray(value) ? [] : textProblems(key, pointer + pointerPart(key))),
    ...checkText(part, pointer + pointerPart(key))
  ])
}

function textProblems(text: string, pointer: string): Finding[] {
  const problems: Finding[] = []
  const character = hidden.exec(text)
  if (character) {
    const code = codePoint(character[0]).toUpperCase().padStart(4, '0')
    const found = text.slice(Math.max(0, character.index - 20), character.index + 20)
    const message = `hides a character from its reader (U+${code})`
    problems.push({ pointer, message, found, hint: 'delete it' })
  }
  const markup = html.exec(text)
  if (markup) {
    problems.push({ pointer, message: 'holds HTML', found: markup[0], hint: 'write plain text' })
  }
  return problems
}
