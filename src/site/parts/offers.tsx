import type { Business } from '../../business/business.ts'
import { quoteFor } from '../../business/operations.ts'
import { isOpen } from '../../business/schemas/price.ts'
import type { Category, Package, Service } from '../../business/v1.ts'
import type { Props } from '../view.ts'
import { PriceText } from './prices.tsx'
import { DataText, Link, Paragraphs } from './texts.tsx'

/** A page shows at most this many services in full; it lists the others by name and price, or links to the catalogue. */
export const maxFullServices = 100

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
