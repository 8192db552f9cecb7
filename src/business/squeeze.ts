/** Returns a text on one line: every run of white space becomes one space, and none remains at its ends. */
export const squeeze = (text = ''): string => text.replace(/\s+/g, ' ').trim()

/** Returns the start of a longer text, at most `maxLength` characters, without the word that would be cut. */
export const cutAfterWord = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/\s+\S*$/, '')
