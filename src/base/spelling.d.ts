export interface WordForms {
  /** The word, and if it may have a one-letter prefix, the word without it. A part of them or a typo matches too. */
  spellings: string[]
  /** The parts that the word has in common with its other forms, such as `book` of `booking`. */
  stems: string[]
}

/** Finds a letter of a script that has no spaces between words. */
export const unspaced: RegExp

export function fold(word: string): string
export function normalizeDigits(text: string): string
export function splitWords(text: string): string[]
export function joinCompounds(text: string): { joined: string; last: string }[]
export function isNumber(word: string): boolean
export function listForms(word: string): WordForms
