import { describe } from '../describe.ts'
import { type Site, siteOf } from '../page-context.ts'
import { areaText } from '../parts/area.ts'
import { crumbsTo } from '../parts/crumbs.tsx'
import { Facts } from '../parts/facts.tsx'
import { TrackRecord } from '../parts/record.tsx'
import { businessNode } from '../parts/structured.ts'
import { addressLines } from '../parts/ways.ts'
import { sentence } from '../sentence.ts'
import type { Page } from '../view.ts'

export const about: Page = (business, settings) => {
  const site = siteOf(business, settings)
  const { t } = site
  const { name, category, not_category, tagline, stack } = business.profile
  return {
    title: `${t.about.title} | ${name}`,
    description: describe(t.about.description(name), category),
    crumbs: crumbsTo(site, { name: t.about.title, path: '/about/' }),
    structured: [businessNode(site)],
    data: '/profile.json',
    files: ['profile'],
    main: (
      <>
        <div class="page-head">
          <h1>{name}</h1>
          {(category ?? tagline) && <p class="lead">{category ?? tagline}</p>}
        </div>
        <TrackRecord site={site} />
        <div class="columns">
          <section>
            <h2>{t.about.facts}</h2>
            <Facts facts={factsOf(site)} />
          </section>
          <div>
            {not_category && (
              <section>
                <h2>{t.about.notCategory}</h2>
                <p>{sentence(not_category)}</p>
              </section>
            )}
            {stack && (
              <section>
                <h2>{t.about.stack}</h2>
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

function factsOf(site: Site): [label: string, value: string | undefined][] {
  const { t, business, list, languageName } = site
  const { name, name_en, founder, founded_year, legal_form, languages, pricing_model } = business.profile
  return [
    [t.about.name, name],
    [t.about.nameEn, name_en === name ? undefined : name_en],
    [t.about.founder, founder],
    [t.about.foundedYear, founded_year === undefined ? undefined : String(founded_year)],
    [t.about.legalForm, legal_form],
    [t.about.languages, languages && list(languages.map(languageName))],
    [t.about.area, areaText(site)],
    [t.contact.address, addressLines(site).join(', ') || undefined],
    [t.nav.pricing, pricing_model.note ?? business.pricing.model]
  ]
}
