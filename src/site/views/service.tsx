import { quoteFor } from '../../business/operations.ts'
import type { Example } from '../../business/services.ts'
import { describe } from '../describe.ts'
import { type Site, siteOf } from '../page-context.ts'
import { crumbsTo } from '../parts/crumbs.tsx'
import { Arrow } from '../parts/line.tsx'
import { FromPrice } from '../parts/price.tsx'
import { ServiceRows } from '../parts/service-row.tsx'
import { serviceNode } from '../parts/structured.ts'
import { Tools } from '../parts/tools.tsx'
import type { Page } from '../view.ts'

/** The page of one service. */
export const service =
  (example: Example): Page =>
  (business, settings) => {
    const site = siteOf(business, settings)
    const { id, name, summary, tag, tools, from_ils } = example
    const { pricing_note } = business.services
    return {
      title: `${name} | ${business.profile.name}`,
      description: describe(
        summary,
        site.t.service.description(name, business.profile.name, site.money(from_ils))
      ),
      crumbs: crumbsTo(
        site,
        { name: site.t.nav.services, path: '/services/' },
        { name, path: `/services/${id}/` }
      ),
      structured: [serviceNode(site, example)],
      data: `/services/${id}.json`,
      files: ['profile', 'services', 'pricing'],
      main: (
        <>
          <article class="service-page">
            <div class="page-head">
              {tag && <p class="tag">{tag}</p>}
              <h1>{name}</h1>
              {summary && <p class="lead">{summary}</p>}
            </div>
            <Offer site={site} example={example} note={pricing_note} />
            {tools && <Tools tools={tools} label={site.t.service.tools} />}
          </article>
          <Others site={site} id={id} />
        </>
      )
    }
  }

function Offer({ site, example, note }: { site: Site; example: Example; note: string | undefined }) {
  const { t, business, href } = site
  const quote = quoteFor(business.pricing.quote_url, 'service', example.id)
  return (
    <div class="offer">
      <p class="offer-price">
        <FromPrice site={site} amount={example.from_ils} /> <span class="terms">{t.price.once}</span>
      </p>
      {quote && (
        <a class="button" href={href(quote)}>
          {t.price.ask}
        </a>
      )}
      {note && <p class="note">{note}</p>}
    </div>
  )
}

// The services that follow this one in the catalogue, round to its beginning.
function Others({ site, id }: { site: Site; id: string }) {
  const { t, business } = site
  const { examples } = business.services
  const at = examples.findIndex((example) => example.id === id)
  const others = [...examples.slice(at + 1, at + 5), ...examples.slice(0, Math.min(at, 4))].slice(0, 4)
  return others.length === 0 ? null : (
    <section>
      <div class="section-head">
        <h2>{t.service.others}</h2>
        <a class="quiet-link" href="/services/">
          {t.service.all} <Arrow />
        </a>
      </div>
      <ServiceRows site={site} services={others} heading="h3" />
    </section>
  )
}
