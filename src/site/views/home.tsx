import { hasInclusions, hasServices, pricesOf } from '../../business/business.ts'
import { mainPlace } from '../../business/opening-hours.ts'
import { isFree } from '../../business/price-words.ts'
import type { Package } from '../../business/v1.ts'
import type { Context } from '../../context/context.ts'
import { CallToAction } from '../parts/contact-ways.tsx'
import { Hero } from '../parts/hero.tsx'
import { datesOf, describeWeek } from '../parts/hours.tsx'
import { Testimonials } from '../parts/people.tsx'
import { CategoryLines, forList, PackagePrice, rowsOf, ServiceRows, TaxNote } from '../parts/prices.tsx'
import { TrackRecord } from '../parts/profile.tsx'
import { MoreLink, Paragraphs, Question, SectionHead } from '../parts/prose.tsx'
import { createBusinessNode } from '../structured-data/business.ts'
import { addFacts, describe, toSentence, type View, writeTitle } from '../view.ts'

export const home: View = (context) => {
  const { words, business } = context
  const { name, tagline, category, address, testimonials = [] } = business.profile
  const lead = category ?? `${name}${context.colon} ${tagline ?? business.pricing.model}`
  const facts = [address.locality, describeWeek(context, mainPlace)]
  const paid = business.catalog.services.filter(({ price }) => !isFree(price))
  return {
    title: writeTitle(context, category ?? tagline ?? name, category ? address : undefined),
    description: describe(
      addFacts(context, toSentence(lead), facts, paid),
      (category ?? tagline) && business.pricing.model,
      words.home.closingText
    ),
    structuredData: () => [createBusinessNode(context)],
    ...datesOf(context),
    operationPath: '/profile.json',
    files: ['profile', 'services', 'pricing', 'faq'],
    main: () => (
      <>
        <Hero context={context} />
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

function Services({ context }: { context: Context }) {
  const { words, business } = context
  const { services, categories } = business.catalog
  const shown = services.slice(0, 6)
  return !hasServices(business) ? null : (
    <section>
      <SectionHead heading={words.home.services}>
        {services.length !== 1 && <MoreLink href="/services/" text={words.home.allServices} />}
      </SectionHead>
      {services.length > 0 ? (
        <>
          <ServiceRows context={forList(context, shown.flatMap(pricesOf))} services={shown} />
          <TaxNote context={context} />
        </>
      ) : (
        <CategoryLines context={context} categories={categories} />
      )}
    </section>
  )
}

function Packages({ context }: { context: Context }) {
  const { words, business, toHref } = context
  const { packages } = business.pricing
  const list = forList(context, packages.flatMap(pricesOf))
  return packages.length === 0 ? null : (
    <section>
      <SectionHead heading={packages.length === 1 ? words.home.packagesOne : words.home.packages}>
        <MoreLink
          href="/pricing/"
          text={hasInclusions(packages) ? words.home.allPackages : words.pages.pricing}
        />
      </SectionHead>
      <ul class={`packages ${rowsOf(packages)}`}>
        {packages.map((item) => (
          <li key={item.id} class={item.popular ? 'package popular' : 'package'}>
            <h3>
              <a href={toHref(item.url)}>{item.name}</a>
            </h3>
            {item.popular && <p class="badge">{words.pricing.popular}</p>}
            <Summary item={item} />
            <PackagePrice context={list} item={item} />
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
function Questions({ context }: { context: Context }) {
  const { words, business, toHref } = context
  const items = business.faq.categories.flatMap(({ items: [first] }) => first ?? []).slice(0, 4)
  return items.length === 0 ? null : (
    <section class="questions">
      <SectionHead heading={words.home.questions}>
        <MoreLink href={toHref(String(business.faq.source))} text={words.home.allQuestions} />
      </SectionHead>
      <div>
        {items.map((item) => (
          <Question key={item.id} context={context} item={item} />
        ))}
      </div>
    </section>
  )
}
