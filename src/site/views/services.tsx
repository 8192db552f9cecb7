import { hasOnlyStartingPrices, listServicePrices } from '../../business/price-range.ts'
import { servicePrice } from '../../business/schemas/price.ts'
import type { Category, Example } from '../../business/schemas/services.ts'
import { hasPrices } from '../../business/schemas/services.ts'
import { fill, type Words } from '../../business/words.ts'
import type { PageContext } from '../page-context.ts'
import { CallToAction } from '../parts/call-to-action.tsx'
import {
  CategoryLines,
  CategoryName,
  CategoryPrice,
  listEmptyCategories,
  listScopes,
  Scopes
} from '../parts/categories.tsx'
import { maxFullServices, ServiceLines, ServiceRows, TaxNote } from '../parts/prices.tsx'
import { Paragraphs } from '../parts/prose.tsx'
import { createListedServiceNode } from '../structured-data/nodes.ts'
import { describe, toSentence, type View } from '../view.ts'

export const services: View = (context) => {
  const { words, business } = context
  const { pricing_note, categories, examples } = business.services
  const shown = examples.slice(0, maxFullServices)
  const further = examples.slice(maxFullServices)
  const groups = listGroups(categories, shown, further)
  const isFiltered = groups.length > 1
  const unpriced = listEmptyCategories(business).filter((category) => !hasPrices(category))
  return {
    ...writeHead(context, unpriced),
    breadcrumbs: [{ name: words.pages.services, path: '/services/' }],
    structuredData: shown.map((example) => createListedServiceNode(context, example)),
    operationPath: '/services.json',
    files: ['profile', 'services', 'pricing'],
    scripts: isFiltered ? ['filter-services.js'] : [],
    main: (
      <>
        <div class="page-head">
          <h1>{examples.length > 0 ? titleOf(words.services, examples) : words.services.heading}</h1>
          {pricing_note && <Paragraphs class="lead" text={pricing_note} />}
        </div>
        {examples.length + unpriced.length > 0 && (
          <section id="allServices">
            {isFiltered && <Filter context={context} groups={groups} />}
            <Groups context={context} groups={groups} others={listServicesOf(undefined, shown, further)} />
            <CategoryLines context={context} categories={unpriced} Heading="h2" />
            {examples.length > 0 && <TaxNote context={context} />}
          </section>
        )}
        <Categories
          context={context}
          categories={categories.filter(
            (category) => hasPrices(category) && groups.every((group) => group.category !== category)
          )}
        />
        <CallToAction context={context} />
      </>
    )
  }
}

/** Returns the heading of a page with services. */
const titleOf = (words: Words['services'], examples: Example[]) =>
  hasOnlyStartingPrices(examples.map(servicePrice)) ? words.examplesStarting : words.examples

// More than a description has room for.
const maxNames = 60

/** Returns the title and the description, which mention prices as far as the services and categories have them. */
function writeHead({ words, business, formatList }: PageContext, unpriced: Category[]) {
  const { pricing_note, examples } = business.services
  const { name, tagline = name } = business.profile
  const { heading, title, titleStarting, description, descriptionStarting } = words.services
  const prices = listServicePrices(business.services)
  const isStarting = hasOnlyStartingPrices(prices)
  const names = [...examples, ...listEmptyCategories(business)].slice(0, maxNames).map((item) => item.name)
  return {
    title: `${prices.length > 0 ? (isStarting ? titleStarting : title) : heading} | ${name}`,
    description:
      unpriced.length === 0
        ? describe(fill(isStarting ? descriptionStarting : description, { name }), pricing_note)
        : describe(
            toSentence(`${heading}: ${formatList(names)}`),
            pricing_note,
            toSentence(tagline),
            words.home.closingText
          )
  }
}

/** Services that are shown in full, and further ones in one line each. */
interface ListedServices {
  full: Example[]
  lines: Example[]
}

interface Group extends ListedServices {
  category: Category
}

const listGroups = (categories: Category[], shown: Example[], further: Example[]): Group[] => {
  const used = new Set([...shown, ...further].map(({ category }) => category))
  return categories
    .filter(({ id }) => used.has(id))
    .map((category) => ({ category, ...listServicesOf(category.id, shown, further) }))
}

const listServicesOf = (id: string | undefined, shown: Example[], further: Example[]): ListedServices => ({
  full: shown.filter(({ category }) => category === id),
  lines: further.filter(({ category }) => category === id)
})

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
  others: ListedServices
}

interface ServiceListsProps extends ListedServices {
  context: PageContext
  Heading: 'h2' | 'h3'
  isTagged?: boolean
}

/** The services by category, and those without a category. */
function Groups({ context, groups, others }: GroupsProps) {
  if (groups.length === 0) return <ServiceLists context={context} {...others} Heading="h2" />
  // The columns of all groups are the same.
  const isTagged = [...groups, others].some(({ full }) => full.some(({ tag }) => tag))
  return (
    <div id="serviceGroups">
      {groups.map(({ category, full, lines }) => (
        <section key={category.id} class="group" id={category.id}>
          <div class="section-head">
            <h2>
              <CategoryName context={context} category={category} />
            </h2>
            <Scopes context={context} category={category} />
          </div>
          <ServiceLists context={context} full={full} lines={lines} Heading="h3" isTagged={isTagged} />
        </section>
      ))}
      {others.full.length + others.lines.length > 0 && (
        <section class="group">
          <h2>{context.words.services.more}</h2>
          <ServiceLists context={context} {...others} Heading="h3" isTagged={isTagged} />
        </section>
      )}
    </div>
  )
}

const ServiceLists = ({ context, full, lines, Heading, isTagged }: ServiceListsProps) => (
  <>
    {full.length > 0 && (
      <ServiceRows context={context} services={full} Heading={Heading} isTagged={isTagged} />
    )}
    {lines.length > 0 && Heading === 'h2' && <h2>{context.words.services.more}</h2>}
    {lines.length > 0 && <ServiceLines context={context} services={lines} />}
  </>
)

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
                <CategoryName context={context} category={category} />
              </th>
              {columns.map(([, field]) => (
                <td key={field}>
                  <CategoryPrice context={context} amount={category[field]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {context.business.services.examples.length === 0 && <TaxNote context={context} />}
    </section>
  )
}
