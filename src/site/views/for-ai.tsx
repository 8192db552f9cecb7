import type { ComponentChildren } from 'preact'
import { primaryLanguage } from '../../business/language.ts'
import { hasOffer } from '../../business/notes.ts'
import { mainPlace } from '../../business/places.ts'
import { listPrices } from '../../business/price-range.ts'
import { isStarting, servicePrice } from '../../business/schemas/price.ts'
import { listSignals } from '../../business/schemas/site.ts'
import { fill } from '../../business/words.ts'
import { agentResources } from '../../surfaces/agent-resources.ts'
import type { PageContext } from '../page-context.ts'
import { CategoryLines, listEmptyCategories } from '../parts/categories.tsx'
import { breakUrl } from '../parts/code.tsx'
import { hasContact, hasWays, Locations, WaysList } from '../parts/contact-ways.tsx'
import { Appointment, datesOf, Hours } from '../parts/hours.tsx'
import { maxFullServices, PackagePrice, PriceText, TaxNote } from '../parts/prices.tsx'
import { type Fact, Facts, listFacts, listFigures } from '../parts/profile.tsx'
import { Link, Rich } from '../parts/prose.tsx'
import { LicenceSentence } from '../parts/terms.tsx'
import { createBusinessNode } from '../structured-data/nodes.ts'
import { describe, toSentence, type View } from '../view.ts'

export const forAi: View = (context) => {
  const words = context.words.forAi
  const { name, not_category, by_appointment } = context.business.profile
  // An agent may answer readers in any country.
  const anywhere = { ...context, homeCountry: undefined }
  return {
    title: `${words.title} | ${name}`,
    // The lead mentions no offer.
    description: describe(fill(hasOffer(context.business) ? words.description : words.lead, { name })),
    breadcrumbs: [{ name: context.words.pages.forAi, path: '/for-ai/' }],
    structuredData: [createBusinessNode(context)],
    operationPath: '/profile.json',
    ...datesOf(context),
    files: ['profile', 'services', 'pricing', 'site'],
    main: (
      <>
        <div class="page-head">
          <h1>{words.title}</h1>
          <p class="lead">{fill(words.lead, { name })}</p>
        </div>
        <div class="prose">
          <section>
            <h2>{words.who}</h2>
            <Facts facts={forAiFacts(context)} />
          </section>
          <Offered context={context} />
          {not_category && (
            <section>
              <h2>{words.notCategory}</h2>
              <p>{toSentence(not_category)}</p>
            </section>
          )}
          <section>
            <h2>{words.notOffered}</h2>
            <p>
              {words.readOnly}
              {hasContact(context) && ` ${words.goAhead}`}
            </p>
          </section>
          <Use context={context} />
          <Urls context={context} />
          {(hasWays({ context: anywhere }) || by_appointment !== undefined) && (
            <section>
              <h2>{words.contact}</h2>
              <WaysList context={anywhere} />
              <Appointment context={context} />
            </section>
          )}
          <Hours context={context} id={mainPlace} hasTimezone />
          <Locations context={anywhere} hasTimezone />
        </div>
      </>
    )
  }
}

function forAiFacts(context: PageContext): Fact[] {
  const { words, business } = context
  const { name, name_en, category, stack, pricing_model, url } = business.profile
  return [
    [words.about.name, name],
    [words.about.nameEn, name_en],
    [words.about.site, <a href={url}>{url}</a>],
    [words.services.category, category],
    ...listFacts(context),
    ...listFigures(context),
    [words.about.stack, stack?.join(', ')],
    [words.pages.pricing, pricing_model.note ?? business.pricing.model]
  ]
}

function Offered({ context }: { context: PageContext }) {
  const { words, business } = context
  const { examples } = business.services
  const { packages, quote_url } = business.pricing
  return !hasOffer(business) ? null : (
    <>
      <section>
        <h2>{words.forAi.offered}</h2>
        <TaxNote context={context} />
        {quote_url && <p>{words.forAi.notQuotes}</p>}
        {examples.length > 0 && (
          <>
            <p>{words.forAi.ids}</p>
            <Items
              context={context}
              operationId="getService"
              items={examples.slice(0, maxFullServices)}
              pathOf={({ id }) => `/services/${id}/`}
              priceOf={(item) => (
                <span>
                  <PriceText context={context} price={servicePrice(item)} />
                </span>
              )}
            />
          </>
        )}
        {examples.length > maxFullServices && (
          <p>
            <Link context={context} to="/services/">
              {words.forAi.more}
            </Link>
          </p>
        )}
        <CategoryLines context={context} categories={listEmptyCategories(business)} />
      </section>
      {packages.length > 0 && (
        <section>
          <h2>{packages.length === 1 ? words.forAi.packagesOne : words.forAi.packages}</h2>
          <Items
            context={context}
            operationId="getPackage"
            items={packages}
            pathOf={({ id }) => `/pricing/#${id}`}
            priceOf={(item) => <PackagePrice context={context} item={item} />}
          />
        </section>
      )}
    </>
  )
}

