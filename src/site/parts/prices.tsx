import { Fragment } from 'preact'
import { isFree, joinAmounts, type PriceParts } from '../../business/price-words.ts'
import { amountsOf, type Price, packagePrice, servicePrice } from '../../business/schemas/price.ts'
import type { Package } from '../../business/schemas/pricing.ts'
import type { Example } from '../../business/schemas/services.ts'
import type { PageContext } from '../page-context.ts'
import { Link } from './prose.tsx'

/** A page shows at most this many services in full; it lists the others by name and price, or links to the catalogue. */
export const maxFullServices = 100

/** An amount of money, isolated so its currency sign is on the side that the language puts it. */
export function Money({ context, amount }: { context: PageContext; amount: string }) {
  return <bdi class="money">{context.prices.writeAmounts(amount)}</bdi>
}

interface PriceProps {
  context: PageContext
  price: Price
  /** Whether the text says if the price includes tax. */
  hasTerms?: boolean
}

/** A price in words, followed by the price with tax if the data has the rate of a tax that it excludes. */
export function PriceText({ context, price, hasTerms = false }: PriceProps) {
  const withTax = context.prices.splitWithTax(price)
  return (
    <>
      <span class="from">
        <Parts parts={context.prices.split(price)} />
      </span>
      {hasTerms && <TaxTerms context={context} price={price} />}
      {withTax && (
        <>
          {' '}
          <span class="with-tax">
            (<Parts parts={withTax} />)
          </span>
        </>
      )}
    </>
  )
}

/** Words of this length stay in one line with an amount, also on a screen of 320 px. */
const maxUnbrokenWords = 12

function Parts({ parts: { before, amounts, after } }: { parts: PriceParts }) {
  // The spaces are outside the spans, because these words may be on a separate line.
  const words = before.trimEnd()
  const unit = after.trimStart()
  // A word that ends in a maqaf stays on the line of its amount.
  const wordClass = words.endsWith('־') ? 'from-word joined' : 'from-word'
  const start = (
    <>
      {words && <span class={wordClass}>{words}</span>}
      {before.slice(words.length)}
      {amounts.map((amount, index) => (
        <Fragment key={amount}>
          {index > 0 && (
            <>
              {/* A wide range may continue on the next line. */}
              <span class="money">–</span>
              <wbr />
            </>
          )}
          <bdi class="money">{amount}</bdi>
        </Fragment>
      ))}
    </>
  )
  const isUnbroken = words !== '' && words.length <= maxUnbrokenWords && amounts.length === 1
  return (
    <>
      {isUnbroken ? <span class="unbroken">{start}</span> : start}
      {after.slice(0, after.length - unit.length)}
      {unit && <span class="from-word">{unit}</span>}
    </>
  )
}

/** Whether a price includes tax, if the data says it. */
function TaxTerms({ context, price }: { context: PageContext; price: Price }) {
  const { taxTerms } = context.prices
  return taxTerms === undefined || isFree(price) ? null : (
    <>
      {' '}
      <span class="terms">{taxTerms}</span>
    </>
  )
}

/** Whether the prices of a list include tax, if the data says it. */
export function TaxNote({ context }: { context: PageContext }) {
  const { taxSentence } = context.prices
  return taxSentence === undefined ? null : <p class="note tax-note">{taxSentence}</p>
}

/** The price of a package with its terms. */
export function PackagePrice({ context, item }: { context: PageContext; item: Package }) {
  const price = packagePrice(item)
  const own =
    item.price_display === (price && joinAmounts(context.prices.writeAmounts(...amountsOf(price))))
      ? undefined
      : item.price_display
  // Without `price`, only the text of the owner can name the kind of the price; it is additional otherwise.
  const isMain = item.price === undefined && own !== undefined
  return (
    <p class="package-price">
      {isMain ? (
        <bdi class="money">{own}</bdi>
      ) : price ? (
        <PriceText context={context} price={price} hasTerms />
      ) : (
        <span class="on-request">{context.words.price.onRequest}</span>
      )}{' '}
      {!isMain && own && <bdi class="terms">{own}</bdi>}
      {isMain && price && <TaxTerms context={context} price={price} />}
    </p>
  )
}

interface ServicesProps {
  context: PageContext
  services: Example[]
  /** The headings of the services. */
  Heading?: 'h2' | 'h3'
  /** Whether the rows have a column for tags. */
  isTagged?: boolean | undefined
}

/** Services as the rows of a price list. */
export function ServiceRows({
  context,
  services,
  Heading = 'h3',
  isTagged = services.some(({ tag }) => tag)
}: ServicesProps) {
  return (
    <ul class={isTagged ? 'services tagged' : 'services'}>
      {services.map((service) => (
        <li key={service.id} class="service">
          {service.tag && <p class="tag">{service.tag}</p>}
          <Heading class="service-name">
            <ServiceLink context={context} service={service} />
          </Heading>
          {service.summary && <p class="service-summary">{service.summary}</p>}
          <p class="service-price">
            <PriceText context={context} price={servicePrice(service)} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/**
 * Returns the class of a grid of packages: one, two or three in a row. The style sheet does not count them, because they
 * would move as more of the page arrives.
 */
export function rowsOf({ length }: Package[]): string {
  if (length === 1) return 'single'
  return length === 2 || length === 4 ? 'in-pairs' : 'in-threes'
}

/** Services in one line each. */
export const ServiceLines = ({ context, services }: ServicesProps) => (
  <ul class="price-lines">
    {services.map((service) => (
      <li key={service.id} class="price-line">
        <ServiceLink context={context} service={service} /> <span class="leader" aria-hidden="true" />
        <PriceText context={context} price={servicePrice(service)} />
      </li>
    ))}
  </ul>
)

const ServiceLink = ({ context, service }: { context: PageContext; service: Example }) => (
  <Link context={context} to={service.url ?? `/services/${service.id}/`}>
    {service.name}
  </Link>
)
