import { rangeDirection } from '../../base/language.ts'
import { type Business, hasOwnTax } from '../../business/business.ts'
import { quoteFor } from '../../business/operations.ts'
import { joinAmounts, type PriceParts } from '../../business/price-words.ts'
import { isOpen, type Price } from '../../business/schemas/price.ts'
import type { Category, Package, Service } from '../../business/v1.ts'
import type { Context } from '../../context/context.ts'
import type { Props } from '../view.ts'
import { DataText, Link, Paragraphs } from './elements.tsx'

/** A page shows at most this many services in full; it lists the others by name and price, or links to the catalogue. */
export const maxFullServices = 100

/** Returns the context for a list, whose prices have decimals if one of them has. */
export const inOneForm = (context: Context, prices: (Price | undefined)[]): Context => ({
  ...context,
  prices: context.prices.forList(prices.filter((price) => price !== undefined))
})

type PriceProps = Props<{
  /** Undefined if it is on request. */
  price: Price | undefined
  /** Whether the text says if the price includes tax, as it does if no sentence says it of all prices. */
  hasTerms?: boolean
  /** Whether it is a limit, such as the lowest price. Items of this price may differ in tax, so it states none if an item has its own. */
  isLimit?: boolean
}>

/** A price in words, followed by the price with tax if the data has the rate of a tax that it excludes. */
export function PriceText({ context, price, isLimit = false, hasTerms = isLimit }: PriceProps) {
  if (price === undefined) return <span class="on-request">{context.words.price.onRequest}</span>
  const amounts = (
    <span class="from">
      <Parts context={context} parts={context.prices.split(price)} />
    </span>
  )
  if (isLimit && hasOwnTax(context.business)) return amounts
  const withTax = context.prices.splitWithTax(price)
  return (
    <>
      {amounts}
      {(hasTerms || !context.prices.taxSentence) && <TaxTerms context={context} price={price} />}
      {withTax && [
        ' ',
        <span class="with-tax">
          (<Parts context={context} parts={withTax} />)
        </span>
      ]}
    </>
  )
}

/** Words of this length stay in one line with an amount, also on a screen of 320 px, unless the amount is long. */
const maxUnbrokenWords = 12
const maxUnbrokenPrice = 22

function Parts({ context, parts: { before, amounts, after } }: Props<{ parts: PriceParts }>) {
  // The spaces are outside the spans, because these words may be on a separate line.
  const words = before.trimEnd()
  const unit = after.trimStart()
  // A word that ends in a maqaf stays on the line of its amount.
  const wordClass = words.endsWith('־') ? 'from-word joined' : 'from-word'
  const isRange = amounts.length > 1
  // The sign of the currency is outside of the range.
  const sign = isRange && context.direction === 'rtl' ? joinAmounts(amounts).replace(/.*\d/, '') : ''
  const numbers = amounts.map((amount, index) => [
    // A wide range may continue on the next line.
    index > 0 && [<span class="money">–</span>, <wbr />],
    <span class="money">{amount.replace(sign, '')}</span>
  ])
  const start = (
    <>
      {words && <span class={wordClass}>{words}</span>}
      {before.slice(words.length)}
      {sign ? <bdi dir={rangeDirection(context.language)}>{numbers}</bdi> : numbers}
      {sign && <span class="money">{sign}</span>}
    </>
  )
  const isShort =
    words.length <= maxUnbrokenWords && before.length + joinAmounts(amounts).length <= maxUnbrokenPrice
  const isUnbroken = words !== '' && isShort && !isRange
  return (
    <>
      {isUnbroken ? <span class="unbroken">{start}</span> : start}
      {after.slice(0, after.length - unit.length)}
      {unit && <span class="from-word">{unit}</span>}
    </>
  )
}

function TaxTerms({ context, price }: Props<{ price: Price }>) {
  const terms = context.prices.describeTax(price)
  return terms && [' ', <span class="terms">{terms}</span>]
}

export function TaxNote({ context }: Props) {
  const { taxSentence } = context.prices
  return taxSentence === undefined ? null : <p class="note tax-note">{taxSentence}</p>
}

/** The price of a package, and on request the note on it and the cost of its monthly operation. */
export function PackagePrice({ context, item, hasNotes }: Props<{ item: Package; hasNotes?: boolean }>) {
  const { price } = item
  // The API writes each price alone.
  const generated = price && joinAmounts(context.prices.forList([]).split(price).amounts)
  const own = item.price_display === generated ? undefined : item.price_display
  // Without `price`, only the text of the owner can name the kind of the price; it is additional otherwise.
  const isMain = (price === undefined || price.wholeField !== undefined) && own !== undefined
  const main = (
    <p class="package-price">
      {isMain ? <bdi class="money">{own}</bdi> : <PriceText context={context} price={price} hasTerms />}{' '}
      {!isMain && own && <bdi class="terms">{own}</bdi>}
      {isMain && price && <TaxTerms context={context} price={price} />}
    </p>
  )
  return !hasNotes ? (
    main
  ) : (
    <>
      {main}
      <Paragraphs context={context} class="note" text={item.price_note} />
      {item.monthly_operations && (
        <p class="monthly">
          <strong>{context.words.pricing.monthly + context.colon}</strong>{' '}
          <DataText context={context} text={item.monthly_operations} />
        </p>
      )}
    </>
  )
}

