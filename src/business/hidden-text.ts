// Characters that are not seen but change or hide a text: controls, bidirectional overrides, embeddings and isolates,
// zero-width and other ignorable characters, private use, lone surrogates, the blank of braille.
const invisible = String.raw`(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`

// LRM, RLM, ALM: each steers the direction of the characters beside it.
const mark = String.raw`[\u200e\u200f\u061c]`
const rightToLeft = String.raw`[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]`
const leftToRight = `(?!${rightToLeft})\\p{L}`
const inWord = (letter: string) => String.raw`(?<=${letter}\p{M}*)${mark}(?=${letter})`

// The scripts whose letters join, or whose consonants combine.
const joined = `[${[
  ...['Arabic', 'Syriac', 'Mandaic', 'Nko', 'Mongolian', 'Phags_Pa', 'Adlam', 'Hanifi_Rohingya'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam'],
  ...['Sinhala', 'Myanmar', 'Khmer', 'Tibetan', 'Javanese', 'Balinese', 'Tai_Tham', 'Chakma', 'Meetei_Mayek']
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('')}]`
const joiner = String.raw`[\u200c\u200d]`
const emoji = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?`

/** Where an invisible character is ordinary spelling; one between two visible characters is enough. */
const ordinary = [
  // A direction mark, unless it follows another, with white space or nothing between, or stands within a word.
  String.raw`(?<!${mark}[^\S\n]*)(?<!${mark}\s*${mark}\s*)(?!${inWord(rightToLeft)}|${inWord(leftToRight)})${mark}`,
  // Joiners: Persian plurals (also of a Latin word, a number, a quotation), half forms of Indic consonants.
  String.raw`(?<=[\p{L}\p{M}\p{N}\p{P}\p{S}])${joiner}(?=${joined})`,
  String.raw`(?<=${joined})(?:\u200d|${joiner}(?=[\p{L}\p{M}\p{N}])|(?<=\p{M})\u200c(?!\S))`,
  // Emoji: joined, in text or colour, keycaps, flags of regions.
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

// Hebrew with vowels and accents has up to five on a letter, Tibetan a few more.
const maxMarks = 8
const stacked = new RegExp(`\\p{M}{${maxMarks + 1},}`, 'u')

/** Returns the first character that hides from its reader, with its index; undefined if there is none. */
export function findHidden(text: string): { character: string; index: number } | undefined {
  if (!anyInvisible.test(text)) return undefined
  for (const { index, groups } of text.matchAll(eachInvisible)) {
    if (groups?.hidden) return { character: groups.hidden, index }
  }
  return undefined
}

/** Whether a text stacks so many combining marks on a character that they cover the lines around it. */
export const isStacked = (text: string): boolean => stacked.test(text)
