// JavaScript with its types in spelling.d.ts, because the browser runs this file too: the filter of the questions finds words
// as the search of MCP does.

// In Unicode each final letter is followed by its regular form.
const toRegularForm = (letter) => String.fromCharCode(letter.charCodeAt(0) + 1)

// Accents, niqqud and harakat, which people leave out. The vowel signs of Hindi and Thai and the dakuten of Japanese are
// part of a word, so `\p{M}` alone would make different words one.
const optionalMarks = /(?=\p{M})[\u0300-\u036f\p{Script_Extensions=Hebrew}\p{Script_Extensions=Arabic}]/gu

// Letters that Unicode does not decompose, as people type them on another keyboard.
const plainLetters = {
  ...{ œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' },
  ...{ þ: 'th', ð: 'd', ħ: 'h', ŋ: 'n', ŧ: 't', ɖ: 'd', ə: 'e', ĸ: 'k', ƒ: 'f', ʻ: '', ʼ: '' },
  ...{ ی: 'ي', ى: 'ي', ک: 'ك', ـ: '' }
}
const unusualLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

// Soft hyphens, word joiners and marks of direction, which nobody sees or types.
const invisible = /[\u00ad\u061c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** Returns a word in lower case without spelling variants: accents, ligatures, niqqud, harakat, final letters. */
export function fold(word) {
  // Most words have nothing to decompose, which takes the most time.
  const isPlain = /^[a-z\dא-ת]*$/.test(word)
  const plain = isPlain
    ? word
    : word
        .normalize('NFKD')
        .replace(optionalMarks, '')
        .toLowerCase()
        .replace(unusualLetters, (letter) => plainLetters[letter])
  return plain.replace(/[ךםןףץ]/g, toRegularForm)
}

const isDigit = (code) => /\p{Nd}/u.test(String.fromCodePoint(code))

/** Returns a digit of any script as one of 0 to 9. In Unicode the ten digits of a script follow each other. */
function toDigit(digit) {
  const code = digit.codePointAt(0)
  let zero = code
  while (isDigit(zero - 1)) zero -= 1
  return String((code - zero) % 10)
}

/** Returns a text with the digits 0 to 9 only, and with the decimal point and the comma in place of the Arabic and the wide ones. */
export const normalizeDigits = (text) =>
  text
    .replace(/[^\P{Nd}\d]/gu, toDigit)
    .replace(/[٫．]/g, '.')
    .replace(/[٬，]/g, ',')

// French `l’œil` and `jusqu’ici`, Italian `dell’arte`; not English `don’t` and `Bill’s`.
const elision = /(?<![\p{L}\p{M}\p{N}'’])([cdjlmnst]|\p{L}*qu|\p{L}*ll|un)['’](?=\p{L}\p{M}*\p{L})/giu

/** Returns the words and numbers of a text in lower case, without quotation marks inside a word and without elided words. */
export const splitWords = (text) =>
  (
    normalizeDigits(text.replaceAll('´', "'").normalize('NFKC').replace(invisible, '').replace(elision, ''))
      .toLowerCase()
      .replace(/(?<=[\p{L}\p{M}])["'`׳״‘’“”·](?=\p{L})/gu, '')
      .match(/\d+(?:[.,]\d+)+|[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).flatMap((word) =>
    /[.,]/.test(word) ? splitNumber(word) : unspaced.test(word) ? splitUnspaced(word) : word
  )

/** Finds a letter of a script that has no spaces between words. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
const splitUnspaced = (text) => Array.from(segmenter.segment(text), ({ segment }) => segment)

// A hyphen or short dash, or the place where a word may be broken or its letters are not joined.
const joint = /[-\u200b\u200c\u2010-\u2013־]/

/** Returns each word with such joints or an elision, in lower case, without them: `tuneup` of `tune-up`, with its last part. */
export const joinCompounds = (text) =>
  (
    text
      .replace(invisible, '')
      .replace(elision, '$1-')
      .toLowerCase()
      .match(
        /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}]+(?:[-\u200b\u200c\u2010-\u2013־][\p{L}\p{M}\p{N}]+)+/gu
      ) ?? []
  )
    .filter((word) => /\p{L}/u.test(word))
    .map((word) => word.split(joint))
    .map((parts) => ({ joined: parts.join(''), last: String(parts.at(-1)) }))

/**
 * Returns `1,900.50`, `1.900,50` and `1900.5` as one number, and so `1,50,000` as in India; the parts of any other text with
 * dots, such as a date.
 */
function splitNumber(text) {
  const [, whole = '', , decimals = '0'] =
    /^(\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*|\d{1,2}(?:,\d{2})+,\d{3}|\d+)(?:[.,](\d{1,4}))?$/.exec(text) ?? []
  return whole === '' ? text.split(/[.,]/) : [String(Number(`${whole.replace(/\D/g, '')}.${decimals}`))]
}

/** Returns whether a word is a number. Numbers match exactly or not at all. */
export const isNumber = (word) => /^[\d.]+$/.test(word)

/**
 * Returns the forms by which a word is found in any language: without spelling variants, and a word in Hebrew also without
 * its prefixes.
 */
export function listForms(word) {
  const folded = fold(word)
  return /^[א-ת]+$/.test(folded) ? listHebrewForms(folded) : { spellings: [folded], stems: [] }
}

/** Returns a word without its prefixes (and, the, in, to, from, that, as) and without its ending, if enough is left. */
function listHebrewForms(word) {
  const spellings = [word]
  if (/^[הובלמשכ][א-ת]{2,}$/.test(word)) spellings.push(word.slice(1))
  if (/^(?:[ומשכ]ה|ו[בלמשכ]|ש[בלמכ])[א-ת]{3,}$/.test(word)) spellings.push(word.slice(2))
  const stems = spellings.map((spelling) =>
    spelling.replace(/^(..)ות$/, '$1ה').replace(/(?<=...)(?:ות|י?ימ|[תהי])$/, '')
  )
  return { spellings, stems: [...new Set(stems)] }
}
