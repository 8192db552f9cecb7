import createBidi from 'bidi-js/dist/bidi.mjs'
import type { Font } from './fonts.ts'

/** Characters that are drawn together, and the place of their left edge in em. */
interface Glyphs {
  text: string
  x: number
}

const bidi = createBidi()
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const clustersOf = (text: string) => Array.from(segmenter.segment(text))

/** Returns a text without invisible characters, such as marks of direction, and with single spaces. */
export const toVisible = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

// Each Arabic letter alone, after another one, before another one, and between two, as in Unicode from the first code point.
const forms = new Map([['\u0640', Array(4).fill('\u0640')]])
for (let code = 0xfb50; code <= 0xfefc; code += 1) {
  const form = String.fromCharCode(code)
  const letters = form.normalize('NFKC')
  // Only Uyghur joins U+0649 on both sides.
  const isJoined = /^\p{Script=Arabic}/u.test(letters) && code !== 0xfbe8 && code !== 0xfbe9
  if (isJoined) forms.set(letters, [...(forms.get(letters) ?? []), form])
}

/** Returns a text with the forms that Arabic letters have in their words, because the letters are placed one by one. */
export function joinLetters(text: string): string {
  const letters = Array.from(
    text.normalize('NFC').matchAll(/(ل)(\p{M}*)([آأإا])(\p{M}*)|(.)(\p{M}*)/gsu),
    ([, lam = '', lamMarks = '', alef = '', alefMarks = '', other = '', marks = '']) => ({
      letter: lam + alef + other,
      marks: lamMarks + alefMarks + marks
    })
  )
  const formsAt = (index: number) => forms.get(letters[index]?.letter ?? '') ?? []
  return letters
    .map(({ letter, marks }, index) => {
      const own = formsAt(index)
      const isAfter = own.length > 1 && formsAt(index - 1).length === 4
      const isBefore = own.length === 4 && formsAt(index + 1).length > 1
      return (own[Number(isAfter) + 2 * Number(isBefore)] ?? letter) + marks
    })
    .join('')
}

export const findMissing = (text: string, font: Font): string[] => [
  ...new Set(Array.from(text).filter((character) => !font.has(character)))
]

/** Returns the width of a text in em. */
export const measure = (text: string, font: Font): number =>
  Array.from(text).reduce((sum, character) => sum + font.widthOf(character), 0)

/** Breaks a word that is wider than a line between characters. */
export function breakLines(text: string, font: Font, maxWidth: number): string[] {
  const lines: string[] = []
  let line = ''
  const add = (part: string, separator: string) => {
    const longer = line === '' ? part : line + separator + part
    if (line === '' || measure(longer, font) <= maxWidth) {
      line = longer
    } else {
      lines.push(line)
      line = part
    }
  }
  for (const word of text.split(' ')) {
    if (measure(word, font) <= maxWidth) {
      add(word, ' ')
    } else {
      for (const [index, { segment }] of clustersOf(word).entries()) add(segment, index === 0 ? ' ' : '')
    }
  }
  return [...lines, line]
}

/**
 * Places the characters of a line from left to right (Unicode Standard Annex 9). The renderer knows no base direction, so
 * each character that is read from right to left is placed on its own, and each run from left to right as a whole.
 */
export function placeLine(line: string, font: Font, direction: 'rtl' | 'ltr'): Glyphs[] {
  const levels = bidi.getEmbeddingLevels(line, direction)
  const clusters = new Map(clustersOf(line).map(({ index, segment }) => [index, segment]))
  const placed: Glyphs[] = []
  let x = 0
  let canJoin = false
  for (const index of bidi.getReorderedIndices(line, levels)) {
    const cluster = clusters.get(index)
    // The other characters of a cluster, such as vowel points, are drawn with its first one.
    if (cluster === undefined) continue
    const isReversed = Number(levels.levels[index]) % 2 === 1
    const text = (isReversed && bidi.getMirroredCharacter(cluster)) || cluster
    const last = placed.at(-1)
    if (canJoin && !isReversed && last) last.text += text
    else if (text !== ' ') placed.push({ text, x })
    canJoin = !isReversed && (canJoin || text !== ' ')
    x += measure(text, font)
  }
  return placed
}
