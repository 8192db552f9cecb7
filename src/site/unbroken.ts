// Wider words would not fit in a heading on a narrow screen, so they may break.
const maxLength = 12

const letter = '[\\u0591-\\u05bd\\u05bf-\\u05f4]'
// The conditions before each begin keep a long run of letters or digits from being searched again at each of them.
const words = new RegExp(
  `(?<!${letter})${letter}+(?:־${letter}+)+|(?<!\\d)\\d[\\d,.]{0,9} \\p{Sc}(?!\\d)`,
  'gu'
)
const breakable = /־| \p{Sc}(?!\d)/u
/** An element whose content is not HTML text, a tag, or a text, which is the second group. */
const parts = /<(option|pre|script|style|svg|textarea|title)\b[\s\S]*?<\/\1>|<(?:[^>"]|"[^"]*")*>|([^<]+)/gi

/**
 * Returns HTML in which no line breaks after a maqaf between Hebrew letters, such as that of חד־פעמי, or before the sign of a
 * currency, such as that of 290 ₪. Unicode allows a break after a maqaf (UAX 14, class BA), `word-break: keep-all` does not
 * prevent it, and a word joiner would be an invisible character in copied text. Between a letter and a number or Latin word,
 * browsers do not break (UAX 14, LB21a).
 */
export const keepUnbroken = (html: string): string =>
  breakable.test(html)
    ? html.replace(parts, (part: string, _element?: string, text?: string) =>
        text === undefined ? part : keepInText(text)
      )
    : html

function keepInText(text: string): string {
  const kept = text.replace(words, (found) =>
    found.length <= maxLength ? `<span class="unbroken">${found}</span>` : found
  )
  // In a flex container, each element would be an item, and the spaces between them would be lost.
  return kept === text || /^<span[^<]*<\/span>$/.test(kept) ? kept : `<span>${kept}</span>`
}
