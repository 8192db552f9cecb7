import leven from 'leven'
import { fold } from './spelling.js'

/** Returns a text on one line: every run of white space becomes one space, and none remains at its ends. */
export const squeeze = (text = ''): string => text.replace(/\s+/g, ' ').trim()

/** Returns a text that begins with a capital letter, as the first one of a row does. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns a text of at most `maxLength` characters: a longer one ends after a whole word, or else a whole character, and an ellipsis. */
export const shorten = (text: string, maxLength: number): string =>
  text.length <= maxLength
    ? text
    : `${text.slice(0, maxLength - 1).replace(/(?<!\s)\s+\S*$|[\ud800-\udbff]$/, '')}…`

/** Returns a text of the data with a full stop, unless it ends with a punctuation mark, or in Thai, which has none. */
export function toSentence(text: string): string {
  if (/(?:[\p{Sentence_Terminal}…]["'”’»״)]*|\p{scx=Thai})$/u.test(text)) return text
  return `${text}${/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}][^\p{L}]*$/u.test(text) ? '。' : '.'}`
}

/** Returns the first entries of a list, and how many others it has: "a, b and 3 more". */
export const listFirst = (entries: readonly (string | number)[], max: number): string =>
  entries.slice(0, max).join(', ') + (entries.length > max ? ` and ${entries.length - max} more` : '')

export const removeDirectionMarks = (text: string) => text.replace(/[\u200e\u200f\u061c]/g, '')

const spellings: [RegExp, string][] = [
  [/[\u2018-\u201b\u02bc\u05f3\u2032`´‹›]/g, "'"],
  [/[\u201c-\u201f\u05f4\u2033«»]|''/g, '"'],
  [/[\u2010-\u2015\u2212\u05be]|--/g, '-'],
  [/\u2026/g, '...']
]

/** Returns the form that all spellings of a text have: composed, on one line, with plain quotes and dashes, without soft hyphens and marks of direction. */
export const foldText = (text: string): string =>
  squeeze(spellings.reduce((all, row) => all.replace(...row), text.normalize().replace(/\p{Cf}/gu, '')))

/** Returns a text as a word of lower-case Latin letters, digits and hyphens; empty if it has no such letter. */
export const toSlug = (text: string): string =>
  fold(text)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')

export const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Returns a text in which escapes, as in JSON, replace the characters that control a terminal or reorder a line, except `\n`. */
export const escapeControls = (text: string) =>
  text.replace(
    /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  )

export const escapeXml = (text: string) =>
  text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The raised digits from 0 to 9, then the lowered ones. */
export const shiftedDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉'

/**
 * Returns the name that differs from a text in the fewest letters, at most a third of its own, or undefined. Of several, it is
 * the name that shares the longest start.
 */
export function findNearest(text: string, names: Iterable<string>): string | undefined {
  const [nearest] = Array.from(names, (name) => ({ name, limit: Math.ceil(name.length / 3) }))
    // The distance is at least the difference in length.
    .filter(({ name, limit }) => Math.abs(text.length - name.length) <= limit)
    .map(({ name, limit }) => ({ name, limit, distance: leven(text.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance, limit }) => distance <= limit)
    .sort(
      (a, b) => a.distance - b.distance || countSharedStart(b.name, text) - countSharedStart(a.name, text)
    )
  return nearest?.name
}

function countSharedStart(a: string, b: string): number {
  const end = [...a].findIndex((letter, index) => letter !== b[index])
  return end === -1 ? a.length : end
}

/** Text that is Markdown syntax, also the start of a tag or an entity. An underscore within a word has no effect. */
export const markdownSyntax =
  /[\\`*~[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[!#-'*+\-./?^-~\ufdd0-\ufdd5]|\d+[\w.+@-]|$)|&(?=#?\w+;)/giu

/** Escapes text that looks like the start of a heading, list or quotation, or like the line below a heading or table head. */
export const escapeStart = (text: string): string =>
  text.replace(
    /^(?:(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|=(?==* *$)|(?=[:| ]*-)[-:|](?=[-:| ]*$))|(\d{1,9})([.)](?=\s|$)))/gm,
    (_match, mark: string | undefined, digits: string, dot: string) =>
      mark === undefined ? `${digits}\\${dot}` : `\\${mark}`
  )

/** Escapes the number signs at the end of a heading, which Markdown would drop (CommonMark, section 4.2). */
export const escapeEnd = (text: string): string => text.replace(/(?<=^|\s)#+$/, '\\$&')

/** Returns a line of text as Markdown that a reader sees as the same text, in any block. */
export const escapeMarkdown = (text: string): string =>
  escapeEnd(escapeStart(text.replace(markdownSyntax, '\\$&')))

/** Returns a URL as the target of a link. Many readers end it at the first parenthesis, and Markdown decodes entities in it. */
export const escapeUrl = (url: string): string => {
  const query = url.indexOf('?')
  return url
    .replace(/&(?=#?\w+;)/g, (_entity, index: number) => (query === -1 || index < query ? '%26' : '&amp;'))
    .replace(/[\s()<>\\`]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}
