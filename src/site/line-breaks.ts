// Wider words would not fit in a heading on a narrow screen, so they may break.
const maxLength = 12

const letter = '[\\u0591-\\u05bd\\u05bf-\\u05f4]'
// The lookbehinds prevent a search from starting at every letter or digit of a long run.
const words = new RegExp(
  `(?<!${letter})${letter}+(?:־${letter}+)+|(?<!\\d)\\d[\\d,.]{0,9} \\p{Sc}(?!\\d)`,
  'gu'
)
const breakable = /־| \p{Sc}(?!\d)/u
/** An element whose content is not HTML text, a tag, or a sign that begins neither. */
const markup = /<(option|pre|script|style|svg|textarea|title)\b[\s\S]*?<\/\1>|<(?:[^>"]|"[^"]*")*>|</iy

/**
 * Returns HTML in which no line breaks after a maqaf between Hebrew letters, such as that of חד־פעמי, or before the sign of a
 * currency, such as that of 290 ₪. Unicode allows a break after a maqaf (UAX 14, class BA), `word-break: keep-all` does not
 * prevent it, and a word joiner would be an invisible character in copied text. Between a letter and a number or Latin word,
 * browsers do not break (UAX 14, LB21a).
 */
export function keepUnbroken(html: string): string {
  let output = ''
  let copied = 0
  let start = 0
  // A page has many tags and few such texts, and a replacement of each text takes three times as long. A tag ends the page.
  for (let end = html.indexOf('<'); end !== -1; end = html.indexOf('<', start)) {
    const text = html.slice(start, end)
    if (breakable.test(text)) {
      output += html.slice(copied, start) + keepInText(text)
      copied = end
    }
    markup.lastIndex = end
    markup.test(html)
    start = markup.lastIndex
  }
  return output + html.slice(copied)
}

function keepInText(text: string): string {
  const replacement = text.replace(words, (found) =>
    found.length <= maxLength ? `<span class="unbroken">${found}</span>` : found
  )
  // In a flex container, each element would be an item, and the spaces between them would be lost.
  return replacement === text || /^<span[^<]*<\/span>$/.test(replacement)
    ? replacement
    : `<span>${replacement}</span>`
}
