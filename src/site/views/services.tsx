import type { Category } from '../../business/services.ts'
import type { PageContext } from '../page-context.ts'
import { FromPrice, maxFullServices, ServiceLines, ServiceRows } from '../parts/prices.tsx'
import { serviceNode } from '../parts/structured-data.ts'
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
          <ServiceRows context={context} services={shown} />
          <Further context={context} />
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

function Categories({ context, categories }: { context: PageContext; categories: Category[] }) {
  const { words } = context
  const price = (amount: number | undefined) =>
    amount === undefined ? words.price.onRequest : <FromPrice context={context} amount={amount} />
  return (
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
          {categories.map(({ id, name, focused_scope_from_ils, full_build_from_ils }) => (
            <tr key={id} id={id}>
              <th scope="row">{name}</th>
              <td data-label={words.services.focused}>{price(focused_scope_from_ils)}</td>
              <td data-label={words.services.full}>{price(full_build_from_ils)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
