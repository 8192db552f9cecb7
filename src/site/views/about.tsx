import type { PageContext } from '../page-context.ts'
import { addressLines, type Fact, Facts, listFacts, TrackRecord } from '../parts/profile.tsx'
import { businessNode } from '../parts/structured-data.ts'
import { describe, toSentence, type View } from '../view.ts'
import { fill } from '../words.ts'

export const about: View = (context) => {
  const { words, business } = context
  const { name, category, not_category, tagline, stack } = business.profile
  return {
    title: `${words.about.title} | ${name}`,
    description: describe(fill(words.about.description, { name }), category),
    breadcrumbs: [{ name: words.about.title, path: '/about/' }],
    structuredData: [businessNode(context)],
    operationPath: '/profile.json',
    files: ['profile'],
    main: (
      <>
        <div class="page-head">
          <h1>{name}</h1>
          {(category ?? tagline) && <p class="lead">{category ?? tagline}</p>}
        </div>
        <TrackRecord context={context} />
        <div class="columns">
          <section>
            <h2>{words.about.facts}</h2>
            <Facts facts={aboutFacts(context)} />
          </section>
          <div>
            {not_category && (
              <section>
                <h2>{words.about.notCategory}</h2>
                <p>{toSentence(not_category)}</p>
              </section>
            )}
            {stack && (
              <section>
                <h2>{words.about.stack}</h2>
                <ul class="chips">
                  {stack.map((tool) => (
                    <li key={tool}>
                      <bdi>{tool}</bdi>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </div>
        </div>
      </>
    )
  }
}

function aboutFacts(context: PageContext): Fact[] {
  const { words, business } = context
  const { name, name_en, pricing_model } = business.profile
  return [
    [words.about.name, name],
    [words.about.nameEn, name_en === name ? undefined : name_en],
    ...listFacts(context),
    [words.contact.address, addressLines(context).join(', ') || undefined],
    [words.pages.pricing, pricing_model.note ?? business.pricing.model]
  ]
}
