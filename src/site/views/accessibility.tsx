import { describe } from '../describe.ts'
import { siteOf } from '../page-context.ts'
import { crumbsTo } from '../parts/crumbs.tsx'
import { Prose } from '../parts/prose.tsx'
import { addressLines } from '../parts/ways.ts'
import { WaysList } from '../parts/ways-list.tsx'
import type { Page } from '../view.ts'

// The day on which what the statement says was last verified.
const updated = '2026-11-20'

/** The statement that regulation 35 of the Israeli service accessibility regulations asks of a site. */
export const accessibility: Page = (business, settings) => {
  const site = siteOf(business, settings)
  const { accessibility: words } = site.t.legal
  const { name, address } = business.profile
  const isIsraeli = address.country === 'IL'
  return {
    title: `${words.title} | ${name}`,
    description: describe(words.description(name)),
    crumbs: crumbsTo(site, { name: words.title, path: '/accessibility/' }),
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
          {addressLines(site).length > 0 && (
            <section>
              <h2>{words.place}</h2>
              <p>{words.placeText}</p>
            </section>
          )}
          <section>
            <h2>{words.contact}</h2>
            <p>{words.contactText}</p>
            <WaysList site={site} />
          </section>
          <p class="note">
            {words.updated} <time datetime={updated}>{site.date(updated)}</time>.
          </p>
        </div>
      </>
    )
  }
}
