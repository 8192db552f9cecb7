import { describe } from '../describe.ts'
import { type Site, siteOf } from '../page-context.ts'
import { Arrow, Line } from '../parts/line.tsx'
import { PackagePrice } from '../parts/package-card.tsx'
import { FromPrice } from '../parts/price.tsx'
import { Question } from '../parts/question.tsx'
import { TrackRecord } from '../parts/record.tsx'
import { ServiceRows } from '../parts/service-row.tsx'
import { businessNode } from '../parts/structured.ts'
import { sentence } from '../sentence.ts'
import type { Page } from '../view.ts'

export const home: Page = (business, settings) => {
  const site = siteOf(business, settings)
  const { name, tagline, category } = business.profile
  const headline = tagline ?? category
  return {
    title: headline ? `${name}: ${headline}` : name,
    description: describe(
      sentence(site.t.home.description(name, headline ?? business.pricing.model)),
      category && category !== headline ? sentence(category) : undefined,
      business.pricing.model,
      site.t.home.closingText
    ),
    structured: [businessNode(site)],
    data: '/profile.json',
    files: ['profile', 'services', 'pricing', 'faq'],
    main: (
      <>
        <Hero site={site} />
        <TrackRecord site={site} />
        <Services site={site} />
        <Packages site={site} />
        <Questions site={site} />
        <section class="closing">
          <h2>{site.t.home.closing}</h2>
          <p>{site.t.home.closingText}</p>
          <a class="button" href="/contact/">
            {site.t.nav.contact}
          </a>
        </section>
      </>
    )
  }
}

function Hero({ site }: { site: Site }) {
  const { t, business } = site
  const { name, tagline, category } = business.profile
  const { model, entry_price_ils } = business.pricing
  return (
    <section class="hero">
      <h1 class={(tagline ?? name).length > 40 ? 'long' : undefined}>{tagline ?? name}</h1>
      <Line />
      <div class="hero-foot">
        <div class="hero-words">
          {category && <p class="lead">{category}</p>}
          <p class="hero-model">
            {entry_price_ils !== undefined && <FromPrice site={site} amount={entry_price_ils} />}{' '}
            <span>{model}</span>
          </p>
        </div>
        <p class="actions">
          <a class="button" href="/contact/">
            {t.nav.contact}
          </a>
          <a class="quiet-link" href="/pricing/">
            {t.nav.pricing} <Arrow />
          </a>
        </p>
      </div>
    </section>
  )
}

function Services({ site }: { site: Site }) {
  const { t, business } = site
  const services = business.services.examples.slice(0, 6)
  return services.length === 0 ? null : (
    <section>
      <div class="section-head">
        <h2>{t.home.services}</h2>
        <a class="quiet-link" href="/services/">
          {t.home.allServices} <Arrow />
        </a>
      </div>
      <ServiceRows site={site} services={services} heading="h3" />
    </section>
  )
}

function Packages({ site }: { site: Site }) {
  const { t, business, href } = site
  return (
    <section>
      <div class="section-head">
        <h2>{t.home.packages}</h2>
        <a class="quiet-link" href="/pricing/">
          {t.home.allPackages} <Arrow />
        </a>
      </div>
      <ul class="package-teasers">
        {business.pricing.packages.map((item) => (
          <li key={item.id} class={item.popular ? 'popular' : undefined}>
            <h3>
              <a href={href(item.url ?? `/pricing/#${item.id}`)}>{item.name}</a>
            </h3>
            {item.popular && <p class="badge">{t.pricing.popular}</p>}
            {item.description && <p>{item.description}</p>}
            <PackagePrice site={site} item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

// One question of each topic shows what people ask about.
function Questions({ site }: { site: Site }) {
  const { t, business } = site
  const items = business.faq.categories.flatMap(({ items: [first] }) => first ?? []).slice(0, 4)
  return items.length === 0 ? null : (
    <section class="questions">
      <div class="section-head">
        <h2>{t.home.questions}</h2>
        <a class="quiet-link" href="/faq/">
          {t.home.allQuestions} <Arrow />
        </a>
      </div>
      <div>
        {items.map((item) => (
          <Question key={item.question} item={item} />
        ))}
      </div>
    </section>
  )
}
