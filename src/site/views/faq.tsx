import { describe } from '../describe.ts'
import { siteOf } from '../page-context.ts'
import { crumbsTo } from '../parts/crumbs.tsx'
import { Question } from '../parts/question.tsx'
import { questionsNode } from '../parts/structured.ts'
import type { Page } from '../view.ts'

export const faq: Page = (business, settings) => {
  const site = siteOf(business, settings)
  const { t } = site
  const { categories } = business.faq
  return {
    title: `${t.faq.title} | ${business.profile.name}`,
    description: describe(t.faq.description(business.profile.name), categories[0]?.items[0]?.question),
    crumbs: crumbsTo(site, { name: t.faq.heading, path: '/faq/' }),
    structured: categories.some(({ items }) => items.length > 0) ? [questionsNode(site)] : [],
    data: '/faq.json',
    files: ['profile', 'faq'],
    main: (
      <>
        <div class="page-head">
          <h1>{t.faq.heading}</h1>
          {categories.length === 0 && <p class="lead">{t.faq.none}</p>}
        </div>
        <div class="with-contents">
          {categories.length > 1 && (
            <nav class="contents" aria-label={t.faq.topics}>
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
              {t.faq.unanswered} <a href="/contact/">{t.faq.ask}</a>
            </p>
          </div>
        </div>
      </>
    )
  }
}
