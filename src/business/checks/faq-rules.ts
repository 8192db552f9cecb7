import type { DataFile } from '../business.ts'
import { isLanguage, languagePattern, maxLanguage } from '../language.ts'
import { maxQuestions } from '../limits.ts'
import { type Problem, show } from '../problem.ts'
import { questionId } from '../schemas/faq.ts'
import { hintFor } from '../schemas/patterns.ts'
import { type Find, problemOf, selectTexts } from '../select.ts'
import { builtInWords, findMissingWords, wordsByLanguage, wordsFilesOf } from '../words.ts'

/** Returns the problems of the languages and of the questions. The files may have any shape. */
export const checkFaq = (find: Find, table: Record<string, DataFile>): Problem[] => [
  ...checkLanguages(find),
  ...checkMissingWords(find, table),
  ...checkQuestionCount(find),
  ...checkQuestionIds(find)
]

const isForm = (tag: string) => tag.length <= maxLanguage && languagePattern.test(tag)

// A tag may match the pattern and still be invalid; Intl, which formats money and dates, would throw.
function checkLanguages(find: Find): Problem[] {
  return selectTexts([...find('faq#/language'), ...find('profile#/languages/*')])
    .filter(({ value }) => isForm(value) && !isLanguage(value))
    .map((tag) => problemOf(tag, 'is not a BCP 47 language tag', hintFor(languagePattern.source, tag.value)))
}

// Without words in its language, the interface would be in English on pages that claim another language.
function checkMissingWords(find: Find, table: Record<string, DataFile>): Problem[] {
  const [tag] = selectTexts(find('faq#/language')).filter(
    ({ value }) => isForm(value) && isLanguage(value) && !builtInWords(value)
  )
  if (tag === undefined) return []
  const names = wordsFilesOf(tag.value)
  const files = names.filter((name) => Object.hasOwn(table, name))
  if (files.length === 0) {
    const hint = `Copy the English words to ${names[0]}.json and translate them (docs/data.md, Words), or choose one of: ${Object.keys(wordsByLanguage).join(', ')}.`
    return [problemOf(tag, 'is a language for which the interface has no words', hint)]
  }
  const written = files.flatMap((name) => find(`${name}#`)).flatMap(({ value }) => value ?? [])
  // A file that is not JSON is already a problem.
  if (written.length < files.length) return []
  return findMissingWords(written).map(([pointer, english]) => ({
    file: String(files[0]),
    pointer,
    message: 'is missing, and the software has no words in this language',
    hint: `Translate ${show(english)}.`
  }))
}

function checkQuestionCount(find: Find): Problem[] {
  const count = find('faq#/categories/*/items/*').length
  const message = `must have at most ${maxQuestions} questions in all`
  return count <= maxQuestions
    ? []
    : find('faq#/categories').map((categories) => problemOf({ ...categories, value: count }, message))
}

// Of two questions that both have an explicit id, checkUniqueIds reports the second.
function checkQuestionIds(find: Find): Problem[] {
  const first = new Map<string, { place: string; isExplicit: boolean }>()
  return selectTexts(find('faq#/categories/*/items/*/question')).flatMap((question) => {
    const place = question.pointer.replace(/\/question$/, '')
    const [explicit] = selectTexts(find(`faq#${place}/id`))
    const id = explicit?.value ?? questionId(question.value)
    const other = first.get(id)
    if (other === undefined) first.set(id, { place, isExplicit: explicit !== undefined })
    return other === undefined || (other.isExplicit && explicit)
      ? []
      : [
          problemOf(
            question,
            `has the same id as ${other.place} (${id})`,
            'Give one of the two questions another `id`, or delete it.'
          )
        ]
  })
}
