// In Unicode each final letter is followed by its regular form.
const toRegularForm = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 1)

/** Returns a text without spelling variants: niqqud, final letters, geresh and gershayim, case, accents. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ךםןףץ]/g, toRegularForm)
    .replace(/(?<=\p{L})["'׳״’”](?=\p{L})/gu, '')
    .toLowerCase()

/** Returns the words of a text, folded. */
export const splitWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns a folded word, and if enough is left, the word without its one-letter prefix (and, the, in, to, from, that, as). */
export const listVariants = (word: string): string[] =>
  /^[הובלמשכ][א-ת]{2,}$/.test(word) ? [word, word.slice(1)] : [word]

// Words that carry no meaning of their own in a question.
const stopWords = new Set(
  splitWords(
    `של את על עם אני אתם אתן אנחנו הוא היא הם זה זו זאת יש אין לי לכם לנו לך מה איך האם אם או גם כל לא כן רק כי אבל
    איזה אילו מי מתי אפשר צריך רוצה כמה
    the a an of on in for to and or is are do does can could i you we my your me it that this what how which who much many
    there any with have get need want will would`
  )
)

const maxQueryTerms = 8

/** Returns the first words of a query that are not stop words, each once. */
export const getQueryTerms = (query: string): string[] =>
  [...new Set(splitWords(query))].filter((word) => !stopWords.has(word)).slice(0, maxQueryTerms)
