import type { Category, Example } from '../../business/services.ts'
import type { PageContext } from '../page-context.ts'
import { FromPrice, maxFullServices, ServiceLines, ServiceRows } from '../parts/prices.tsx'
import { serviceNode } from '../parts/structured-data.ts'
import { Link } from '../parts/text.tsx'
import { describe, type View } from '../view.ts'
import { fill } from '../words.ts'

export const services: View = (context) => {
  const { words, business } = context
  const { name } = business.profile
  const { pricing_note, categories, examples } = business.services
  const shown = examples.slice(0, maxFullServices)
  return {
    title: `${words.services.title} | ${name}`,
    description: describe(fill(words.services.description, { name }), pricing_note),
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
          <Groups context={context} services={shown} />
          <Further context={context} />
        </section>
        <Categories context={context} categories={categories.filter(hasPrices)} />
      </>
    )
  }
}

const hasPrices = ({ focused_scope_from_ils, full_build_from_ils }: Category) =>
  focused_scope_from_ils !== undefined || full_build_from_ils !== undefined

/** The services by category; in one list if they have none. */
function Groups({ context, services }: { context: PageContext; services: Example[] }) {
  const { categories } = context.business.services
  const groups = categories
    .map((category) => ({ category, own: services.filter((item) => item.category === category.id) }))
    // The table has the others.
    .filter(({ category, own }) => own.length > 0 || !hasPrices(category))
  const others = services.filter(({ category }) => category === undefined)
  return groups.length === 0 ? (
    <ServiceRows context={context} services={others} />
  ) : (
    <div class="groups">
      {groups.map(({ category, own }) => (
        <section key={category.id} class="group" id={hasPrices(category) ? undefined : category.id}>
          <h3>
            <GroupName context={context} category={category} />
          </h3>
          <ServiceRows context={context} services={own} />
        </section>
      ))}
      {others.length > 0 && (
        <section class="group">
          <h3>{context.words.services.more}</h3>
          <ServiceRows context={context} services={others} />
        </section>
      )}
    </div>
  )
}

// The category may have a page of its own.
const GroupName = ({ context, category: { name, url } }: { context: PageContext; category: Category }) =>
  context.toHref(url).startsWith('/services/#') ? (
    name
  ) : (
    <Link context={context} to={url}>
      {name}
    </Link>
  )

function Further({ context }: { context: PageContext }) {
  const rest = context.business.services.examples.slice(maxFullServices)
  return rest.length === 0 ? null : (
    <>
      <h3>{context.words.services.more}</h3>
      <ServiceLines context={context} services={rest} />
    </>
  )
}

function Categories({ context, categories }: { context: PageContext; categories: Category[] }) {
  const { words } = context
  const price = (amount: number | undefined) =>
    amount === undefined ? words.price.onRequest : <FromPrice context={context} amount={amount} />
  return categories.length === 0 ? null : (
    <section>
      <h2 id="byField">{words.services.categories}</h2>
      <table class="prices" aria-labelledby="byField">
        <thead>
          <tr>
            <th scope="col">{words.services.category}</th>
            <th scope="col">{words.services.focused}</th>
            <th scope="col">{words.services.full}</th>
          </tr>
        </thead>
        <tbody>
          {categories.map((category) => (
            <tr key={category.id} id={category.id}>
              <th scope="row">
                <GroupName context={context} category={category} />
              </th>
              <td data-label={words.services.focused}>{price(category.focused_scope_from_ils)}</td>
              <td data-label={words.services.full}>{price(category.full_build_from_ils)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
