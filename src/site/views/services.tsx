import type { Category } from '../../business/services.ts'
import { describe } from '../describe.ts'
import { type Site, siteOf } from '../page-context.ts'
import { crumbsTo } from '../parts/crumbs.tsx'
import { FromPrice } from '../parts/price.tsx'
import { fullRows, ServiceLines, ServiceRows } from '../parts/service-row.tsx'
import { serviceNode } from '../parts/structured.ts'
import type { Page } from '../view.ts'

export const services: Page = (business, settings) => {
  const site = siteOf(business, settings)
  const { t } = site
  const { pricing_note, categories, examples } = business.services
  const shown = examples.slice(0, fullRows)
  return {
    title: `${t.services.title} | ${business.profile.name}`,
    description: describe(t.services.description(business.profile.name), pricing_note),
    crumbs: crumbsTo(site, { name: t.nav.services, path: '/services/' }),
    structured: shown.map((example) => serviceNode(site, example)),
    data: '/services.json',
    files: ['profile', 'services', 'pricing'],
    main: (
      <>
        <div class="page-head">
          <h1>{t.services.heading}</h1>
          {pricing_note && <p class="lead">{pricing_note}</p>}
        </div>
        <section>
          <h2>{t.services.examples}</h2>
          {examples.length === 0 && <p>{t.services.none}</p>}
          <ServiceRows site={site} services={shown} heading="h3" />
          <Further site={site} />
        </section>
        {categories.length > 0 && <Categories site={site} categories={categories} />}
      </>
    )
  }
}

function Further({ site }: { site: Site }) {
  const rest = site.business.services.examples.slice(fullRows)
  return rest.length === 0 ? null : (
    <>
      <h3>{site.t.services.more}</h3>
      <ServiceLines site={site} services={rest} />
    </>
  )
}

function Categories({ site, categories }: { site: Site; categories: Category[] }) {
  const { t } = site
  const price = (amount: number | undefined) =>
    amount === undefined ? t.price.onRequest : <FromPrice site={site} amount={amount} />
  return (
    <section>
      <h2 id="byField">{t.services.categories}</h2>
      <table class="prices" aria-labelledby="byField">
        <thead>
          <tr>
            <th scope="col">{t.services.category}</th>
            <th scope="col">{t.services.focused}</th>
            <th scope="col">{t.services.full}</th>
          </tr>
        </thead>
        <tbody>
          {categories.map(({ id, name, focused_scope_from_ils, full_build_from_ils }) => (
            <tr key={id} id={id}>
              <th scope="row">{name}</th>
              <td data-label={t.services.focused}>{price(focused_scope_from_ils)}</td>
              <td data-label={t.services.full}>{price(full_build_from_ils)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
