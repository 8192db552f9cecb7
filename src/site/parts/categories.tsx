import { Fragment } from 'preact'
import type { Business } from '../../business/business.ts'
import { startingPrice } from '../../business/schemas/price.ts'
import { type Category, hasPrices } from '../../business/schemas/services.ts'
import type { PageContext } from '../page-context.ts'
import { PriceText } from './prices.tsx'
import { Link } from './prose.tsx'

/** Returns the categories without services: all that the data has about them is in the category itself. */
export function listEmptyCategories({ services: { categories, examples } }: Business): Category[] {
  const used = new Set(examples.map(({ category }) => category))
  return categories.filter(({ id }) => !used.has(id))
}

interface LinesProps {
  context: PageContext
  categories: Category[]
  Heading?: 'h2' | 'h3'
}

/** Categories with their prices, one per line; below a heading if services come before them. */
export const CategoryLines = ({ context, categories, Heading = 'h3' }: LinesProps) =>
  categories.length === 0 ? null : (
    <>
      {context.business.services.examples.length > 0 && <Heading>{context.words.services.filter}</Heading>}
      <ul class="price-lines">
        {categories.map((category) => (
          <li key={category.id} class="price-line" id={category.id}>
            <span>
              <CategoryName context={context} category={category} />
            </span>
            <Scopes context={context} category={category} />
          </li>
        ))}
      </ul>
    </>
  )

/** The name of a category, as a link if the category has a page. */
export function CategoryName({ context, category }: { context: PageContext; category: Category }) {
  const { name, url } = category
  if (context.toHref(url).startsWith('/services/#')) return name
  return (
    <Link context={context} to={url}>
      {name}
    </Link>
  )
}

/** The starting prices of a category, next to its name. */
export function Scopes({ context, category }: { context: PageContext; category: Category }) {
  return !hasPrices(category) ? null : (
    <p class="scopes">
      {listScopes(context)
        .filter(([, field]) => category[field] !== undefined)
        .map(([label, field], index) => (
          <Fragment key={field}>
            {index > 0 && <span class="dot"> · </span>}
            <span>
              {label}: <CategoryPrice context={context} amount={category[field]} />
            </span>
          </Fragment>
        ))}
    </p>
  )
}

/** Returns the kinds of prices of a category: their labels and fields. */
export const listScopes = ({ words: { services } }: PageContext) =>
  [
    [services.focused, 'focused_scope_from_ils'],
    [services.full, 'full_build_from_ils']
  ] as const

/** A starting price of a category, or nothing if it has none. */
export const CategoryPrice = ({ context, amount }: { context: PageContext; amount: number | undefined }) =>
  amount === undefined ? null : <PriceText context={context} price={startingPrice(amount)} />
