import type { FaqItem } from '../../business/faq.ts'
import type { Example } from '../../business/services.ts'
import { fold, listForms, splitWords } from '../../business/spelling.js'
import type { PageContext } from '../page-context.ts'
import { Question } from './text.tsx'

const maxQuestions = 4

/** The questions that name a service or a tool that it connects; null if there are none. */
export function RelatedQuestions({ context, example }: { context: PageContext; example: Example }) {
  const items = findRelated(
    context.business.faq.categories.flatMap(({ items }) => items),
    example
  )
  return items.length === 0 ? null : (
    <section class="questions">
      <h2>{context.words.service.questions}</h2>
      <div>
        {items.map((item) => (
          <Question key={item.id} context={context} item={item} />
        ))}
      </div>
    </section>
  )
}

/** Returns the first questions that name the service, and then those that name most of its tools. */
function findRelated(items: FaqItem[], { name, tools = [] }: Example): FaqItem[] {
  const finders = [createFinder(name), ...tools.map((tool) => createToolFinder(tool))]
  const counted = items.flatMap((item) => {
    const text = `${item.question}\n${item.answer}`
    const [isNamed, ...found] = finders.map((find) => find(text))
    const count = found.filter(Boolean).length + (isNamed ? finders.length : 0)
    return count > 0 ? [{ item, count }] : []
  })
  return counted
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxQuestions)
    .map(({ item }) => item)
}

type Finder = (text: string) => boolean

/** Returns a function that finds a name in a text: all its words in a row, compared as search compares words. */
function createFinder(name: string): Finder {
  const [start] = /[\p{L}\p{N}]+/u.exec(name) ?? []
  if (start === undefined) return () => false
  const pattern = new RegExp(start, 'iu')
  const words = splitWords(name).map(fold)
  // Most texts do not have the name, and a pattern is faster than splitting a text into words.
  return (text) => {
    if (!pattern.test(text)) return false
    const spellings = listSpellings(text)
    return spellings.some((_, at) => words.every((word, index) => spellings[at + index]?.includes(word)))
  }
}

/** Returns the spellings of each word of a text. One without its Hebrew prefix is another word if only two letters are left. */
const listSpellings = (text: string): string[][] =>
  splitWords(text.replace(/(?<=\p{Script=Hebrew})(?=\p{Script=Latin})/gu, ' ')).map((word) =>
    listForms(word).spellings.filter((spelling, index) => index === 0 || spelling.length > 2)
  )

/**
 * Returns a function that finds a tool. The name of some tools is an ordinary word too, such as Make. It counts only with its
 * capital letter, and at the start of a sentence only if no word in lower case follows.
 */
function createToolFinder(tool: string): Finder {
  const find = createFinder(tool)
  if (!/^\p{Lu}\p{Ll}+$/u.test(tool)) return find
  const inSentence = new RegExp(`(?<![.!?:…\\n]\\P{L}*|^\\P{L}*)${tool}(?!\\p{L})`, 'u')
  const asName = new RegExp(`${tool}(?!\\p{L}|\\s+\\p{Ll})`, 'u')
  return (text) => find(text) && (inSentence.test(text) || asName.test(text))
}
