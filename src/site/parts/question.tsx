import type { FaqItem } from '../../business/faq.ts'

/** A question that opens on its answer, without a script. */
export function Question({ item }: { item: FaqItem }) {
  return (
    <details class="question">
      <summary>{item.question}</summary>
      <p>{item.answer}</p>
    </details>
  )
}
