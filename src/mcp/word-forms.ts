import { memoise } from '../base/cache.ts'
import { isLanguage } from '../base/language.ts'
import { fold, isNumber, joinCompounds, listForms, splitWords, type WordForms } from '../base/spelling.js'

type Stem = (word: string) => string

// Literal names, because bundlers find the modules by them.
const modules: Record<
  string,
  [stemmer: () => Promise<{ stemmer: Stem }>, stopWords?: () => Promise<{ stopwords: string[] }>]
> = {
  // The stop words below are made for questions; the module has more words, which may matter in a question.
  en: [() => import('@orama/stemmers/english')],
  ar: [() => import('@orama/stemmers/arabic'), () => import('@orama/stopwords/arabic')],
  bg: [() => import('@orama/stemmers/bulgarian'), () => import('@orama/stopwords/bulgarian')],
  da: [() => import('@orama/stemmers/danish'), () => import('@orama/stopwords/danish')],
  de: [() => import('@orama/stemmers/german'), () => import('@orama/stopwords/german')],
  el: [() => import('@orama/stemmers/greek'), () => import('@orama/stopwords/greek')],
  es: [() => import('@orama/stemmers/spanish'), () => import('@orama/stopwords/spanish')],
  fi: [() => import('@orama/stemmers/finnish'), () => import('@orama/stopwords/finnish')],
  fr: [() => import('@orama/stemmers/french'), () => import('@orama/stopwords/french')],
  ga: [() => import('@orama/stemmers/irish'), () => import('@orama/stopwords/irish')],
  hi: [() => import('@orama/stemmers/indian'), () => import('@orama/stopwords/indian')],
  hu: [() => import('@orama/stemmers/hungarian'), () => import('@orama/stopwords/hungarian')],
  hy: [() => import('@orama/stemmers/armenian'), () => import('@orama/stopwords/armenian')],
  id: [() => import('@orama/stemmers/indonesian'), () => import('@orama/stopwords/indonesian')],
  it: [() => import('@orama/stemmers/italian'), () => import('@orama/stopwords/italian')],
  lt: [() => import('@orama/stemmers/lithuanian'), () => import('@orama/stopwords/lithuanian')],
  nb: [() => import('@orama/stemmers/norwegian'), () => import('@orama/stopwords/norwegian')],
  ne: [() => import('@orama/stemmers/nepali'), () => import('@orama/stopwords/nepali')],
  nl: [() => import('@orama/stemmers/dutch'), () => import('@orama/stopwords/dutch')],
  pt: [() => import('@orama/stemmers/portuguese'), () => import('@orama/stopwords/portuguese')],
  ro: [() => import('@orama/stemmers/romanian'), () => import('@orama/stopwords/romanian')],
  ru: [() => import('@orama/stemmers/russian'), () => import('@orama/stopwords/russian')],
  sa: [() => import('@orama/stemmers/sanskrit'), () => import('@orama/stopwords/sanskrit')],
  sr: [() => import('@orama/stemmers/serbian'), () => import('@orama/stopwords/serbian')],
  sv: [() => import('@orama/stemmers/swedish'), () => import('@orama/stopwords/swedish')],
  ta: [() => import('@orama/stemmers/tamil'), () => import('@orama/stopwords/tamil')],
  tr: [() => import('@orama/stemmers/turkish'), () => import('@orama/stopwords/turkish')],
  uk: [() => import('@orama/stemmers/ukrainian'), () => import('@orama/stopwords/ukrainian')]
}

const aliases: Record<string, string> = { nn: 'nb', no: 'nb' }

