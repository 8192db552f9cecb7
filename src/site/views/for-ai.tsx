import { describe } from '../describe.ts'
import { type Site, siteOf } from '../page-context.ts'
import { Addresses } from '../parts/addresses.tsx'
import { areaText } from '../parts/area.ts'
import { crumbsTo } from '../parts/crumbs.tsx'
import { Facts } from '../parts/facts.tsx'
import { Link } from '../parts/link.tsx'
import { PackagePrice } from '../parts/package-card.tsx'
import { Prose } from '../parts/prose.tsx'
import { TrackRecord } from '../parts/record.tsx'
import { fullRows, ServiceLines } from '../parts/service-row.tsx'
import { businessNode } from '../parts/structured.ts'
import { WaysList } from '../parts/ways-list.tsx'
import { sentence } from '../sentence.ts'
import type { Page } from '../view.ts'

export const forAi: Page = (business, settings) => {
  const site = siteOf(business, settings)
  const words = site.t.forAi
  const { name, not_category } = business.profile
  return {
    title: `${words.title} | ${name}`,
    description: describe(words.description(name)),
    crumbs: crumbsTo(site, { name: site.t.nav.forAi, path: '/for-ai/' }),
    structured: [businessNode(site)],
    data: '/profile.json',
    files: ['profile', 'services', 'pricing'],
    main: (
      <>
        <div class="page-head">
          <h1>{words.title}</h1>
          <p class="lead">{words.lead(name)}</p>
        </div>
        <div class="prose">
          <section>
            <h2>{words.who}</h2>
            <Facts facts={factsOf(site)} />
            <TrackRecord site={site} />
          </section>
          <Offered site={site} />
          <section>
            <h2>{words.notOffered}</h2>
            {not_category && <p>{sentence(not_category)}</p>}
            <p>{words.readOnly}</p>
          </section>
          <Prose heading={words.use} items={words.useItems} />
          <Addresses site={site} />
          <section>
            <h2>{words.contact}</h2>
            <WaysList site={site} />
          </section>
        </div>
      </>
    )
  }
}

function factsOf(site: Site): [label: string, value: string | undefined][] {
  const { t, business, list, languageName } = site
  const { name, name_en, category, founder, founded_year, legal_form, languages, stack } = business.profile
  const { pricing_model } = business.profile
  return [
    [t.about.name, name],
    [t.about.nameEn, name_en],
    [t.services.category, category],
    [t.about.founder, founder],
    [t.about.foundedYear, founded_year === undefined ? undefined : String(founded_year)],
    [t.about.legalForm, legal_form],
    [t.about.languages, languages && list(languages.map(languageName))],
    [t.about.area, areaText(site)],
    [t.about.stack, stack?.join(', ')],
    [t.nav.pricing, pricing_model.note ?? business.pricing.model]
  ]
}

function Offered({ site }: { site: Site }) {
  const { t, business } = site
  const { examples } = business.services
  return (
    <>
      <section>
        <h2>{t.forAi.offered}</h2>
        <p>{t.forAi.offeredNote}</p>
        <ServiceLines site={site} services={examples.slice(0, fullRows)} />
        {examples.length > fullRows && (
          <p>
            <Link site={site} to="/services/">
              {t.forAi.more}
            </Link>
          </p>
        )}
      </section>
      <section>
        <h2>{t.forAi.packages}</h2>
        {business.pricing.packages.map((item) => (
          <div key={item.id} class="plain-package">
            <h3>
              <Link site={site} to={item.url ?? `/pricing/#${item.id}`}>
                {item.name}
              </Link>
            </h3>
            {item.description && <p>{item.description}</p>}
            <PackagePrice site={site} item={item} />
          </div>
        ))}
      </section>
    </>
  )
}
