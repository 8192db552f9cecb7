import type { Business } from '../business/business.ts'
import type { Problem } from '../business/problem.ts'
import type { Comparison, PageToCheck } from './compare.ts'
import type { HtmlPage } from './html-page.ts'
import { maxPageBytes } from './markdown/limits.ts'
import type { Site } from './site.ts'

/** A fact with the page that it says shows it. */
interface Shown {
  /** Where the fact stands: file and JSON pointer. */
  fact: string
  name: string
  amounts: number[]
  url: string
}

interface Check {
  baseUrl: string
  /** Compares one page: in a thread, or at once if nothing waits. */
  compare: (page: PageToCheck) => Comparison | Promise<Comparison>
  /** Is told of pages that are not checked. */
  warn: (message: string) => void
  /** Whether the result is of no use any more. */
  isOver?: () => boolean
}

const maxProblems = 100

/**
 * Returns where the pages of a site do not show what the data say of them: a page that is not there, or shows another
 * name or price; the first hundred, and how many more there are. A link to another site is not looked at.
 */
export async function findDisparities(
  business: Business,
  site: Pick<Site, 'readWhole'>,
  check: Check
): Promise<Problem[]> {
  const problems: Problem[] = []
  let count = 0
  for (const [path, facts] of factsByPath(business, check.baseUrl)) {
    if (check.isOver?.()) break
    const found = await problemsOf(path, facts, site, check)
    count += found.length
    problems.push(...found.slice(0, maxProblems - problems.length))
  }
  const more = count - problems.length
  const message = `${more} more facts are not shown by the pages that they point to`
  return more > 0 ? [...problems, { file: 'SITE_DIR', pointer: '', message }] : problems
}

/** A fact with the part of its page that shows it. */
interface Placed extends Shown {
  hash: string
}

/** The facts by the path of their page, so that each page is read once. */
function factsByPath(business: Business, baseUrl: string): Map<string, Placed[]> {
  const pages = new Map<string, Placed[]>()
  for (const fact of [...shownFacts(business), ...namedPages(business)]) {
    if (!fact.url.startsWith(`${baseUrl}/`)) continue
    const { pathname, hash } = new URL(fact.url)
    const facts = pages.get(decode(pathname)) ?? []
    facts.push({ ...fact, hash })
    pages.set(decode(pathname), facts)
  }
  return pages
}

async function problemsOf(
  path: string,
  facts: Placed[],
  site: Pick<Site, 'readWhole'>,
  { compare, warn }: Check
): Promise<Problem[]> {
  const page = await site.readWhole(path)
  const comparison = page && (await comparisonOf(page, facts, compare))
  if (comparison && 'refusal' in comparison) {
    warn(`${path} is not checked against the data: ${comparison.refusal}`)
    return []
  }
  return facts.flatMap(({ fact, hash }, index) =>
    (comparison?.problems[index] ?? ['there is no page for']).map((problem) => ({
      file: path + hash,
      pointer: '',
      message: `${problem} ${fact}`
    }))
  )
}

function comparisonOf({ bytes, isWhole, isBuiltIn }: HtmlPage, facts: Placed[], compare: Check['compare']) {
  if (!isWhole) return { refusal: `it is larger than ${maxPageBytes / 1e6} MB` }
  return compare({
    bytes,
    facts: facts.map(({ hash, name, amounts }) => ({ id: decode(hash.slice(1)), name, amounts })),
    isTrusted: isBuiltIn
  })
}

/** Returns the pages that the data links to without a fact that they must show, each once, without files and the API. */
function namedPages({ profile, pricing, faq }: Business): Shown[] {
  const links = Object.entries(profile.links ?? {}).map(
    ([name, link]) => [link, `profile.json /links/${name}`] as const
  )
  const named = new Map<string | undefined, string>([
    [profile.url, 'profile.json /url'],
    ...links,
    [faq.source, 'faq.json /source'],
    [pricing.quote_url, 'pricing.json /quote_url'],
    [profile.contact.contact_page, 'profile.json /contact/contact_page']
  ])
  return Array.from(named, ([url, fact]) => ({ fact, name: '', amounts: [], url: String(url) })).filter(
    ({ url }) => /^[^?#]*(\/|\.html)([?#]|$)/.test(url)
  )
}

const present = (amounts: (number | null | undefined)[]) =>
  amounts.filter((amount) => amount !== null && amount !== undefined)

const shownFacts = ({ services, pricing }: Business): Shown[] => [
  ...services.examples.map(({ id, name, from_ils, url = '' }, index) => ({
    fact: `services.json /examples/${index} (${id})`,
    name,
    amounts: [from_ils],
    url
  })),
  ...services.categories.map((category, index) => ({
    fact: `services.json /categories/${index} (${category.id})`,
    name: category.name,
    amounts: present([category.focused_scope_from_ils, category.full_build_from_ils]),
    url: category.url
  })),
  ...pricing.packages.map(({ id, name, one_time_ils, url = '' }, index) => ({
    fact: `pricing.json /packages/${index} (${id})`,
    name,
    amounts: present([one_time_ils]),
    url
  }))
]

/** Without its percent-encoding; as it is where that is not of UTF-8. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
