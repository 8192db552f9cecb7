import { questionsNode } from '../parts/structured-data.ts'
import { Question } from '../parts/text.tsx'
import { describe, type View } from '../view.ts'
import { fill } from '../words.ts'

export const faq: View = (context) => {
  const { words, business } = context
  const { name } = business.profile
  const { categories } = business.faq
  return {
    title: `${words.faq.title} | ${name}`,
    description: describe(fill(words.faq.description, { name }), categories[0]?.items[0]?.question),
    breadcrumbs: [{ name: words.faq.heading, path: '/faq/' }],
    structuredData: [questionsNode(context)],
    operationPath: '/faq.json',
    files: ['profile', 'faq'],
    main: (
      <>
        <div class="page-head">
          <h1>{words.faq.heading}</h1>
        </div>
        <div class="with-contents">
          {categories.length > 1 && (
            <nav class="contents" aria-label={words.faq.topics}>
              <ul>
                {categories.map(({ name }, index) => (
                  <li key={name}>
                    <a href={`#topic${index + 1}`}>{name}</a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          <div>
            {categories.map(({ name, items }, index) => (
              <section key={name} class="topic">
                <h2 id={`topic${index + 1}`}>{name}</h2>
                {items.map((item) => (
                  <Question key={item.question} item={item} />
                ))}
              </section>
            ))}
            <p class="unanswered">
              {words.faq.unanswered} <a href="/contact/">{words.faq.ask}</a>
            </p>
          </div>
        </div>
      </>
    )
  }
}
