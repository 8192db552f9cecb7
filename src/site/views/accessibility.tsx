import { addressLines, WaysList } from '../parts/profile.tsx'
import { Prose } from '../parts/text.tsx'
import { describe, type View } from '../view.ts'
import { fill } from '../words.ts'

// The day on which the statement was last verified.
const updated = '2026-11-20'

/** The statement that regulation 35 of the Israeli service accessibility regulations requires of a site. */
export const accessibility: View = (context) => {
  const words = context.words.accessibility
  const { name, address } = context.business.profile
  const isIsraeli = address.country === 'IL'
  return {
    title: `${words.title} | ${name}`,
    description: describe(fill(words.description, { name })),
    breadcrumbs: [{ name: words.title, path: '/accessibility/' }],
    files: ['profile'],
    main: (
      <>
        <div class="page-head">
          <h1>{words.title}</h1>
          <p class="lead">{words.lead}</p>
        </div>
        <div class="prose">
          <section>
            <h2>{words.standard}</h2>
            {isIsraeli && <p>{words.israel}</p>}
            <p>{words.wcag}</p>
          </section>
          <Prose heading={words.done} items={words.doneItems} />
          <section>
            <h2>{words.tested}</h2>
            <p>{words.testedText}</p>
          </section>
          <Prose heading={words.limits} items={words.limitItems} />
          {addressLines(context).length > 0 && (
            <section>
              <h2>{words.place}</h2>
              <p>{words.placeText}</p>
            </section>
          )}
          <section>
            <h2>{words.contact}</h2>
            <p>{words.contactText}</p>
            <WaysList context={context} />
          </section>
          <p class="note">
            {words.updated} <time datetime={updated}>{context.formatDate(updated)}</time>.
          </p>
        </div>
      </>
    )
  }
}
