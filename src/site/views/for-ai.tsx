import type { ComponentChildren } from 'preact'
import { primaryLanguage } from '../../base/language.ts'
import { capitalize, toSentence } from '../../base/text.ts'
import {
  hasOffer,
  hasOpenPrices,
  hasServices,
  listPrices,
  listServicePrices,
  pricesOf
} from '../../business/business.ts'
import { isStarting } from '../../business/schemas/price.ts'
import { listSignals } from '../../business/schemas/site.ts'
import type { Package, Service } from '../../business/v1.ts'
import { fill } from '../../business/words.ts'
import { agentResources, type Context } from '../../context/context.ts'
import { closingText, Locations, listWays } from '../parts/contact-ways.tsx'
import { LicenceSentence, PageHead, Section } from '../parts/elements.tsx'
import { Appointment, Hours } from '../parts/hours.tsx'
import { CategoryLines, listEmptyCategories, maxFullServices } from '../parts/offers.tsx'
import { contextForList, PackagePrice, PriceText, TaxNote } from '../parts/prices.tsx'
import { listFacts } from '../parts/profile.tsx'
import { breakUrl, DataList, Definitions, type Entry, Link, List, Paragraphs, Rich } from '../parts/texts.tsx'
import { createBusinessNode } from '../structured-data.ts'
import type { Props, View } from '../view.ts'

export const forAi: View = (context) => {
  const words = context.words.forAi
  const { name, not_category, by_appointment } = context.business.profile
  // An agent may answer readers in any country.
  const anywhere = { ...context, homeCountry: undefined }
  const ways = listWays(anywhere)
  // The lead mentions no offer and no contact.
  const hasContact = closingText(context) !== undefined
  const isComplete = hasOffer(context.business) && (ways.length > 0 || hasContact)
  return {
    title: words.title,
    name: context.words.pages.forAi,
    description: [fill(isComplete ? words.description : words.lead, { name })],
    structuredData: () => [createBusinessNode(context)],
    operationPath: '/profile.json',
    hasHours: true,
    files: ['profile', 'services', 'pricing', 'site'],
    main: () => (
      <>
        <PageHead title={words.title}>
          <Paragraphs context={context} class="lead" text={fill(words.lead, { name })} />
        </PageHead>
        <div class="prose">
          <Section heading={words.who}>
            <Definitions class="facts" context={context} entries={forAiFacts(context)} />
            {not_category && <Paragraphs context={context} text={toSentence(capitalize(not_category))} />}
          </Section>
          <Offered context={context} />
          <Section heading={words.notOffered}>
            <p>
              {words.readOnly}
              {hasContact && ` ${words.goAhead}`}
            </p>
          </Section>
          <Usage context={context} />
          <Urls context={context} />
          {(ways.length > 0 || by_appointment !== undefined) && (
            <Section heading={words.contact}>
              <Definitions class="ways" entries={ways} />
              <Appointment context={context} />
            </Section>
          )}
          <Hours context={context} hasTimezone />
          <Locations context={anywhere} hasTimezone />
        </div>
      </>
    )
  }
}

function forAiFacts(context: Context): Entry[] {
  const { words, business } = context
  const { name, name_en, category, stack, pricing_model, url } = business.profile
  return [
    [words.about.name, name],
    [words.about.nameEn, name_en],
    [
      words.about.site,
      <a href={url} dir="ltr">
        {url}
      </a>
    ],
    [words.services.category, category],
    ...listFacts(context, true),
    [words.about.stack, stack?.join(context.comma)],
    [words.pages.pricing, pricing_model.note ?? business.pricing.model]
  ]
}

