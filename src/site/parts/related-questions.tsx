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

/** Returns the first questions that have the whole name of the service: its words in a row. */
function findRelated(items: FaqItem[], { name }: Service): FaqItem[] {
  const words = name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const [first] = words
  if (first === undefined) return []
  // A word of three letters or more may have Hebrew prefixes.
  const forms = words.map((word) => `${word.length > 2 ? '[הובלמשכ]{0,2}' : ''}${word}`)
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}])${forms.join('[^\\p{L}\\p{N}]+')}(?![\\p{L}\\p{M}\\p{N}])`,
    'u'
  )
  const isNamed = ({ question, answer }: FaqItem) => {
    const text = `${question}\n${answer}`.toLowerCase()
    // Most texts have no first word, and the pattern takes longer.
    return text.includes(first) && pattern.test(text)
  }
  return items.filter(isNamed).slice(0, maxQuestions)
}
