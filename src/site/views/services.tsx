import { servicePrice, startingPrice } from '../../business/price.ts'
import { hasOnlyStartingPrices } from '../../business/price-notes.ts'
import type { Category } from '../../business/services.ts'
import type { PageContext } from '../page-context.ts'
import { maxFullServices, PriceText, ServiceLines, ServiceRows, TaxNote } from '../parts/prices.tsx'
import { serviceNode } from '../parts/structured-data.ts'
import { describe, type View } from '../view.ts'
import { fill } from '../words.ts'

export const services: View = (context) => {
  const { words, business } = context
  const { name } = business.profile
  const { pricing_note, categories, examples } = business.services
  const shown = examples.slice(0, maxFullServices)
  const isStarting = hasOnlyStartingPrices(examples.map(servicePrice))
  const { title, titleStarting, description, descriptionStarting } = words.services
  return {
    title: `${isStarting ? titleStarting : title} | ${name}`,
    description: describe(fill(isStarting ? descriptionStarting : description, { name }), pricing_note),
    breadcrumbs: [{ name: words.pages.services, path: '/services/' }],
    structuredData: shown.map((example) => serviceNode(context, example)),
    operationPath: '/services.json',
    files: ['profile', 'services', 'pricing'],
    main: (
      <>
        <div class="page-head">
          <h1>{words.services.heading}</h1>
          {pricing_note && <p class="lead">{pricing_note}</p>}
        </div>
        <section>
          <h2>{words.services.examples}</h2>
          {examples.length === 0 && <p>{words.services.none}</p>}
          <ServiceRows context={context} services={shown} />
          <Further context={context} />
          {examples.length > 0 && <TaxNote context={context} />}
        </section>
        {categories.length > 0 && <Categories context={context} categories={categories} />}
      </>
    )
  }
}

function Further({ context }: { context: PageContext }) {
  const rest = context.business.services.examples.slice(maxFullServices)
  return rest.length === 0 ? null : (
    <>
      <h3>{context.words.services.more}</h3>
      <ServiceLines context={context} services={rest} />
    </>
  )
}

/** The categories, with a column for each kind of price that any of them has. */
function Categories({ context, categories }: { context: PageContext; categories: Category[] }) {
  const { services: words } = context.words
  const columns = (
    [
      [words.focused, 'focused_scope_from_ils'],
      [words.full, 'full_build_from_ils']
    ] as const
  ).filter(([, field]) => categories.some((category) => category[field] !== undefined))
  return (
    <section>
      <h2 id="byField">{columns.length > 0 ? words.categories : words.listed}</h2>
      {columns.length === 0 ? (
        <ul class="category-list">
          {categories.map(({ id, name }) => (
            <li key={id} id={id}>
              {name}
            </li>
          ))}
        </ul>
      ) : (
        <table class="prices" aria-labelledby="byField">
          <thead>
            <tr>
              <th scope="col">{words.category}</th>
              {columns.map(([label, field]) => (
                <th key={field} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {categories.map((category) => (
              <tr key={category.id} id={category.id}>
                <th scope="row">{category.name}</th>
                {columns.map(([label, field]) => (
                  <td key={field} data-label={label}>
                    <CategoryPrice context={context} amount={category[field]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

const CategoryPrice = ({ context, amount }: { context: PageContext; amount: number | undefined }) =>
  amount === undefined ? null : <PriceText context={context} price={startingPrice(amount)} />
