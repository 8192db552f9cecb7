/** Returns a text on one line: every run of white space becomes one space, and none remains at its ends. */
export const squeeze = (text = ''): string => text.replace(/\s+/g, ' ').trim()

/** Returns the start of a longer text, at most `maxLength` characters, without the word that would be cut. */
export const cutAfterWord = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/\s+\S*$/, '')

/** Returns a text without its invisible direction marks (LRM, RLM, ALM). */
export const removeDirectionMarks = (text: string) => text.replace(/[\u200e\u200f\u061c]/g, '')

/** Returns a pattern that matches a text as it is. */
export const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
