/**
 * The characters of text that are Markdown syntax. An underscore within a word has no effect, so it is not among them.
 * The start of a tag or an entity is among them.
 */
export const markdownSyntax = /[\\`*~[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=#?\w+;)/giu

/** Escapes text that looks like the start of a heading, list or quotation. */
export const escapeStart = (text: string): string =>
  text.replace(
    /^(?:(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=]+$)|(\d{1,9})([.)](?=\s|$)))/gm,
    (_match, mark: string | undefined, digits: string, dot: string) =>
      mark === undefined ? `${digits}\\${dot}` : `\\${mark}`
  )

/** Escapes the number signs at the end of a heading, which Markdown would drop (CommonMark, section 4.2). */
export const escapeEnd = (text: string): string => text.replace(/(?<=^|\s)#+$/, '\\$&')

/** Returns a line of text as Markdown that a reader sees as the same text, in any block. */
export const escapeMarkdown = (text: string): string =>
  escapeEnd(escapeStart(text.replace(markdownSyntax, '\\$&')))
