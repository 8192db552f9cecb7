import type { Business } from '../../business/business.ts'
import { hasOnlyStartingPrices, highestAmount, lowestPrice } from '../../business/price-range.ts'
import { packagePrice, servicePrice } from '../../business/schemas/price.ts'
import { hasInclusions, type Package } from '../../business/schemas/pricing.ts'
import { fill } from '../../business/words.ts'
import type { PageContext } from '../page-context.ts'
import { CallToAction } from '../parts/call-to-action.tsx'
import { Arrow } from '../parts/line.tsx'
import { toQuoteHref } from '../parts/message-form.tsx'
import {
  Money,
  maxFullServices,
  PackagePrice,
  PriceText,
  rowsOf,
  ServiceLines,
  TaxNote
} from '../parts/prices.tsx'
import { Folded, Paragraphs } from '../parts/prose.tsx'
import { createPackageNode } from '../structured-data/nodes.ts'
import { describe, toSentence, type View } from '../view.ts'

export const pricing: View = (context) => {
  const { words, business } = context
  const { model, packages } = business.pricing
  return {
    ...(hasPrices(business) ? writeHead(context) : writeHeadWithoutPrices(context)),
    breadcrumbs: [{ name: words.pages.pricing, path: '/pricing/' }],
    structuredData: packages.map((item) => createPackageNode(context, item)),
    operationPath: '/pricing.json',
    files: ['profile', 'services', 'pricing'],
    main: (
      <>
        <div class="page-head">
          <h1>{words.pricing.heading}</h1>
          <p class="lead">{model}</p>
        </div>
        <Range context={context} />
        {packages.length > 0 && (
          <section>
            <h2>{packagesHeading(context)}</h2>
            {business.services.examples.length > 0 && packages.every(hasPrice) && (
              <p class="relation">{words.pricing.relation}</p>
            )}
            <div class={`packages ${rowsOf(packages)}`}>
              {packages.map((item) => (
                <PackageCard key={item.id} context={context} item={item} />
              ))}
            </div>
          </section>
        )}
        <ServicePrices context={context} />
        <Notes context={context} />
        <CallToAction context={context} />
      </>
    )
  }
}

const packagesHeading = ({ words, business }: PageContext) =>
  business.pricing.packages.length === 1 ? words.pricing.packagesOne : words.pricing.packages

const hasPrice = (item: Package) => packagePrice(item) !== undefined

/** Returns whether the page has a price: of a service, of a package, or of all. */
function hasPrices({ services, pricing, profile }: Business): boolean {
  const { entry_price_ils, max_project_ils, typical_range_ils } = profile.pricing_model
  return (
    services.examples.length > 0 ||
    pricing.packages.some((item) => hasPrice(item) || item.price_display !== undefined) ||
    [entry_price_ils, max_project_ils, typical_range_ils].some((amounts) => amounts !== undefined)
  )
}

function writeHead({ words, business }: PageContext) {
  const { name } = business.profile
  const { model, packages } = business.pricing
  const { title, titlePackages, description, descriptionPackages } = words.pricing
  return {
    title: `${packages.length > 0 ? titlePackages : title} | ${name}`,
    description: describe(fill(hasInclusions(packages) ? descriptionPackages : description, { name }), model)
  }
}

function writeHeadWithoutPrices(context: PageContext) {
  const { words, business, formatList } = context
  const { model, packages } = business.pricing
  const title = packages.length > 0 ? packagesHeading(context) : words.pricing.heading
  const names = packages.map(({ name }) => name)
  return {
    title: `${title} | ${business.profile.name}`,
    description: describe(
      names.length > 0 ? toSentence(`${title}: ${formatList(names)}`) : undefined,
      model,
      words.home.closingText
    )
  }
}

function Range({ context }: { context: PageContext }) {
  const { words, business } = context
  const [low, high] = business.profile.pricing_model.typical_range_ils ?? []
  const lowest = lowestPrice(business)
  const highest = highestAmount(business)
  if (lowest === undefined && low === undefined && highest === undefined) return null
  return (
    <>
      <dl class="range">
        {lowest && (
          <div>
            <dt>{words.pricing.entry}</dt>
            <dd>
              <PriceText context={context} price={{ ...lowest, kind: 'fixed' }} hasTerms />
            </dd>
          </div>
        )}
        {low !== undefined && high !== undefined && (
          <div>
            <dt>{words.pricing.typical}</dt>
            <dd>
              <Money context={context} amount={String(low)} /> <span class="range-to">{words.price.to}</span>{' '}
              <Money context={context} amount={String(high)} />
            </dd>
          </div>
        )}
        {highest !== undefined && (
          <div>
            <dt>{words.pricing.max}</dt>
            <dd>
              <Money context={context} amount={highest} />
            </dd>
          </div>
        )}
      </dl>
      {!lowest && <TaxNote context={context} />}
    </>
  )
}

function ServicePrices({ context }: { context: PageContext }) {
  const words = context.words.pricing
  const examples = context.business.services.examples.slice(0, maxFullServices)
  const isStarting = hasOnlyStartingPrices(context.business.services.examples.map(servicePrice))
  return examples.length === 0 ? null : (
    <section>
      <h2>{isStarting ? words.servicesStarting : words.services}</h2>
      <ServiceLines context={context} services={examples} />
      {context.business.services.examples.length > examples.length && (
        <a class="quiet-link" href="/services/">
          {context.words.service.all} <Arrow />
        </a>
      )}
      <TaxNote context={context} />
    </section>
  )
}

function Notes({ context }: { context: PageContext }) {
  const { notes } = context.business.pricing
  return notes === undefined ? null : (
    <section>
      <h2>{context.words.pricing.notes}</h2>
      <ul class="notes">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  )
}

function PackageCard({ context, item }: { context: PageContext; item: Package }) {
  const { words } = context
  const quote = toQuoteHref(context, 'package', item.id)
  const label = quote ? words.price.ask : words.pages.contact
  return (
    <article class={item.popular ? 'package popular' : 'package'} id={item.id}>
      <header>
        <h3>{item.name}</h3>
        {item.popular && <p class="badge">{words.pricing.popular}</p>}
        {item.description && <Paragraphs text={item.description} />}
        <PackagePrice context={context} item={item} />
        {item.price_note && <Paragraphs class="note" text={item.price_note} />}
        {item.monthly_operations && (
          <p class="monthly">
            <strong>{words.pricing.monthly}:</strong> {item.monthly_operations}
          </p>
        )}
        <a class="button" href={quote ?? '/contact/'} aria-label={`${label}: ${item.name}`}>
          {label}
        </a>
      </header>
      <Lists context={context} item={item} />
    </article>
  )
}

/** What a package includes and excludes. It is folded on narrow screens, so the packages are next to each other. */
function Lists({ context, item: { name, includes, excludes } }: { context: PageContext; item: Package }) {
  const words = context.words.pricing
  if (includes === undefined && excludes === undefined) return null
  const [only] = [includes && words.includes, excludes && words.excludes].filter(Boolean)
  const label = includes && excludes ? words.details : `${only}`
  return (
    <Folded label={label} subject={name}>
      <div class="package-lists">
        <Entries heading={words.includes} entries={includes} isIncluded />
        <Entries heading={words.excludes} entries={excludes} />
      </div>
    </Folded>
  )
}

interface EntriesProps {
  heading: string
  entries: string[] | undefined
  isIncluded?: boolean
}

function Entries({ heading, entries, isIncluded = false }: EntriesProps) {
  return entries === undefined ? null : (
    <div>
      <h4>{heading}</h4>
      <ul class={isIncluded ? 'includes' : undefined}>
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </div>
  )
}
