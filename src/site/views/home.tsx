import { lowestPrice } from '../../business/price-range.ts'
import { isStarting } from '../../business/schemas/price.ts'
import { hasInclusions, type Package } from '../../business/schemas/pricing.ts'
import { hasServices } from '../../business/schemas/services.ts'
import { fill } from '../../business/words.ts'
import type { PageContext } from '../page-context.ts'
import { CallToAction } from '../parts/call-to-action.tsx'
import { CategoryLines } from '../parts/categories.tsx'
import { Arrow, Line } from '../parts/line.tsx'
import { Testimonials } from '../parts/people.tsx'
import { Picture } from '../parts/picture.tsx'
import { PackagePrice, PriceText, rowsOf, ServiceRows, TaxNote } from '../parts/prices.tsx'
import { TrackRecord } from '../parts/profile.tsx'
import { Paragraphs, Question } from '../parts/prose.tsx'
import { createBusinessNode } from '../structured-data/nodes.ts'
import { describe, toSentence, type View } from '../view.ts'

export const home: View = (context) => {
  const { words, business } = context
  const { name, tagline, category, image, testimonials = [] } = business.profile
  const headline = tagline ?? category
  return {
    title: headline ? `${name}: ${headline}` : name,
    description: describe(
      toSentence(fill(words.home.description, { name, headline: headline ?? business.pricing.model })),
      category && category !== headline ? toSentence(category) : undefined,
      headline && business.pricing.model,
      words.home.closingText
    ),
    structuredData: [createBusinessNode(context)],
    operationPath: '/profile.json',
    files: ['profile', 'services', 'pricing', 'faq'],
    main: (
      <>
        <Hero context={context} />
        {image && <Picture class="wide-picture" context={context} image={image} />}
        <TrackRecord context={context} />
        <Services context={context} />
        <Packages context={context} />
        <Testimonials context={context} testimonials={testimonials.slice(0, 3)} />
        <Questions context={context} />
        <CallToAction context={context} />
      </>
    )
  }
}

function Hero({ context }: { context: PageContext }) {
  const { words, business } = context
  const { name, tagline, category } = business.profile
  const { lead = category } = words.home
  const lowest = lowestPrice(business)
  return (
    <section class="hero">
      <h1 class={(tagline ?? name).length > 40 ? 'long' : undefined}>{tagline ?? name}</h1>
      {lead && <p class="lead">{lead}</p>}
      <div class="hero-model">
        {lowest && (
          <p>
            {!isStarting(lowest) && (
              <>
                <span class="from-word">{words.pricing.entry}:</span>{' '}
              </>
            )}
            <PriceText context={context} price={lowest} hasTerms />
          </p>
        )}
        <p>{business.pricing.model}</p>
      </div>
      <p class="actions">
        <a class="button" href="/contact/">
          {words.pages.contact}
        </a>
        {context.canLinkTo('/pricing/') && (
          <a class="button outline" href="/pricing/">
            {words.pages.pricing}
          </a>
        )}
      </p>
      <Line />
    </section>
  )
}

function Services({ context }: { context: PageContext }) {
  const { words, business } = context
  const { examples, categories } = business.services
  const services = examples.slice(0, 6)
  return !hasServices(business.services) ? null : (
    <section>
      <div class="section-head">
        <h2>{words.home.services}</h2>
        {examples.length !== 1 && (
          <a class="quiet-link" href="/services/">
            {words.home.allServices} <Arrow />
          </a>
        )}
      </div>
      {services.length > 0 ? (
        <>
          <ServiceRows context={context} services={services} />
          <TaxNote context={context} />
        </>
      ) : (
        <CategoryLines context={context} categories={categories} />
      )}
    </section>
  )
}

function Packages({ context }: { context: PageContext }) {
  const { words, business, toHref } = context
  const { packages } = business.pricing
  return packages.length === 0 ? null : (
    <section>
      <div class="section-head">
        <h2>{packages.length === 1 ? words.home.packagesOne : words.home.packages}</h2>
        <a class="quiet-link" href="/pricing/">
          {hasInclusions(packages) ? words.home.allPackages : words.pages.pricing} <Arrow />
        </a>
      </div>
      <ul class={`package-teasers ${rowsOf(packages)}`}>
        {packages.map((item) => (
          <li key={item.id} class={item.popular ? 'popular' : undefined}>
            <h3>
              <a href={toHref(item.url ?? `/pricing/#${item.id}`)}>{item.name}</a>
            </h3>
            {item.popular && <p class="badge">{words.pricing.popular}</p>}
            <Summary item={item} />
            <PackagePrice context={context} item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The description of a package, or else the note on its price, which may be all that a visitor can learn about it. */
function Summary({ item: { description, price_note } }: { item: Package }) {
  const text = description ?? price_note
  return text === undefined ? null : <Paragraphs text={text} />
}

// The first question of each topic.
function Questions({ context }: { context: PageContext }) {
  const { words, business, toHref } = context
  const items = business.faq.categories.flatMap(({ items: [first] }) => first ?? []).slice(0, 4)
  return items.length === 0 ? null : (
    <section class="questions">
      <div class="section-head">
        <h2>{words.home.questions}</h2>
        <a class="quiet-link" href={toHref(String(business.faq.source))}>
          {words.home.allQuestions} <Arrow />
        </a>
      </div>
      <div>
        {items.map((item) => (
          <Question key={item.id} context={context} item={item} />
        ))}
      </div>
    </section>
  )
}
