import { describe } from '../describe.ts'
import { type Site, siteOf } from '../page-context.ts'
import { crumbsTo } from '../parts/crumbs.tsx'
import { PackageCard } from '../parts/package-card.tsx'
import { Money } from '../parts/price.tsx'
import { fullRows, ServiceLines } from '../parts/service-row.tsx'
import { packageNode } from '../parts/structured.ts'
import type { Page } from '../view.ts'

export const pricing: Page = (business, settings) => {
  const site = siteOf(business, settings)
  const { t } = site
  const { model, packages } = business.pricing
  return {
    title: `${t.pricing.title} | ${business.profile.name}`,
    description: describe(t.pricing.description(business.profile.name), model),
    crumbs: crumbsTo(site, { name: t.nav.pricing, path: '/pricing/' }),
    structured: packages.map((item) => packageNode(site, item)),
    data: '/pricing.json',
    files: ['profile', 'services', 'pricing'],
    main: (
      <>
        <div class="page-head">
          <h1>{t.pricing.heading}</h1>
          <p class="lead">{model}</p>
        </div>
        <Range site={site} />
        <section>
          <h2>{t.pricing.packages}</h2>
          <div class="packages">
            {packages.map((item) => (
              <PackageCard key={item.id} site={site} item={item} />
            ))}
          </div>
        </section>
        <ServicePrices site={site} />
        <Notes site={site} />
      </>
    )
  }
}

function Range({ site }: { site: Site }) {
  const { t, business } = site
  const { entry_price_ils, typical_range_ils, max_project_ils } = business.profile.pricing_model
  const [low, high] = typical_range_ils ?? []
  if ([entry_price_ils, low, max_project_ils].every((amount) => amount === undefined)) return null
  return (
    <dl class="range">
      {entry_price_ils !== undefined && (
        <div>
          <dt>{t.pricing.entry}</dt>
          <dd>
            <Money site={site} amount={entry_price_ils} />
          </dd>
        </div>
      )}
      {low !== undefined && high !== undefined && (
        <div class="range-middle">
          <dt>{t.pricing.typical}</dt>
          <dd>
            <Money site={site} amount={low} /> <span class="range-to">{t.price.to}</span>{' '}
            <Money site={site} amount={high} />
          </dd>
        </div>
      )}
      {max_project_ils !== undefined && (
        <div>
          <dt>{t.pricing.max}</dt>
          <dd>
            <span class="range-to">{t.price.upTo}</span> <Money site={site} amount={max_project_ils} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function ServicePrices({ site }: { site: Site }) {
  const examples = site.business.services.examples.slice(0, fullRows)
  return examples.length === 0 ? null : (
    <section>
      <h2>{site.t.pricing.services}</h2>
      <ServiceLines site={site} services={examples} />
    </section>
  )
}

function Notes({ site }: { site: Site }) {
  const { notes } = site.business.pricing
  return notes === undefined ? null : (
    <section>
      <h2>{site.t.pricing.notes}</h2>
      <ul class="notes">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  )
}
