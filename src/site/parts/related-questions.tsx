import type { FaqItem } from '../../business/faq.ts'
import type { Example } from '../../business/services.ts'
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
  const names = [createFinder(name), ...tools.map(createFinder)]
  const counted = items.flatMap((item) => {
    const text = `${item.question}\n${item.answer}`
    const [isNamed, ...found] = names.map((find) => find(text))
    const count = found.filter(Boolean).length + (isNamed ? names.length : 0)
    return count > 0 ? [{ item, count }] : []
  })
  return counted
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxQuestions)
    .map(({ item }) => item)
}

/** Returns a function that finds a name in a text, as whole words; a Hebrew word may have prefixes, such as ו and ל. */
function createFinder(name: string): (text: string) => boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:[ובכלמשה]{1,3}[-־]?)?${escaped}(?![\\p{L}\\p{N}])`, 'u')
  // Most texts do not have the name, and a search is faster than a pattern.
  return (text) => text.includes(name) && pattern.test(text)
}
