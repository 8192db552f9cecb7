import { fold, listForms, splitWords } from '../../base/spelling.js'
import type { FaqItem } from '../../business/schemas/faq.ts'
import type { Service } from '../../business/v1.ts'
import type { Context } from '../../context/context.ts'
import { Question } from './prose.tsx'

const maxQuestions = 4

export function RelatedQuestions({ context, service }: { context: Context; service: Service }) {
  const items = findRelated(
    context.business.faq.categories.flatMap(({ items }) => items),
    service
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
function findRelated(items: FaqItem[], { name, tools = [] }: Service): FaqItem[] {
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

/** The most characters of a text between two words of a name, with the Hebrew prefixes of the second. */
const maxGap = 12
const prefixes = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}]{0,4}$/u
const afterWord = /[^\p{L}\p{M}\p{N}]|$/u

/** Returns a function that finds a name in a text: all its words in a row, compared as search compares words. */
function createFinder(name: string): Finder {
  const words = splitWords(name).map(fold)
  const runs = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  // Splitting each text into words would take long, and so would a pattern for each name.
  return (_, lower) =>
    findParts(lower, runs).some((part) => {
      const spellings = listSpellings(part)
      return spellings.some((_, at) => words.every((word, next) => spellings[at + next]?.includes(word)))
    })
}

/** Returns the parts of a text that may be a name: its runs of letters one after another, in whole words. */
function findParts(text: string, [first, ...others]: string[]): string[] {
  const parts: string[] = []
  if (first === undefined) return parts
  for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + 1)) {
    const [before] = prefixes.exec(text.slice(Math.max(0, at - maxGap), at)) ?? []
    const end = others.reduce((end, run) => endOf(run, text, end), at + first.length)
    if (before === undefined || Number.isNaN(end)) continue
    parts.push(before + text.slice(at, end + text.slice(end).search(afterWord)))
  }
  return parts
}

/** Returns the end of a run of letters that is at most `maxGap` characters after a place in a text, or NaN if the text has none. */
function endOf(run: string, text: string, from: number): number {
  const gap = text.slice(from, from + maxGap + run.length).indexOf(run)
  return gap === -1 ? Number.NaN : from + gap + run.length
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
