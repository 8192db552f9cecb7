import { Fragment } from 'preact'
import { servicePrice, startingPrice } from '../../business/price.ts'
import { hasOnlyStartingPrices } from '../../business/price-notes.ts'
import type { Category, Example } from '../../business/services.ts'
import type { PageContext } from '../page-context.ts'
import { Closing } from '../parts/closing.tsx'
import { maxFullServices, PriceText, ServiceLines, ServiceRows, TaxNote } from '../parts/prices.tsx'
import { listedServiceNode } from '../parts/structured-data.ts'
import { Link } from '../parts/text.tsx'
import { describe, type View } from '../view.ts'
import { fill } from '../words.ts'

export const services: View = (context) => {
  const { words, business } = context
  const { name } = business.profile
  const { pricing_note, categories, examples } = business.services
  const shown = examples.slice(0, maxFullServices)
  const isStarting = hasOnlyStartingPrices(examples.map(servicePrice))
  const { title, titleStarting, description, descriptionStarting } = words.services
  const groups = listGroups(categories, shown)
  // The filter would count only the services that are shown in full.
  const isFiltered = groups.length > 1 && shown.length === examples.length
  return {
    title: `${isStarting ? titleStarting : title} | ${name}`,
    description: describe(fill(isStarting ? descriptionStarting : description, { name }), pricing_note),
    breadcrumbs: [{ name: words.pages.services, path: '/services/' }],
    structuredData: shown.map((example) => listedServiceNode(context, example)),
    operationPath: '/services.json',
    files: ['profile', 'services', 'pricing'],
    scripts: isFiltered ? ['filter-services.js'] : [],
    main: (
      <>
        <div class="page-head">
          <h1>{words.services.heading}</h1>
          {pricing_note && <p class="lead">{pricing_note}</p>}
        </div>
        <section id="allServices">
          <h2>{isStarting ? titleStarting : words.services.examples}</h2>
          {isFiltered && <Filter context={context} groups={groups} />}
          <Groups context={context} groups={groups} services={shown} />
          <EmptyCategories context={context} services={shown} />
          <Further context={context} />
          {examples.length > 0 && <TaxNote context={context} />}
        </section>
        <Categories
          context={context}
          categories={categories.filter(
            (category) => hasPrices(category) && groups.every((group) => group.category !== category)
          )}
        />
        <Closing context={context} />
      </>
    )
  }
}

const hasPrices = ({ focused_scope_from_ils, full_build_from_ils }: Category) =>
  focused_scope_from_ils !== undefined || full_build_from_ils !== undefined

interface Group {
  category: Category
  own: Example[]
}

const listGroups = (categories: Category[], services: Example[]): Group[] =>
  categories
    .map((category) => ({ category, own: listOwn(category, services) }))
    .filter(({ own }) => own.length > 0)

/** Links to the services of each category. With filter-services.js they show only those. */
function Filter({ context, groups }: { context: PageContext; groups: Group[] }) {
  const words = context.words.services
  return (
    <nav class="filter" aria-label={words.filter} data-shown={words.shown}>
      <ul>
        <li>
          <a href="#allServices">{words.all}</a>
        </li>
        {groups.map(({ category: { id, name } }) => (
          <li key={id}>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ul>
      <p class="note" role="status" />
    </nav>
  )
}

interface GroupsProps {
  context: PageContext
  groups: Group[]
  services: Example[]
}

/** The services by category; in one list if they have none. */
function Groups({ context, groups, services }: GroupsProps) {
  const others = services.filter(({ category }) => category === undefined)
  if (groups.length === 0)
    return others.length === 0 ? null : <ServiceRows context={context} services={others} />
  return (
    <div class="groups">
      {groups.map(({ category, own }) => (
        <section key={category.id} class="group" id={category.id}>
          <div class="section-head">
            <h3>
              <GroupName context={context} category={category} />
            </h3>
            <Scopes context={context} category={category} />
          </div>
          <ServiceRows context={context} services={own} isNested />
        </section>
      ))}
      {others.length > 0 && (
        <section class="group">
          <h3>{context.words.services.more}</h3>
          <ServiceRows context={context} services={others} isNested />
        </section>
      )}
    </div>
  )
}

/** The starting prices of a category, next to its name. */
function Scopes({ context, category }: { context: PageContext; category: Category }) {
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

const listScopes = ({ words: { services } }: PageContext) =>
  [
    [services.focused, 'focused_scope_from_ils'],
    [services.full, 'full_build_from_ils']
  ] as const

/** The categories without services and prices: the list of what the business does has no more about them. */
function EmptyCategories({ context, services }: { context: PageContext; services: Example[] }) {
  const empty = context.business.services.categories.filter(
    (category) => !hasPrices(category) && listOwn(category, services).length === 0
  )
  return empty.length === 0 ? null : (
    <ul class="price-lines">
      {empty.map((category) => (
        <li key={category.id} class="price-line" id={category.id}>
          <span>
            <GroupName context={context} category={category} />
          </span>
        </li>
      ))}
    </ul>
  )
}

const listOwn = ({ id }: Category, services: Example[]) => services.filter(({ category }) => category === id)

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

/** The categories that have a price but no services, with a column for each kind of price that any of them has. */
function Categories({ context, categories }: { context: PageContext; categories: Category[] }) {
  const { services: words } = context.words
  const columns = listScopes(context).filter(([, field]) =>
    categories.some((category) => category[field] !== undefined)
  )
  return categories.length === 0 ? null : (
    <section>
      <h2 id="byField">{words.categories}</h2>
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
              <th scope="row">
                <GroupName context={context} category={category} />
              </th>
              {columns.map(([label, field]) => (
                <td key={field} data-label={label}>
                  <CategoryPrice context={context} amount={category[field]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const CategoryPrice = ({ context, amount }: { context: PageContext; amount: number | undefined }) =>
  amount === undefined ? null : <PriceText context={context} price={startingPrice(amount)} />
