import type { Business } from '../business/business.ts'
import { pointerPart } from '../business/problem.ts'
import type { Price } from '../business/schemas/price.ts'

/** A field of the data that links to a page, with the facts that the page must show. */
export interface LinkedFact {
  /** The data file. */
  file: string
  /** JSON pointer of the object that has the link; empty for the whole file. */
  pointer: string
  /** Pointer of the link in the object. */
  link: string
  url: string
  /** Empty if the page must only exist. */
  name: string
  amounts: LinkedAmount[]
}

/** An amount with its pointer in the object that has the link. */
interface LinkedAmount {
  field: string
  value: string | number
}

/** Lists the fields of the data that link to a page, in the order of a table of contents: the services are last. */
export const listLinkedFacts = (business: Business): LinkedFact[] => [
  ...listCategories(business),
  ...listPackages(business),
  ...listLinkedPages(business),
  ...listServices(business)
]

const listCategories = ({ services }: Business): LinkedFact[] =>
  services.categories.map((category, index) => ({
    file: 'services.json',
    pointer: `/categories/${index}`,
    link: '/url',
    url: category.url,
    name: category.name,
    amounts: listAmounts({
      '/focused_scope_from_ils': category.focused_scope_from_ils,
      '/full_build_from_ils': category.full_build_from_ils
    })
  }))

const listPackages = ({ pricing }: Business): LinkedFact[] =>
  pricing.packages.map((item, index) => ({
    file: 'pricing.json',
    pointer: `/packages/${index}`,
    link: '/url',
    url: String(item.url),
    name: item.name,
    amounts: item.price ? listPrice(item.price) : listAmounts({ '/one_time_ils': item.one_time_ils })
  }))

const listServices = ({ services }: Business): LinkedFact[] =>
  services.examples.map((example, index) => ({
    file: 'services.json',
    pointer: `/examples/${index}`,
    link: '/url',
    url: String(example.url),
    name: example.name,
    amounts: example.price ? listPrice(example.price) : listAmounts({ '/from_ils': example.from_ils })
  }))

const listPrice = ({ amount, max }: Price) => listAmounts({ '/price/amount': amount, '/price/max': max })

/** Returns the amounts that are known. Omits zero, because a page may say "free". */
const listAmounts = (amounts: Record<string, string | number | null | undefined>): LinkedAmount[] =>
  Object.entries(amounts).flatMap(([field, value]) =>
    value === undefined || value === null || Number(value) === 0 ? [] : [{ field, value }]
  )

/** Lists the links to a page that must only exist. Skips links to files and the API. */
function listLinkedPages({ profile, pricing, faq }: Business): LinkedFact[] {
  const links = Object.entries(profile.links ?? {}).map(([name, url]) => ({
    file: 'profile.json',
    link: `/links${pointerPart(name)}`,
    url
  }))
  const facts = [
    { file: 'pricing.json', link: '/quote_url', url: pricing.quote_url },
    { file: 'faq.json', link: '/source', url: faq.source },
    { file: 'profile.json', link: '/contact/contact_page', url: profile.contact.contact_page },
    { file: 'profile.json', link: '/url', url: profile.url },
    ...links
  ].map((fact) => ({ ...fact, pointer: '', url: String(fact.url), name: '', amounts: [] }))
  return facts.filter(({ url }) => /^[^?#]*(\/|\.html)([?#]|$)/.test(url))
}
