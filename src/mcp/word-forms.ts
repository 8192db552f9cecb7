import { isLanguage } from '../business/language.ts'
import {
  fold,
  isNumber,
  joinCompounds,
  listForms as listPlainForms,
  splitWords,
  type WordForms
} from '../business/spelling.js'
import { memoise } from '../http/memoise.ts'

/** The words of the languages that a library has documents in. */
interface Languages {
  /** Returns the forms of a word in a document of a language. */
  listForms: (word: string, language: string) => WordForms
  /** Returns the first words of a query that are not stop words, each with its forms in every language. */
  readQuery: (query: string) => WordForms[]
  /** Returns a text without spelling variants, and also without stop words, unless no word is left. */
  simplify: (text: string) => string[]
}

type Stem = (word: string) => string

// The modules of @orama/stemmers and @orama/stopwords.
const modules = new Map(
  Object.entries({
    ar: 'arabic',
    bg: 'bulgarian',
    da: 'danish',
    de: 'german',
    el: 'greek',
    en: 'english',
    es: 'spanish',
    fi: 'finnish',
    fr: 'french',
    ga: 'irish',
    hi: 'indian',
    hu: 'hungarian',
    hy: 'armenian',
    id: 'indonesian',
    it: 'italian',
    lt: 'lithuanian',
    nb: 'norwegian',
    ne: 'nepali',
    nl: 'dutch',
    nn: 'norwegian',
    no: 'norwegian',
    pt: 'portuguese',
    ro: 'romanian',
    ru: 'russian',
    sa: 'sanskrit',
    sr: 'serbian',
    sv: 'swedish',
    ta: 'tamil',
    tr: 'turkish',
    uk: 'ukrainian'
  })
)

// Words that carry no meaning of their own in a question.
const stopWords = `
  של את על עם אני אתם אתן אנחנו הוא היא הם זה זו זאת יש אין לי לכם לנו לך מה איך האם אם או גם כל לא כן רק כי אבל
  איזה אילו מי מתי אפשר צריך רוצה כמה הכי ביותר
  the a an of on in for to and or is are do does did can could should may i you we us my your our me it its that this
  what how which who when much many there any with have has had get need want will would be am was were if so at as by
  please`

const maxQueryTerms = 8
const maxMemoised = 10_000

/** Loads the stemmers and stop words of languages (BCP 47). One without a stemmer only has the spellings of its words. */
export async function loadLanguages(tags: Iterable<string>): Promise<Languages> {
  const languages = new Map<string, (word: string) => WordForms>()
  const ignored = new Set(splitWords(stopWords).map(fold))
  for (const tag of new Set(tags)) {
    const names = listModules(tag)
    const stems: Stem[] = []
    for (const name of names) {
      const { stemmer }: { stemmer: Stem } = await import(`@orama/stemmers/${name}`)
      stems.push(stemmer)
      // The list above is made for questions; this one has more English words, which may matter in a question.
      if (name === 'english') continue
      const { stopwords }: { stopwords: string[] } = await import(`@orama/stopwords/${name}`)
      for (const word of splitWords(stopwords.join(' '))) ignored.add(fold(word))
    }
    languages.set(
      tag,
      memoise((word) => listWordForms(word, stems), maxMemoised)
    )
  }
  const omitIgnored = (words: string[]) => words.filter((word) => !ignored.has(fold(word)))
  return {
    listForms: (word, language) => languages.get(language)?.(word) ?? listWordForms(word, []),
    readQuery: (query) => {
      const words = omitIgnored([...new Set(splitWords(query))])
      // A document may write `ebike` for `e-bike`.
      const compounds = new Map(joinCompounds(query).map(({ joined, last }) => [last, joined]))
      return words.slice(0, maxQueryTerms).map((word) => {
        const compound = compounds.get(word)
        const texts = compound === undefined ? [word] : [word, compound]
        return mergeForms(
          texts.flatMap((text) => Array.from(languages.values(), (listForms) => listForms(text)))
        )
      })
    },
    simplify: (text) => {
      const words = splitWords(text)
      return [words, omitIgnored(words)].map((some) => some.map(fold).join(' ')).filter(Boolean)
    }
  }
}

/** Returns the modules for a language. Product names are in Latin letters, so another script has the English one too. */
function listModules(tag: string): string[] {
  if (!isLanguage(tag)) return []
  const { language, script } = new Intl.Locale(tag).maximize()
  const names = [modules.get(language), script && script !== 'Latn' ? 'english' : undefined]
  return names.filter((name) => name !== undefined)
}

function listWordForms(word: string, stemmers: Stem[]): WordForms {
  const forms = listPlainForms(word)
  const folded = fold(word)
  if (forms.stems.length > 0 || isNumber(folded) || stemmers.length === 0) return forms
  const stem = (text: string) => fold(stemmers.reduce((rest, shorten) => shorten(rest), text))
  return { spellings: [folded], stems: [...new Set([stem(word), stem(folded)])] }
}

const mergeForms = (forms: WordForms[]): WordForms => ({
  spellings: [...new Set(forms.flatMap(({ spellings }) => spellings))],
  stems: [...new Set(forms.flatMap(({ stems }) => stems))]
})
