import { toSentence } from '../../base/text.ts'
import { type Business, hasInclusions, hasOnlyStartingPrices, pricesOf } from '../../business/business.ts'
import type { Package } from '../../business/v1.ts'
import { fill } from '../../business/words.ts'
import type { Context } from '../../context/context.ts'
import { CallToAction, closingText } from '../parts/contact-ways.tsx'
import { Folded, MoreLink, PageHead, Section } from '../parts/elements.tsx'
import { ItemAction, maxFullServices, rowsOf, ServiceLines } from '../parts/offers.tsx'
import { contextForList, PackagePrice, PriceText, TaxNote } from '../parts/prices.tsx'
import { DataList, DataText, Definitions, type Entry, Paragraphs } from '../parts/texts.tsx'
import { createPackageNode } from '../structured-data.ts'
import type { Props, View } from '../view.ts'

export const pricing: View = (context) => {
  const { words, business } = context
  const { model, packages, notes } = business.pricing
  const packageContext = contextForList(context, packages.flatMap(pricesOf))
  return {
    ...(hasPrices(business) ? writeHead(context) : writeHeadWithoutPrices(context)),
    name: words.pages.pricing,
    structuredData: () => packages.map((item) => createPackageNode(context, item)),
    operationPath: '/pricing.json',
    files: ['profile', 'services', 'pricing'],
    main: () => (
      <>
        <PageHead title={words.pricing.heading}>
          <Paragraphs context={context} class="lead" text={model} />
        </PageHead>
        <PriceRange context={context} />
        {packages.length > 0 && (
          <Section heading={packagesHeading(context)}>
            <div class={`packages ${rowsOf(packages)}`}>
              {packages.map((item) => (
                <PackageCard context={packageContext} item={item} />
              ))}
            </div>
          </Section>
        )}
        <ServicePrices context={context} />
        {notes && (
          <Section heading={words.pricing.notes}>
            <DataList class="notes" context={context} items={notes} />
          </Section>
        )}
        <CallToAction context={context} />
      </>
    )
  }
}

const packagesHeading = ({ words, business }: Context) =>
  business.pricing.packages.length === 1 ? words.pricing.packagesOne : words.pricing.packages

function hasPrices({ catalog, pricing, profile }: Business): boolean {
  const { lowest, typical, highest } = profile.pricing_model
  return (
    catalog.services.length > 0 ||
    pricing.packages.some(({ price, price_display }) => price || price_display) ||
    [lowest, typical, highest].some(Boolean)
  )
}

function writeHead(context: Context) {
  const { words, business } = context
  const { name, address } = business.profile
  const { model, packages } = business.pricing
  const { title, titlePackages, description, descriptionPackages } = words.pricing
  const isPromised = packages.length > 1 && hasInclusions(packages)
  return {
    title: packages.length > 1 ? titlePackages : title,
    address,
    description: [fill(isPromised ? descriptionPackages : description, { name }), model],
    items: [...packages, ...business.catalog.services].filter(({ price }) => price)
  }
}

function writeHeadWithoutPrices(context: Context) {
  const { words, business, formatList, colon } = context
  const { model, packages } = business.pricing
  const title = packages.length > 0 ? packagesHeading(context) : words.pricing.heading
  const names = packages.map(({ name }) => name)
  return {
    title,
    description: [
      names.length > 0 ? toSentence(`${title}${colon} ${formatList(names)}`) : undefined,
      model,
      closingText(context)
    ]
  }
}

function PriceRange({ context }: Props) {
  const { words, business } = context
  const { lowest, typical, highest } = business.profile.pricing_model
  const rangeContext = contextForList(context, [lowest, typical, highest])
  const entries: Entry[] = [
    [
      words.pricing.lowest,
      lowest && <PriceText isLimit context={rangeContext} price={{ ...lowest, kind: 'fixed' }} />
    ],
    [words.pricing.typical, typical && <PriceText isLimit context={rangeContext} price={typical} />],
    [words.pricing.max, highest && <PriceText isLimit context={rangeContext} price={highest} />]
  ]
  return <Definitions class="range" entries={entries} />
}

function ServicePrices({ context }: Props) {
  const words = context.words.pricing
  const { pricing_note, services } = context.business.catalog
  const shown = services.slice(0, maxFullServices)
  const isStarting = hasOnlyStartingPrices(services.flatMap(pricesOf))
  return services.length === 0 ? null : (
    <Section heading={isStarting ? words.servicesStarting : words.services}>
      <Paragraphs context={context} text={pricing_note} />
      <ServiceLines context={contextForList(context, shown.flatMap(pricesOf))} services={shown} />
      {services.length > shown.length && <MoreLink href="/services/" text={context.words.service.all} />}
      <TaxNote context={context} />
    </Section>
  )
}

function PackageCard({ context, item }: Props<{ item: Package }>) {
  const { words } = context
  return (
    <article class={item.popular ? 'package popular' : 'package'} id={item.id}>
      <header>
        <h3>
          <DataText context={context} text={item.name} />
        </h3>
        {item.popular && <p class="badge">{words.pricing.popular}</p>}
        <Paragraphs context={context} text={item.description} />
        <PackagePrice context={context} item={item} hasNotes />
        <ItemAction context={context} kind="package" item={item} />
      </header>
      <Inclusions context={context} item={item} />
    </article>
  )
}

/** What a package includes and excludes. It is folded on narrow screens, so the packages are next to each other. */
function Inclusions({ context, item: { name, includes, excludes } }: Props<{ item: Package }>) {
  const words = context.words.pricing
  const lists = [
    { heading: words.includes, items: includes, class: 'includes' },
    { heading: words.excludes, items: excludes }
  ].filter(({ items }) => items)
  const [first, other] = lists
  return first === undefined ? null : (
    <Folded label={other ? words.details : first.heading} subject={name}>
      <div class="package-lists">
        {lists.map(({ heading, items = [], ...list }) => (
          <div>
            {/* The summary is the heading of the only list. */}
            {other && <h4>{heading}</h4>}
            <DataList {...list} context={context} items={items} />
          </div>
        ))}
      </div>
    </Folded>
  )
}
