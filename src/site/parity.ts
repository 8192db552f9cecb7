import type { Business } from '../business/business.ts'
import { currencyDigits, type Price, packagePrice, servicePrice } from '../business/price.ts'
import type { Problem } from '../business/problem.ts'
import type { Comparison, PageToCheck, ShownCurrency } from './compare.ts'
import type { HtmlPage } from './html-page.ts'
import { maxPageBytes } from './markdown/limits.ts'
import type { Site } from './site.ts'

/** A fact with the URL of the page that must show it. */
interface LinkedFact {
  /** File and JSON pointer of the fact. */
  source: string
  name: string
  amounts: number[]
  url: string
}

interface Check {
  baseUrl: string
  /** Compares one page, in a worker thread or synchronously. */
  compare: (page: PageToCheck) => Comparison | Promise<Comparison>
  /** Called for each page that is not checked. */
  warn: (message: string) => void
  /** Returns whether to stop, because the result is no longer needed. */
  isCancelled?: () => boolean
}

const maxProblems = 100

/**
 * Finds pages that the data links to and that do not exist, or that show a different name or price. Returns the first
 * hundred problems and the number of the others. Skips links to other sites.
 */
export async function findDisparities(
  business: Business,
  site: Pick<Site, 'readWhole'>,
  check: Check
): Promise<Problem[]> {
  const problems: Problem[] = []
  let count = 0
  const currency = describeCurrency(business)
  for (const [path, facts] of groupByPath(business, check.baseUrl)) {
    if (check.isCancelled?.()) break
    const pageProblems = await findPageProblems(path, facts, site, { ...check, currency })
    count += pageProblems.length
    problems.push(...pageProblems.slice(0, maxProblems - problems.length))
  }
  const more = count - problems.length
  const message = `${more} more facts are not shown by the pages that they link to`
  return more > 0 ? [...problems, { file: 'SITE_DIR', pointer: '', message }] : problems
}

/** A fact with the fragment of its URL, which names the element that shows it. */
interface FactOnPage extends LinkedFact {
  hash: string
}

/** Groups the facts by the path of their page, so each page is read once. */
function groupByPath(business: Business, baseUrl: string): Map<string, FactOnPage[]> {
  const pages = new Map<string, FactOnPage[]>()
  for (const fact of [...listFacts(business), ...listLinkedPages(business)]) {
    if (!fact.url.startsWith(`${baseUrl}/`)) continue
    const { pathname, hash } = new URL(fact.url)
    const facts = pages.get(decode(pathname)) ?? []
    facts.push({ ...fact, hash })
    pages.set(decode(pathname), facts)
  }
  return pages
}

async function findPageProblems(
  path: string,
  facts: FactOnPage[],
  site: Pick<Site, 'readWhole'>,
  { compare, warn, currency }: Check & { currency: ShownCurrency }
): Promise<Problem[]> {
  const page = await site.readWhole(path)
  const comparison = page && (await comparePage(page, facts, currency, compare))
  if (comparison && 'failure' in comparison) {
    warn(`${path} is not checked against the data: ${comparison.failure}`)
    return []
  }
  return facts.flatMap(({ source, hash }, index) =>
    (comparison?.problems[index] ?? [`page does not exist, but ${source} links to it`]).map((message) => ({
      file: path + hash,
      pointer: '',
      message
    }))
  )
}

function comparePage(
  { bytes, isWhole, isBuiltIn }: HtmlPage,
  facts: FactOnPage[],
  currency: ShownCurrency,
  compare: Check['compare']
) {
  if (!isWhole) return { failure: `it is larger than ${maxPageBytes / 1e6} MB` }
  return compare({
    bytes,
    facts: facts.map(({ source, hash, name, amounts }) => ({
      source,
      id: decode(hash.slice(1)),
      name,
      amounts
    })),
    isTrusted: isBuiltIn,
    currency
  })
}

/** Lists the pages that the data links to without a fact that they must show, each once. Skips links to files and the API. */
function listLinkedPages({ profile, pricing, faq }: Business): LinkedFact[] {
  const links = Object.entries(profile.links ?? {}).map(
    ([name, link]) => [link, `profile.json /links/${name}`] as const
  )
  const sources = new Map<string | undefined, string>([
    [profile.url, 'profile.json /url'],
    ...links,
    [faq.source, 'faq.json /source'],
    [pricing.quote_url, 'pricing.json /quote_url'],
    [profile.contact.contact_page, 'profile.json /contact/contact_page']
  ])
  return Array.from(sources, ([url, source]) => ({ source, name: '', amounts: [], url: String(url) })).filter(
    ({ url }) => /^[^?#]*(\/|\.html)([?#]|$)/.test(url)
  )
}

const omitMissing = (amounts: (number | undefined)[]) => amounts.filter((amount) => amount !== undefined)

// A page may say "free" instead of zero.
const amountsOf = (price: Price | undefined) =>
  omitMissing(
    [price?.amount, price?.max].map((amount) => (amount === undefined ? amount : Number(amount)))
  ).filter((amount) => amount !== 0)

/** Returns how pages may write the amounts of the business: with the signs of its language and of English. */

function describeCurrency({ pricing: { currency }, faq: { language } }: Business): ShownCurrency {
  const signs = [language, 'en'].flatMap((locale) =>
    (['symbol', 'narrowSymbol', 'code'] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .flatMap(({ type, value }) =>
          type === 'currency' ? [value.replace(/[\u200e\u200f\u061c]/g, '')] : []
        )
    )
  )
  return { digits: currencyDigits(currency), signs: [...new Set(signs)] }
}

const listFacts = ({ services, pricing }: Business): LinkedFact[] => [
  ...services.examples.map((example, index) => ({
    source: `services.json /examples/${index} (${example.id})`,
    name: example.name,
    amounts: amountsOf(servicePrice(example)),
    url: String(example.url)
  })),
  ...services.categories.map((category, index) => ({
    source: `services.json /categories/${index} (${category.id})`,
    name: category.name,
    amounts: omitMissing([category.focused_scope_from_ils, category.full_build_from_ils]),
    url: category.url
  })),
  ...pricing.packages.map((item, index) => ({
    source: `pricing.json /packages/${index} (${item.id})`,
    name: item.name,
    amounts: amountsOf(packagePrice(item)),
    url: String(item.url)
  }))
]

/** Decodes percent-encoding. Returns the text unchanged if it does not decode to UTF-8. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
