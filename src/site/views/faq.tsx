import { questionUrl } from '../../business/schemas/faq.ts'
import { fill } from '../../business/words.ts'
import type { Context } from '../../context/context.ts'
import { CallToAction } from '../parts/contact-ways.tsx'
import { PageHead, Question } from '../parts/elements.tsx'
import { DataText, List } from '../parts/texts.tsx'
import type { Props, View } from '../view.ts'

// No id of a question has an underscore.
const topicAnchor = (index: number) => `topic_${index + 1}`

// A visitor reads a few questions faster than they type.
const minFiltered = 8

export const faq: View = (context) => {
  const { words, business } = context
  const { name } = business.profile
  const categories = business.faq.categories.filter(({ items }) => items.length > 0)
  const isFiltered = categories.reduce((sum, { items }) => sum + items.length, 0) >= minFiltered
  return {
    title: words.faq.title,
    name: words.faq.heading,
    description: [fill(words.faq.description, { name }), categories[0]?.items[0]?.question],
    facts: categories.map((topic) => topic.name),
    structuredData: () => [createQuestionsNode(context)],
    operationPath: '/faq.json',
    files: ['profile', 'faq'],
    scripts: ['open-question.js', ...(isFiltered ? ['filter-questions.js'] : [])],
    main: () => (
      <>
        <PageHead title={words.faq.heading}>{isFiltered && <Filter context={context} />}</PageHead>
        <div class="with-contents">
          {categories.length > 1 && (
            <nav class="contents" aria-label={words.faq.topics}>
              <List
                items={categories.map(({ name }, index) => (
                  <a href={`#${topicAnchor(index)}`}>
                    <DataText context={context} text={name} />
                  </a>
                ))}
              />
            </nav>
          )}
          <div>
            {categories.map(({ name, items }, index) => (
              <section class="topic">
                <h2 id={topicAnchor(index)}>
                  <DataText context={context} text={name} />
                </h2>
                {items.map((item) => (
                  <Question context={context} item={item} id={item.id} />
                ))}
              </section>
            ))}
          </div>
        </div>
        <CallToAction context={context} heading={words.faq.unanswered} action={words.faq.ask} />
      </>
    )
  }
}

const createQuestionsNode = ({ business: { faq }, language }: Context) => ({
  '@type': 'FAQPage',
  url: faq.source,
  inLanguage: language,
  mainEntity: faq.categories
    .flatMap(({ items }) => items)
    .map((item) => ({
      '@type': 'Question',
      url: questionUrl(faq, item),
      name: item.question,
      acceptedAnswer: { '@type': 'Answer', text: item.answer }
    }))
})

/** A box that narrows the questions as a visitor types. Without filter-questions.js, it is hidden. */
function Filter({ context: { words } }: Props) {
  return (
    <form class="question-filter" method="dialog" data-markdown-ignore data-matches={words.faq.matches}>
      <label>
        <span>{words.faq.filter}</span>
        <input type="search" name="filter" autocomplete="off" maxlength={100} dir="auto" />
      </label>
      <p role="status" />
    </form>
  )
}
