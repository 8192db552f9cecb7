import { createHash } from 'node:crypto'
import { Optional, type Static, Type } from '@sinclair/typebox'
import { limits } from '../limits.ts'
import { Component, field } from './values.ts'

const FaqItem = Component('FaqItem', 'A question with its answer.', {
  id: Type.String({
    description: 'Stable id of the question: its fragment on the page of the questions.',
    examples: ['how-long-does-it-take'],
    minLength: 1
  }),
  question: field.text('The question, as a client asks it.', 'How long does it take?'),
  answer: field.text('The answer, in plain text without HTML.', 'Two days.')
})
export type FaqItem = Static<typeof FaqItem>

const items = { description: 'Questions of this topic, in the order to show them.' }
const categories = { description: 'Questions by topic, in the order to show them.' }

const FaqCategory = Component('FaqCategory', 'Questions on one topic.', {
  name: field.name('Topic of the questions.', 'Prices'),
  items: Type.Array(FaqItem, items)
})

export const Faq = Component('Faq', 'Questions that clients ask, with answers, by topic.', {
  language: field.language('Language of the questions and answers, by BCP 47.'),
  source: Optional(field.url('The page that shows the questions.', 'https://business.example/faq/')),
  categories: Type.Array(FaqCategory, categories)
})
type Faq = Static<typeof Faq>

/** faq.json: like the published FAQ, but ids may be omitted, and the limit of questions applies to all topics together. */
export const FaqFile = Type.Object({
  ...Faq.properties,
  categories: Type.Array(
    Type.Object({
      ...FaqCategory.properties,
      items: Type.Array(
        Type.Object({
          ...FaqItem.properties,
          id: Optional(
            field.slug('Stable id of the question. If absent, it is made from the question.', 'time')
          )
        }),
        { ...items, maxItems: limits.questions }
      )
    }),
    categories
  )
})
type FaqFile = Static<typeof FaqFile>

export const hasQuestions = ({ categories }: FaqFile): boolean =>
  categories.some(({ items }) => items.length > 0)

const maxReadableId = 60

/** Makes an id of the words of a question, which changes only if they do; a long one is cut and gets a hash. */
export function questionId(question: string): string {
  const words =
    question
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const slug = words.join('-')
  const hash = createHash('sha256').update(question).digest('hex').slice(0, 8)
  if (slug === '') return hash
  return slug.length <= maxReadableId
    ? slug
    : `${slug.slice(0, maxReadableId).replace(/-[^-]*$/, '')}-${hash}`
}

export function questionUrl({ source }: Pick<Faq, 'source'>, { id }: Pick<FaqItem, 'id'>): string {
  const url = new URL(String(source))
  url.hash = id
  return url.href
}
