import { toSentence } from '../../base/text.ts'
import { hasOnlyStartingPrices, listServicePrices, pricesOf } from '../../business/business.ts'
import type { Category, Service } from '../../business/v1.ts'
import { fill, type Words } from '../../business/words.ts'
import type { Context } from '../../context/context.ts'
import { CallToAction, closingText } from '../parts/contact-ways.tsx'
import { PageHead, Section } from '../parts/elements.tsx'
import {
  CategoryHead,
  CategoryLines,
  listEmptyCategories,
  maxFullServices,
  ServiceLines,
  ServiceRows
} from '../parts/offers.tsx'
import { contextForList, TaxNote } from '../parts/prices.tsx'
import { DataText, List, Paragraphs } from '../parts/texts.tsx'
import { createServiceNode } from '../structured-data.ts'
import type { Props, View } from '../view.ts'

export const services: View = (pageContext) => {
  const { words, business } = pageContext
  const context = contextForList(pageContext, listServicePrices(business.catalog))
  const { pricing_note, categories, services } = business.catalog
  const shown = services.slice(0, maxFullServices)
  const groups = categories
    .map((category) => ({ category, services: services.filter((item) => item.category === category.id) }))
    .filter((group) => group.services.length > 0)
  const isFiltered = groups.length > 1
  const others = listEmptyCategories(business)
  return {
    ...writeHead(context),
    name: words.pages.services,
    structuredData: () => shown.map((service) => createServiceNode(context, service, true)),
    operationPath: '/services.json',
    files: ['profile', 'services', 'pricing'],
    scripts: isFiltered ? ['filter-services.js'] : [],
    main: () => (
      <>
        <PageHead title={services.length > 0 ? titleOf(words.services, services) : words.services.heading}>
          <Paragraphs context={context} class="lead" text={pricing_note} />
        </PageHead>
        <section id="allServices">
          {isFiltered && <Filter context={context} groups={groups} />}
          <Groups context={context} groups={groups} />
          <CategoryLines
            context={context}
            categories={others.filter((category) => !isPriced(category))}
            Heading="h2"
          />
          <CategoryLines
            context={context}
            categories={others.filter(isPriced)}
            Heading="h2"
            heading={words.services.categories}
          />
          <TaxNote context={context} />
        </section>
        <CallToAction context={context} />
      </>
    )
  }
}

const isPriced = (category: Category) => pricesOf(category).length > 0

const titleOf = (words: Words['services'], services: Service[]) =>
  hasOnlyStartingPrices(services.flatMap(pricesOf)) ? words.examplesStarting : words.examples

function writeHead(context: Context) {
  const { words, business, colon } = context
  const { pricing_note, services } = business.catalog
  const { name, address, tagline } = business.profile
  const { heading, title, titleStarting, description, descriptionStarting } = words.services
  const prices = listServicePrices(business.catalog)
  const isStarting = hasOnlyStartingPrices(prices)
  const lead =
    prices.length > 0
      ? fill(isStarting ? descriptionStarting : description, { name })
      : `${name}${colon} ${heading}.`
  return {
    title: prices.length > 0 ? (isStarting ? titleStarting : title) : heading,
    address,
    description: [lead, pricing_note, tagline && toSentence(tagline), closingText(context)],
    facts: [address.locality, ...listEmptyCategories(business).map((category) => category.name)],
    items: services
  }
}

interface Group {
  category: Category
  services: Service[]
}

/** Links to the services of each category. With filter-services.js, a link shows only the services of its category. */
function Filter({ context, groups }: Props<{ groups: Group[] }>) {
  const words = context.words.services
  return (
    <nav class="filter" aria-label={words.filter} data-shown={words.shown}>
      <List
        items={[
          <a href="#allServices">{words.all}</a>,
          ...groups.map(({ category: { id, name } }) => (
            <a href={`#${id}`}>
              <DataText context={context} text={name} />
            </a>
          ))
        ]}
      />
      <p class="note" role="status" />
    </nav>
  )
}

function Groups({ context, groups }: Props<{ groups: Group[] }>) {
  const others = context.business.catalog.services.filter(({ category }) => category === undefined)
  if (groups.length === 0) return <ServiceLists context={context} services={others} Heading="h2" />
  return (
    <div id="serviceGroups">
      {groups.map(({ category, services }) => (
        <section class="group" id={category.id}>
          <div class="section-head">
            <CategoryHead context={context} category={category} Heading="h2" />
          </div>
          <ServiceLists context={context} services={services} Heading="h3" />
        </section>
      ))}
      {others.length > 0 && (
        <Section class="group" heading={context.words.services.more}>
          <ServiceLists context={context} services={others} Heading="h3" />
        </Section>
      )}
    </div>
  )
}

/** The first services of the catalogue in full, and further ones in one line each. */
function ServiceLists({ context, services, Heading }: Props<{ services: Service[]; Heading: 'h2' | 'h3' }>) {
  const shown = new Set(context.business.catalog.services.slice(0, maxFullServices))
  const full = services.filter((service) => shown.has(service))
  const lines = services.filter((service) => !shown.has(service))
  return (
    <>
      {full.length > 0 && <ServiceRows context={context} services={full} Heading={Heading} />}
      {lines.length > 0 && Heading === 'h2' && <h2>{context.words.services.more}</h2>}
      {lines.length > 0 && <ServiceLines context={context} services={lines} />}
    </>
  )
}