type Heading = 'h2' | 'h3'

export const ServiceRows = ({
  context,
  services,
  Heading = 'h3'
}: Props<{ services: Service[]; Heading?: Heading }>) => (
  <ul class="services">
    {services.map((service) => (
      <li class="service">
        {service.tag && (
          <p class="tag">
            <DataText context={context} text={service.tag} />
          </p>
        )}
        <Heading class="service-name">
          <Link context={context} to={service.url} text={service.name} />
        </Heading>
        <Paragraphs context={context} class="service-summary" text={service.summary} />
        <p class="service-price">
          <PriceText context={context} price={service.price} />
        </p>
      </li>
    ))}
  </ul>
)

/** Returns the class of a grid. The style sheet does not count the packages, because they would move as more of the page arrives. */
export function rowsOf({ length }: Package[]): string {
  if (length === 1) return 'single'
  return length === 2 || length === 4 ? 'in-pairs' : 'in-threes'
}

export const ServiceLines = ({ context, services }: Props<{ services: Service[] }>) => (
  <ul class="price-lines">
    {services.map((service) => (
      <li class="price-line">
        <Link context={context} to={service.url} text={service.name} />{' '}
        <span class="leader" aria-hidden="true" />
        <PriceText context={context} price={service.price} />
      </li>
    ))}
  </ul>
)

/**
 * The button of a service or package: to ask for a quote if its price is open, or else to contact the business. The form of the
 * contact page reads the choice from the fragment too: caches and crawlers then have one page, not one per service.
 */
export function ItemAction({
  context,
  kind,
  item
}: Props<{ kind: 'service' | 'package'; item: Service | Package }>) {
  const { id, name, price } = item
  const { business, resources, words, toHref, contactHref } = context
  const quote = isOpen(price) ? quoteFor(business, kind, id) : undefined
  const link = quote ? toHref(quote) : contactHref()
  const isForm =
    /^\/contact\/(?![^?#])/.test(link ?? '') && resources.pages.get('/contact/')?.isBuiltIn === true
  const href = isForm ? `/contact/#${kind}=${id}` : link
  const label = quote ? words.price.ask : words.pages.contact
  return href === undefined ? null : (
    <a
      class="button"
      href={href}
      aria-label={kind === 'package' ? `${label + context.colon} ${name}` : undefined}
    >
      {label}
    </a>
  )
}

export function listEmptyCategories({ catalog: { categories, services } }: Business): Category[] {
  const used = new Set(services.map(({ category }) => category))
  return categories.filter(({ id }) => !used.has(id))
}

/** Categories with their prices, one per line; by default below a heading if services come before them. */
export const CategoryLines = ({
  context,
  categories,
  Heading = 'h3',
  heading = context.business.catalog.services.length > 0 ? context.words.services.filter : undefined
}: Props<{ categories: Category[]; Heading?: Heading; heading?: string | undefined }>) =>
  categories.length === 0 ? null : (
    <>
      {heading && <Heading>{heading}</Heading>}
      <ul class="price-lines">
        {categories.map((category) => (
          <li class="price-line" id={category.id}>
            <CategoryHead context={context} category={category} />
          </li>
        ))}
      </ul>
    </>
  )

/** The name of a category, which links to its own page, and its prices. */
export function CategoryHead({
  context,
  category,
  Heading = 'span'
}: Props<{ category: Category; Heading?: 'h2' | 'span' }>) {
  const { name, url } = category
  const hasPage = !context.toHref(url).startsWith('/services/#')
  return (
    <>
      <Heading>
        <Link context={context} to={hasPage ? url : undefined} text={name} />
      </Heading>
      <Scopes context={context} category={category} />
    </>
  )
}

function Scopes({ context, category }: Props<{ category: Category }>) {
  const words = context.words.services
  const scopes = [
    { label: words.focused, price: category.focused },
    { label: words.full, price: category.full }
  ].filter(({ price }) => price)
  return scopes.length === 0 ? null : (
    <p class="scopes">
      {scopes.map(({ label, price }, index) => [
        index > 0 && ' ',
        <span>
          {label + context.colon} <PriceText context={context} price={price} />
          {index < scopes.length - 1 && ' ·'}
        </span>
      ])}
    </p>
  )
}
