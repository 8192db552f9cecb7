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
    const lower = text.toLowerCase()
    const [isNamed, ...found] = finders.map((find) => find(text, lower))
    const count = found.filter(Boolean).length + (isNamed ? finders.length : 0)
    return count > 0 ? [{ item, count }] : []
  })
  return counted
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxQuestions)
    .map(({ item }) => item)
}

/** Finds a name in a text, which comes in lower case too. */
type Finder = (text: string, lower: string) => boolean

/** Returns a function that finds a name in a text: all its words in a row, compared as search compares words. */
function createFinder(name: string): Finder {
  const words = splitWords(name).map(fold)
  const runs = name.match(/[\p{L}\p{N}]+/gu)
  if (runs === null) return () => false
  // Splitting each text into words would take long, so this finds the parts that may be the name, with prefixes.
  const prefix = '[\\p{L}\\p{M}]{0,4}'
  const between = `[^\\p{L}\\p{N}]{0,8}${prefix}`
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}])${prefix}${runs.join(between)}[\\p{L}\\p{M}\\p{N}]*`,
    'giu'
  )
  const [first = ''] = runs.map((run) => run.toLowerCase())
  return (text, lower) =>
    lower.includes(first) &&
    text.match(pattern)?.some((part) => {
      const spellings = listSpellings(part)
      return spellings.some((_, at) => words.every((word, next) => spellings[at + next]?.includes(word)))
    }) === true
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
  const inSentence = new RegExp(`${tool}(?<!(?:[.!?:…\\n]|^)\\P{L}*${tool})(?!\\p{L})`, 'u')
  const asName = new RegExp(`${tool}(?!\\p{L}|\\s+\\p{Ll})`, 'u')
  return (text, lower) => find(text, lower) && (inSentence.test(text) || asName.test(text))
}
