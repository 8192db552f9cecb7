import { type Static, Type } from '@sinclair/typebox'
import { maxQuestions } from './limits.ts'
import { Language, Name, Text, Url } from './values.ts'

export const FaqItem = Type.Object(
  {
    question: Text('The question, as a client asks it.', 'How long does it take?'),
    answer: Text('The answer, in plain text without HTML.', 'Two to three weeks from the first talk.')
  },
  { $id: 'FaqItem', description: 'A question with its answer.' }
)
export type FaqItem = Static<typeof FaqItem>

const items = { description: 'Questions of this topic, in the order to show them.' }
const categories = { description: 'Questions by topic, in the order to show them.' }

export const FaqCategory = Type.Object(
  {
    name: Name('Topic of the questions.', 'Prices'),
    items: Type.Array(FaqItem, items)
  },
  { $id: 'FaqCategory', description: 'Questions on one topic.' }
)
export type FaqCategory = Static<typeof FaqCategory>

export const Faq = Type.Object(
  {
    language: Language('Language of the questions and answers, by BCP 47.'),
    source: Type.Optional(Url('The page that shows the questions.', 'https://business.example/faq/')),
    categories: Type.Array(FaqCategory, categories)
  },
  { $id: 'Faq', description: 'Questions that clients ask, with answers, by topic.' }
)
export type Faq = Static<typeof Faq>

/** faq.json: like the published FAQ, but one topic may have all the questions. */
export const FaqFile = Type.Object({
  ...Faq.properties,
  categories: Type.Array(
    Type.Object({
      ...FaqCategory.properties,
      items: Type.Array(FaqItem, { ...items, maxItems: maxQuestions })
    }),
    categories
  )
})
