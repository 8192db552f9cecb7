// Wider words would not fit in a heading on a narrow screen, so they may break.
const maxLength = 12

const letters = '[\\u0591-\\u05bd\\u05bf-\\u05f4]+'
const word = new RegExp(`${letters}(?:־${letters})+`)
/** An element without markup or without lines of text, a tag, or a word with a maqaf, which is the only group. */
const parts = new RegExp(
  `<(?:script|title|option|pre)\\b[^]*?</(?:script|title|option|pre)>|<(?:[^>"]|"[^"]*")*>|(${word.source})`,
  'g'
)

/**
 * Returns HTML in which no line breaks after a maqaf between Hebrew letters, such as that of חד־פעמי. Unicode allows a break
 * there (UAX 14, class BA), `word-break: keep-all` does not prevent it, and a word joiner would be an invisible character in
 * copied text. Between a letter and a number or Latin word, browsers do not break (UAX 14, LB21a).
 */
export const keepMaqafWords = (html: string): string =>
  word.test(html)
    ? html.replace(parts, (part: string, found?: string) =>
        found !== undefined && found.length <= maxLength ? `<span class="unbroken">${found}</span>` : part
      )
    : html
