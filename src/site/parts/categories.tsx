import type { Business } from '../../business/business.ts'
import type { Category } from '../../business/services.ts'
import type { PageContext } from '../page-context.ts'
import { Link } from './text.tsx'

/** Returns whether a category has a price of its own. */
export const hasPrices = ({ focused_scope_from_ils, full_build_from_ils }: Category): boolean =>
  focused_scope_from_ils !== undefined || full_build_from_ils !== undefined

/** Returns the categories without services: all that the data has about them is in the category itself. */
export function listEmptyCategories({ services: { categories, examples } }: Business): Category[] {
  const used = new Set(examples.map(({ category }) => category))
  return categories.filter(({ id }) => !used.has(id))
}

/** Categories by name, one per line. */
export const CategoryLines = ({ context, categories }: { context: PageContext; categories: Category[] }) =>
  categories.length === 0 ? null : (
    <ul class="price-lines">
      {categories.map((category) => (
        <li key={category.id} class="price-line" id={category.id}>
          <span>
            <CategoryName context={context} category={category} />
          </span>
        </li>
      ))}
    </ul>
  )

/** The name of a category, which may have a page of its own. */
export function CategoryName({ context, category }: { context: PageContext; category: Category }) {
  const { name, url } = category
  if (context.toHref(url).startsWith('/services/#')) return name
  return (
    <Link context={context} to={url}>
      {name}
    </Link>
  )
}
