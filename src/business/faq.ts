import { type Static, Type } from '@sinclair/typebox'
import { Language, Name, Text, Url } from './values.ts'

export const FaqItem = Type.Object(
  {
    question: Text('The question, as a client asks it.', 'How long does it take?'),
    answer: Text('The answer, in plain text without HTML.', 'Two to three weeks from the first talk.')
  },
  { $id: 'FaqItem', description: 'A question with its answer.' }
)
export type FaqItem = Static<typeof FaqItem>

export const FaqCategory = Type.Object(
  {
    name: Name('Topic of the questions.', 'Prices'),
    items: Type.Array(FaqItem, { description: 'Questions of this topic, in the order to show them.' })
  },
  { $id: 'FaqCategory', description: 'Questions on one topic.' }
)
export type FaqCategory = Static<typeof FaqCategory>

export const Faq = Type.Object(
  {
    language: Language('Language of the questions and answers, by BCP 47.'),
    source: Type.Optional(Url('The page that shows the questions.', 'https://business.example/faq/')),
    categories: Type.Array(FaqCategory, { description: 'Questions by topic, in the order to show them.' })
  },
  { $id: 'Faq', description: 'Questions that clients ask, with answers, by topic.' }
)
export type Faq = Static<typeof Faq>