const stopWords = `
  של את על עם אני אתם אתן אנחנו הוא היא הם זה זו זאת יש אין לי לכם לנו לך מה איך האם אם או גם כל לא כן רק כי אבל עד
  ה ו ב ל מ ש כ שלי שלך שלכם שלנו איזה איזו אילו באיזה באיזו באילו לאיזה לאיזו לאילו מאיזה מאיזו מי מתי אפשר צריך רוצה כמה הכי ביותר
  אחת אחד שתי שתיים שניים שלוש שלושה ארבע ארבעה חמש חמישה
  the a an of on in for to and or is are do does did can could should may i you we us my your our me it its that
  this what whats how hows which who whos when whens wheres much many there theres im youre dont cant any with have
  has had get need want will would be am was were if so at as by please one two three four five
  ספרו תספרו מידע פרטים נוסף נוספים לדעת
  tell about know information info details more everything anything yourself yourselves`

const maxQueryTerms = 8
const maxMemoised = 10_000

/**
 * Loads the stemmers and stop words of languages (BCP 47), except words by which people ask for facts, such as "when". A language
 * without a stemmer only has the spellings of its words.
 */
export async function loadLanguages(tags: Iterable<string>, asked: string[]) {
  const languages = new Map<string, (word: string) => WordForms>()
  const ignored = new Set(splitWords(stopWords).map(fold))
  for (const tag of new Set(tags)) {
    const stems: Stem[] = []
    for (const [loadStemmer, loadStopWords] of listModules(tag)) {
      stems.push((await loadStemmer()).stemmer)
      const { stopwords = [] } = (await loadStopWords?.()) ?? {}
      for (const word of splitWords(stopwords.join(' '))) ignored.add(fold(word))
    }
    languages.set(
      tag,
      memoise((word: string) => listWordForms(word, stems), maxMemoised)
    )
  }
  for (const word of asked) ignored.delete(fold(word))
  const omitIgnored = (words: string[]) => words.filter((word) => !ignored.has(fold(word)))
  return {
    listForms: (word: string, language: string) => languages.get(language)?.(word) ?? listWordForms(word, []),
    /** Returns the first words of a query that are not stop words, each with its forms in every language. */
    readQuery: (query: string) => {
      const words = omitIgnored([...new Set(splitWords(query))])
      // A document may write `ebike` for `e-bike`.
      const compounds = new Map(joinCompounds(query).map(({ joined, last }) => [last, joined]))
      return words.slice(0, maxQueryTerms).map((word) => {
        const compound = compounds.get(word)
        const texts = compound === undefined ? [word] : [word, compound]
        const forms = texts.flatMap((text) => Array.from(languages.values(), (formsOf) => formsOf(text)))
        return {
          spellings: [...new Set(forms.flatMap(({ spellings }) => spellings))],
          stems: [...new Set(forms.flatMap(({ stems }) => stems))]
        }
      })
    },
    /** Returns a text without spelling variants, and also without stop words, unless no word is left. */
    simplify: (text: string) => {
      const words = splitWords(text)
      return [words, omitIgnored(words)].map((some) => some.map(fold).join(' ')).filter(Boolean)
    }
  }
}

/** Returns the modules for a language. Product names are in Latin letters, so another script has the English one too. */
function listModules(tag: string) {
  if (!isLanguage(tag)) return []
  const { language, script } = new Intl.Locale(tag).maximize()
  const names = [aliases[language] ?? language, ...(script && script !== 'Latn' ? ['en'] : [])]
  return names.flatMap((name) => (modules[name] ? [modules[name]] : []))
}

function listWordForms(word: string, stemmers: Stem[]): WordForms {
  const forms = listForms(word)
  const folded = fold(word)
  if (forms.stems.length > 0 || isNumber(folded) || stemmers.length === 0) return forms
  const stem = (text: string) => fold(stemmers.reduce((rest, shorten) => shorten(rest), text))
  // People type `ue` for ü, and `oe` for ö and ø.
  const typed = word.replace(/[äöüø]/g, (letter) => `${fold(letter)}e`)
  // The Arabic stemmer gives a noun and its usual plural different stems.
  const singular = word.replace(/ات$/, 'ة')
  return { spellings: [folded], stems: [...new Set([word, folded, typed, singular].map(stem))] }
}
