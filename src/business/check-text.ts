import { findHidden, isStacked } from './hidden-text.ts'
import { codePoint, type Finding, pointerPart } from './problem.ts'

const html = /<[a-z/!?][^>]*>?|&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]{1,31});/i

/** Yields the problems of every text in a JSON value, names of fields included: HTML, and characters that hide. */
export function* checkText(value: unknown, pointer = ''): Generator<Finding> {
  if (typeof value === 'string') yield* textProblems(value, pointer)
  if (typeof value !== 'object' || value === null) return
  const isList = Array.isArray(value)
  for (const key of Object.keys(value)) {
    const inner = pointer + pointerPart(key)
    if (!isList) yield* textProblems(key, inner)
    yield* checkText(Object(value)[key], inner)
  }
}

function textProblems(text: string, pointer: string): Finding[] {
  const problems: Finding[] = []
  const hidden = findHidden(text)
  if (hidden) {
    const { character, index } = hidden
    const code = codePoint(character).toUpperCase().padStart(4, '0')
    const found = text.slice(Math.max(0, index - 20), index + 20)
    const message = `hides a character from its reader (U+${code})`
    problems.push({ pointer, message, found, hint: 'delete it' })
  } else if (isStacked(text)) {
    const hint = 'delete those that no language writes'
    problems.push({ pointer, message: 'stacks too many marks on one character', hint })
  }
  const markup = html.exec(text)
  if (markup) {
    problems.push({ pointer, message: 'holds HTML', found: markup[0], hint: 'write plain text' })
  }
  return problems
}
