import { isParent } from '../json-value.ts'
import { type Problem, pointerPart } from '../problem.ts'

const letter = String.raw`[א-ת][\u0591-\u05bd\u05bf\u05c1\u05c2]*`
const prefix = String.raw`(?<![א-ת])(?:[ושהכלבמ][\u05b0-\u05bc]*){1,4}`

// Gershayim come before the last letter of an acronym, or after two letters. A quotation may follow a prefix: ה"מחזיק".
const corrections = [
  { typed: new RegExp(`(?<=${letter})-(?=${letter})|(?<=${prefix})-(?=[\\dA-Za-z])`, 'g'), mark: '־' },
  {
    typed: new RegExp(`(?<=${letter}${letter})"(?=${letter})|(?<=${letter})"(?=${letter}(?![א-ת]))`, 'g'),
    mark: '״'
  },
  { typed: new RegExp(`(?<=${letter})'`, 'g'), mark: '׳' }
]

const maxListed = 5

/** Returns warnings about Hebrew with hyphens and straight quotation marks: the first ones, and how many more. */
export function checkTypography(files: Record<string, unknown>): Problem[] {
  const problems = Object.entries(files).flatMap(([file, value]) => [...findProblems(file, value)])
  const more = problems.length - maxListed
  return problems
    .slice(0, maxListed)
    .map((problem, index) =>
      more > 0 && index === maxListed - 1
        ? { ...problem, hint: `${problem.hint} And ${more} more text${more === 1 ? '' : 's'}.` }
        : problem
    )
}

function* findProblems(file: string, value: unknown, pointer = ''): Generator<Problem> {
  if (typeof value === 'string') {
    const words = listMistyped(value)
    if (words.length === 0) return
    const message = 'has a hyphen or straight quotation mark in place of a maqaf, gershayim or geresh'
    const corrected = words.map((word) => `"${correct(word)}"`).join(', ')
    yield { file, pointer, message, found: words.join(' '), hint: `Write ${corrected}.` }
  } else if (isParent(value)) {
    for (const [key, part] of Object.entries(value))
      yield* findProblems(file, part, pointer + pointerPart(key))
  }
}

/** Returns the mistyped words of a text, each once, without the punctuation around them, URLs and 'quotations'. */
function listMistyped(text: string): string[] {
  if (!/[א-ת]/.test(text)) return []
  const words = text
    .replace(/(?<![^\s(])'[^']*'/g, ' ')
    .split(/\s+/)
    .filter((word) => !/[/@]|[א-ת]\.[a-z]{2}/i.test(word))
    .map((word) => word.replace(/^["(„”]+|["().,:;!?]+$/g, ''))
  return [...new Set(words)].filter((word) => correct(word) !== word)
}

const correct = (word: string) =>
  corrections.reduce((text, { typed, mark }) => text.replace(typed, mark), word)
