// In Unicode each final letter stands right before its other form.
const notFinal = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 1)

/** A text without what is written in several ways: niqqud, final letters, geresh and gershayim, case, accents. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ךםןףץ]/g, notFinal)
    .replace(/(?<=\p{L})["'׳״’”](?=\p{L})/gu, '')
    .toLowerCase()

/** The words of a text, folded. */
export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** A folded word, and the same without a one-letter prefix (the, and, in, to, from, that, as) where enough is left. */
export const variants = (word: string): string[] =>
  /^[הובלמשכ][א-ת]{2,}$/.test(word) ? [word, word.slice(1)] : [word]
