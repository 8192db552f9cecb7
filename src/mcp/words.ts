// In Unicode each final letter is followed by its regular form.
const toRegularForm = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 1)

/** Returns a word in lower case without spelling variants: niqqud, accents, final letters. */
export function fold(word: string): string {
  // Most words have nothing to decompose, which takes the most time.
  const isPlain = /^[a-z\dא-ת]*$/.test(word)
  const plain = isPlain ? word : word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[ךםןףץ]/g, toRegularForm)
}

/** Returns the words and numbers of a text in lower case, without quotation marks inside a word. */
export const splitWords = (text: string): string[] =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/(?<=[\p{L}\p{M}])["'׳״’”](?=\p{L})/gu, '')
      .match(/\d+(?:[.,]\d+)+|[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).flatMap((word) =>
    /[.,]/.test(word) ? splitNumber(word) : unspaced.test(word) ? splitUnspaced(word) : word
  )

// Scripts that have no spaces between words.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
const splitUnspaced = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Returns each word with hyphens, in lower case, without them: `tuneup` of `tune-up`, with its last part. */
export const joinCompounds = (text: string): { joined: string; last: string }[] =>
  (
    text
      .toLowerCase()
      .match(/(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}]+(?:[-\u2010\u2011־][\p{L}\p{M}\p{N}]+)+/gu) ?? []
  )
    .filter((word) => /\p{L}/u.test(word))
    .map((word) => word.split(/[-\u2010\u2011־]/))
    .map((parts) => ({ joined: parts.join(''), last: String(parts.at(-1)) }))

/** Returns `1,900.50`, `1.900,50` and `1900.5` as one number; the parts of any other text with dots, such as a date. */
function splitNumber(text: string): string[] {
  const [, whole = '', , decimals = '0'] =
    /^(\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*|\d+)(?:[.,](\d{1,4}))?$/.exec(text) ?? []
  return whole === '' ? text.split(/[.,]/) : [String(Number(`${whole.replace(/\D/g, '')}.${decimals}`))]
}

/** Returns whether a word is a number. Numbers match exactly or not at all. */
export const isNumber = (word: string): boolean => /^[\d.]+$/.test(word)