interface ItemsProps<Item> {
  context: PageContext
  /** The operation that reads one item. */
  operationId: string
  items: Item[]
  /** Returns the path of an item without `url`. */
  pathOf: (item: Item) => string
  priceOf: (item: Item) => ComponentChildren
}

/** Items with their id, which links to the JSON if the API has it, and their price. */
function Items<Item extends { id: string; name: string; url?: string }>(props: ItemsProps<Item>) {
  const { context, operationId, items, pathOf, priceOf } = props
  const operation = context.version.operations.find((candidate) => candidate.operationId === operationId)
  const ids = new Set(operation?.ids?.(context.business))
  return (
    <ul class="price-lines id-lines">
      {items.map((item) => (
        <li key={item.id}>
          <Link context={context} to={item.url ?? pathOf(item)}>
            {item.name}
          </Link>{' '}
          {operation && ids.has(item.id) ? (
            <a href={context.apiPrefix + operation.path.replace('{id}', item.id)} dir="ltr">
              <code>{item.id}</code>
            </a>
          ) : (
            <code dir="ltr">{item.id}</code>
          )}{' '}
          {priceOf(item)}
        </li>
      ))}
    </ul>
  )
}

/** How the content may be used: the licence and the uses that the owner states, and how to read prices and the API. */
function Use({ context }: { context: PageContext }) {
  const { words, business } = context
  const { site } = business
  const sentences = [
    ...listSignals(site).map(
      ([name, isAllowed]) => words.forAi.signals[name][isAllowed ? 'allowed' : 'forbidden']
    ),
    ...(listPrices(business).some(isStarting) ? [words.forAi.startingPrices] : []),
    ...words.forAi.useItems
  ]
  return (
    <section>
      <h2>{words.forAi.use}</h2>
      <ul>
        {site?.licence && (
          <li>
            <LicenceSentence context={context} /> {words.forAi.attribution}
          </li>
        )}
        {sentences.map((sentence) => (
          <li key={sentence}>
            <Rich text={sentence} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Urls({ context }: { context: PageContext }) {
  const { words, settings, version, apiPrefix } = context
  const { baseUrl } = settings
  const isEnglish = primaryLanguage(context.language) === 'en'
  const summaries = new Map(Object.entries(words.forAi.operations))
  const others: [path: string, meaning: string][] = [
    [agentResources.openapi.path, words.forAi.specification],
    [agentResources.llms.path, words.forAi.summary],
    [agentResources.llmsFull.path, words.forAi.fullText]
  ]
  return (
    <section>
      <h2>{words.forAi.addresses}</h2>
      <ul class="addresses">
        {version.operations.map(({ operationId, path, summary, ids }) => {
          const url = baseUrl + apiPrefix + path
          return (
            <li key={operationId}>
              {ids ? <code dir="ltr">{breakUrl(url)}</code> : <CodeLink url={url} />}{' '}
              {/* A summary without words is in English only. */}
              <span>{summaries.get(operationId) ?? (isEnglish && summary)}</span>
            </li>
          )
        })}
        {others.map(([path, meaning]) => (
          <li key={path}>
            <CodeLink url={baseUrl + path} /> <span>{meaning}</span>
          </li>
        ))}
        {/* Not a link, because a browser gets an error from it. */}
        <li>
          <code dir="ltr">{breakUrl(baseUrl + agentResources.mcp.path)}</code> <span>{words.forAi.mcp}</span>
        </li>
      </ul>
      <p>
        <Rich text={words.forAi.markdown} />
      </p>
    </section>
  )
}

const CodeLink = ({ url }: { url: string }) => (
  <a href={url} dir="ltr">
    <code>{breakUrl(url)}</code>
  </a>
)
