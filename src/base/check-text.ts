import { isParent } from './json-value.ts'
import { type Finding, pointerPart } from './problem.ts'

// Pages would show the signs: a link or a bold text in Markdown is taken for a mistake too.
const markup: [name: string, pattern: RegExp][] = [
  ['HTML', /<[a-z/!?][^>]*>?|&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]{1,31});/i],
  ['Markdown', /\[[^[\]\n]+\]\((?:https?:|mailto:|tel:|[/#])[^()\s]*\)|\*\*[^\s*][^*\n]*\*\*/i]
]

export function* checkText(value: unknown, pointer = ''): Generator<Finding> {
  if (typeof value === 'string') yield* findTextProblems(value, pointer)
  if (!isParent(value)) return
  const isList = Array.isArray(value)
  for (const [key, part] of Object.entries(value)) {
    const inner = pointer + pointerPart(key)
    if (!isList) yield* findTextProblems(key, inner)
    yield* checkText(part, inner)
  }
}

function* findTextProblems(text: string, pointer: string): Generator<Finding> {
  const hidden = findHidden(text)
  if (hidden) {
    const { character, index } = hidden
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    const found = text.slice(Math.max(0, index - 20), index + 20)
    yield { pointer, message: `contains an invisible character (U+${code})`, found, hint: 'Delete it.' }
  } else if (stacked.test(text)) {
    const message = `has more than ${maxMarks} combining marks on one character`
    yield { pointer, message, hint: 'Delete the marks that no language uses.' }
  }
  for (const [name, pattern] of markup) {
    const [found] = pattern.exec(text) ?? []
    if (found) yield { pointer, message: `contains ${name}`, found, hint: 'Write plain text.' }
  }
}

// Invisible characters that change or hide text: controls, bidirectional overrides, embeddings and isolates,
// zero-width and other ignorable characters, private use, lone surrogates, the braille blank.
const invisible = String.raw`(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`

// LRM, RLM, ALM: each sets the direction of the characters next to it.
const mark = String.raw`[\u200e\u200f\u061c]`
const rightToLeft = String.raw`[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]`
const leftToRight = `(?!${rightToLeft})\\p{L}`
const inWord = (letter: string) => String.raw`(?<=${letter}\p{M}*)${mark}(?=${letter})`

// Scripts whose letters join or whose consonants combine.
const joined = `[${[
  ...['Arabic', 'Syriac', 'Mandaic', 'Nko', 'Mongolian', 'Phags_Pa', 'Adlam', 'Hanifi_Rohingya'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam'],
  ...['Sinhala', 'Myanmar', 'Khmer', 'Tibetan', 'Javanese', 'Balinese', 'Tai_Tham', 'Chakma', 'Meetei_Mayek']
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('')}]`
const joiner = String.raw`[\u200c\u200d]`
const emoji = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?`

// Invisible characters that are ordinary spelling: at most one between two visible characters.
const ordinary = [
  // A direction mark, unless only white space separates it from another one, or it is inside a word.
  String.raw`(?=${mark})(?<!${mark}[^\S\n]*)(?<!${mark}\s*${mark}\s*)(?!${inWord(rightToLeft)}|${inWord(leftToRight)})${mark}`,
  // Joiners: Persian plurals (also of a Latin word, a number or a quotation), half forms of Indic consonants.
  String.raw`(?<=[\p{L}\p{M}\p{N}\p{P}\p{S}])${joiner}(?=${joined})`,
  String.raw`(?<=${joined})(?:\u200d|${joiner}(?=[\p{L}\p{M}\p{N}])|(?<=\p{M})\u200c(?!\S))`,
  // Emoji: joined, in text or colour style, keycaps, flags of regions.
  String.raw`(?<=${emoji})\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=(?![0-9#*])\p{Emoji})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\u{1f3f4})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,7}\u{e007f}`,
  // Variants of Chinese characters and Mongolian letters.
  String.raw`(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=(?=\p{L})\p{Script=Mongolian})[\u180b-\u180f]`
].join('|')

const anyInvisible = new RegExp(invisible, 'u')
const eachInvisible = new RegExp(`${ordinary}|(?<hidden>${invisible})`, 'gu')

// Hebrew with vowels and accents has up to five marks on a letter, Tibetan a few more. More would cover other lines.
const maxMarks = 8
const stacked = new RegExp(`\\p{M}{${maxMarks + 1},}`, 'u')

function findHidden(text: string): { character: string; index: number } | undefined {
  if (!anyInvisible.test(text)) return undefined
  for (const { index, groups } of text.matchAll(eachInvisible)) {
    if (groups?.hidden) return { character: groups.hidden, index }
  }
  return undefined
}