function Offered({ context }: Props) {
  const { words, business } = context
  const { services, pricing_note } = business.catalog
  const { packages, quote_url, notes = [] } = business.pricing
  const serviceContext = contextForList(context, listServicePrices(business.catalog))
  const packageContext = contextForList(context, packages.flatMap(pricesOf))
  const isSplit = hasServices(business)
  const packagesHeading = packages.length === 1 ? words.forAi.packagesOne : words.forAi.packages
  const packageList = packages.length > 0 && (
    <Items
      context={context}
      operationId="getPackage"
      items={packages}
      priceOf={(item) => (
        <div>
          <PackagePrice context={packageContext} item={item} hasNotes />
        </div>
      )}
    />
  )
  return !hasOffer(business) ? null : (
    <>
      <Section heading={isSplit ? words.forAi.offered : packagesHeading}>
        <TaxNote context={context} />
        <DataList class="notes" context={context} items={[pricing_note ?? [], notes].flat()} />
        {quote_url && hasOpenPrices(business) && (
          <p>
            {words.forAi.notQuotes} <Link context={context} to={quote_url} text={words.price.ask} />
          </p>
        )}
        {services.length > 0 && (
          <>
            <p>{words.forAi.ids}</p>
            <Items
              context={context}
              operationId="getService"
              items={services.slice(0, maxFullServices)}
              priceOf={({ price }) => (
                <span>
                  <PriceText context={serviceContext} price={price} />
                </span>
              )}
            />
          </>
        )}
        {services.length > maxFullServices && (
          <p>
            <Link context={context} to="/services/" text={words.forAi.more} />
          </p>
        )}
        <CategoryLines context={serviceContext} categories={listEmptyCategories(business)} />
        {!isSplit && packageList}
      </Section>
      {isSplit && packageList && <Section heading={packagesHeading}>{packageList}</Section>}
    </>
  )
}

function Items<Item extends Service | Package>({
  context,
  operationId,
  items,
  priceOf
}: Props<{ operationId: string; items: Item[]; priceOf: (item: Item) => ComponentChildren }>) {
  const operation = context.operations.find((candidate) => candidate.operationId === operationId)
  const ids = new Set(operation?.ids?.(context.business))
  return (
    <ul class="price-lines id-lines">
      {items.map((item) => (
        <li>
          <Link context={context} to={item.url} text={item.name} />{' '}
          <Code
            text={item.id}
            href={ids.has(item.id) && operation && context.prefix + operation.path.replace('{id}', item.id)}
          />{' '}
          {priceOf(item)}
        </li>
      ))}
    </ul>
  )
}

const Code = ({ text, href }: { text: string; href: string | false | undefined }) =>
  href ? (
    <a href={href} dir="ltr">
      <code>{breakUrl(text)}</code>
    </a>
  ) : (
    <code dir="ltr">{breakUrl(text)}</code>
  )

/** How the content may be used: the licence and the uses that the owner states, and how to read prices and the API. */
function Usage({ context }: Props) {
  const { words, business } = context
  const { site } = business
  const sentences = [
    ...listSignals(site).map(
      ([name, isAllowed]) => words.forAi.signals[name][isAllowed ? 'allowed' : 'forbidden']
    ),
    ...(listPrices(business).some(isStarting) ? [words.forAi.startingPrices] : []),
    ...(context.hasServer ? words.forAi.useItems : words.forAi.useFiles)
  ]
  const licence = [<LicenceSentence context={context} />, ' ', words.forAi.attribution]
  const items = site?.licence ? [licence, ...sentences] : sentences
  return (
    <Section heading={words.forAi.use}>
      <List class="points" items={items} />
    </Section>
  )
}

function Urls({ context }: Props) {
  const { words, baseUrl, operations, prefix } = context
  const isEnglish = primaryLanguage(context.language) === 'en'
  const summaries = new Map(Object.entries(words.forAi.operations))
  const toItem = (url: string, meaning: ComponentChildren, isLink = true) => [
    <Code text={url} href={isLink && url} />,
    ' ',
    <span>{meaning}</span>
  ]
  const items = [
    ...operations.map(({ operationId, path, summary, ids }) =>
      // A summary without words is in English only.
      toItem(baseUrl + prefix + path, summaries.get(operationId) ?? (isEnglish && summary), !ids)
    ),
    toItem(baseUrl + agentResources.openapi.path, words.forAi.specification),
    toItem(baseUrl + agentResources.llms.path, words.forAi.summary),
    toItem(baseUrl + agentResources.llmsFull.path, words.forAi.fullText),
    // Not a link, because a browser gets an error from it.
    ...(context.hasServer ? [toItem(baseUrl + agentResources.mcp.path, words.forAi.mcp, false)] : [])
  ]
  return (
    <Section heading={words.forAi.addresses}>
      <List class="points addresses" items={items} />
      <p>
        <Rich text={context.hasServer ? words.forAi.markdown : words.forAi.markdownFiles} />
      </p>
    </Section>
  )
}
