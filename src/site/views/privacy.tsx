import { describe } from '../describe.ts'
import { siteOf } from '../page-context.ts'
import { crumbsTo } from '../parts/crumbs.tsx'
import { Prose } from '../parts/prose.tsx'
import { WaysList } from '../parts/ways-list.tsx'
import type { Page } from '../view.ts'

export const privacy: Page = (business, settings) => {
  const site = siteOf(business, settings)
  const { privacy: words } = site.t.legal
  const { name } = business.profile
  return {
    title: `${words.title} | ${name}`,
    description: describe(words.description(name)),
    crumbs: crumbsTo(site, { name: words.title, path: '/privacy/' }),
    files: ['profile'],
    main: (
      <>
        <div class="page-head">
          <h1>{words.title}</h1>
          <p class="lead">{words.lead}</p>
        </div>
        <div class="prose">
          {words.sections.map(({ heading, items }) => (
            <Prose key={heading} heading={heading} items={items} />
          ))}
          <Prose
            heading={words.server}
            items={[settings.accessLog ? words.log : words.noLog, words.hosting]}
          />
          <section>
            <h2>{words.rights}</h2>
            <p>{words.rightsText}</p>
            <WaysList site={site} />
          </section>
        </div>
      </>
    )
  }
}
