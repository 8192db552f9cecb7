import { toSentence } from '../../base/text.ts'
import { hasInclusions, hasServices, pricesOf } from '../../business/business.ts'
import { findPlace } from '../../business/opening-hours.ts'
import { dial } from '../../business/phones.ts'
import { isFree } from '../../business/price-words.ts'
import { isStarting } from '../../business/schemas/price.ts'
import { PostalAddress } from '../parts/address.tsx'
import { CallToAction, closingText } from '../parts/contact-ways.tsx'
import { MoreLink, Picture, Questions, Section } from '../parts/elements.tsx'
import { describeWeek, WeekLine } from '../parts/hours.tsx'
import { CategoryLines, rowsOf, ServiceRows } from '../parts/offers.tsx'
import { contextForList, PackagePrice, PriceText, TaxNote } from '../parts/prices.tsx'
import { describeArea, Testimonials, TrackRecord } from '../parts/profile.tsx'
import { DataText, Paragraphs } from '../parts/texts.tsx'
import { createBusinessNode } from '../structured-data.ts'
import type { Props, View } from '../view.ts'

export const home: View = (context) => {
  const { words, business, toHref } = context
  const { name, tagline, category, address, image, testimonials = [] } = business.profile
  const lead = category ?? `${name}${context.colon} ${tagline ?? business.pricing.model}`
  return {
    title: category ?? tagline ?? name,
    address: category ? address : undefined,
    description: [toSentence(lead), (category ?? tagline) && business.pricing.model, closingText(context)],
    facts: [address.locality, describeWeek(context)],
    items: business.catalog.services.filter(({ price }) => !isFree(price)),
    structuredData: () => [createBusinessNode(context)],
    hasHours: true,
    operationPath: '/profile.json',
    files: ['profile', 'services', 'pricing', 'faq'],
    main: () => (
      <>
        <section class={image ? 'hero with-image' : 'hero'}>
          <div class="hero-text">
            <HeroText context={context} />
          </div>
          {image && <Picture context={context} image={image} isFirst />}
          <Strip context={context} />
        </section>
        <TrackRecord context={context} />
        <Services context={context} />
        <Packages context={context} />
        <Testimonials context={context} testimonials={testimonials.slice(0, 3)} />
        <Questions
          context={context}
          heading={words.home.questions}
          items={business.faq.categories.flatMap(({ items: [first] }) => first ?? []).slice(0, 4)}
          beside={<MoreLink href={toHref(String(business.faq.source))} text={words.home.allQuestions} />}
        />
        <CallToAction context={context} />
      </>
    )
  }
}

function HeroText({ context }: Props) {
  const { words, business } = context
  const { name, tagline, category, pricing_model } = business.profile
  const { lead = category } = words.home
  const contactHref = context.contactHref()
  const { lowest } = pricing_model
  const free = business.catalog.services.filter(({ price }) => isFree(price)).slice(0, 2)
  return (
    <>
      <h1 class={(tagline ?? name).length > 40 ? 'long' : undefined}>
        <DataText context={context} text={tagline ?? name} />
      </h1>
      <Paragraphs context={context} class="lead" text={lead} />
      <div class="hero-model">
        {lowest && (
          <p>
            {!isStarting(lowest) && [<span class="from-word">{words.pricing.lowest}</span>, ' ']}
            <PriceText isLimit context={context} price={lowest} />
          </p>
        )}
        {lowest && free.length > 0 && (
          <p>{free.map(({ name }) => `${name + context.colon} ${words.price.free}`).join(' · ')}</p>
        )}
        <Paragraphs context={context} text={business.pricing.model} />
      </div>
      <p class="actions">
        {contactHref && (
          <a class="button" href={contactHref}>
            {words.pages.contact}
          </a>
        )}{' '}
        {context.canLinkTo('/pricing/') && (
          <a class="button outline" href="/pricing/">
            {words.pages.pricing}
          </a>
        )}
      </p>
    </>
  )
}

function Strip({ context }: Props) {
  const { words, business, dataLanguage } = context
  const { address, contact } = business.profile
  const place = findPlace(business.profile)
  const area = describeArea(context)
  // The address of a business that comes to its clients is often only a town.
  const isPlace = address.street !== undefined || (area === undefined && Object.keys(address).length > 0)
  const facts = [
    place && place.opening_hours.length > 0 && <WeekLine context={context} place={place} isFact />,
    (isPlace || area) && (
      <div>
        <dt>{isPlace ? words.contact.address : words.about.area}</dt>
        <dd>
          <bdi {...dataLanguage}>
            {isPlace ? <PostalAddress context={context} address={address} /> : area}
          </bdi>
        </dd>
      </div>
    ),
    contact.phone && (
      <div class="main">
        <dt>{words.contact.phone}</dt>
        <dd>
          <a href={`tel:${dial(contact.phone, context.country)}`} dir="ltr">
            {contact.phone}
          </a>
        </dd>
      </div>
    )
  ].filter(Boolean)
  return facts.length === 0 ? null : <dl class="strip">{facts}</dl>
}

function Services({ context }: Props) {
  const { words, business } = context
  const { services, categories } = business.catalog
  const shown = services.slice(0, 6)
  return !hasServices(business) ? null : (
    <Section
      heading={words.home.services}
      beside={services.length !== 1 && <MoreLink href="/services/" text={words.home.allServices} />}
    >
      {services.length > 0 ? (
        <>
          <ServiceRows context={contextForList(context, shown.flatMap(pricesOf))} services={shown} />
          <TaxNote context={context} />
        </>
      ) : (
        <CategoryLines context={context} categories={categories} />
      )}
    </Section>
  )
}

function Packages({ context }: Props) {
  const { words, business, toHref } = context
  const { packages } = business.pricing
  const packageContext = contextForList(context, packages.flatMap(pricesOf))
  const linkText = hasInclusions(packages) ? words.home.allPackages : words.pages.pricing
  return packages.length === 0 ? null : (
    <Section
      heading={packages.length === 1 ? words.home.packagesOne : words.home.packages}
      beside={<MoreLink href="/pricing/" text={linkText} />}
    >
      <ul class={`packages ${rowsOf(packages)}`}>
        {packages.map((item) => (
          <li class={item.popular ? 'package popular' : 'package'}>
            <h3>
              <a href={toHref(item.url)}>
                <DataText context={context} text={item.name} />
              </a>
            </h3>
            {item.popular && <p class="badge">{words.pricing.popular}</p>}
            {/* The note may be all that a visitor can learn about the package. */}
            <Paragraphs context={context} text={item.description ?? item.price_note} />
            <PackagePrice context={packageContext} item={item} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
