import type { ShownCurrency } from '../../business/amounts.ts'
import type { Business } from '../../business/business.ts'
import { maxProblems } from '../../business/limits.ts'
import { formatProblem, type Problem, show } from '../../business/problem.ts'
import { describeCurrency } from '../../business/schemas/price.ts'
import { decodePath, trimPath } from '../../business/url-path.ts'
import type { HtmlPage } from '../folder/html-page.ts'
import { type LinkedFact, listLinkedFacts } from '../linked-facts.ts'
import type { Comparison, Missing, PageToCheck } from '../markdown/compare.ts'
import { maxPageBytes } from '../markdown/limits.ts'
import type { SitePages } from '../site-pages.ts'

/** How pages are compared with the data. */
export interface Check {
  baseUrl: string
  /** Compares one page, in a worker thread or synchronously. */
  compare: (page: PageToCheck) => Comparison | Promise<Comparison>
  /** Called for each page that is not checked. */
  warn: (message: string) => void
  /** Returns whether to stop, because the result is no longer needed. */
  isCancelled: () => boolean
}

/**
 * Finds pages that the data links to and that do not exist, or that show a different name or price. Each problem is at the
 * field to correct. Returns the first hundred problems and the number of the others. Skips links to other sites.
 */
export async function findDisparities(
  business: Business,
  pages: Pick<SitePages, 'readWhole' | 'paths'>,
  check: Check
): Promise<Problem[]> {
  const problems: Problem[] = []
  let count = 0
  const currency = describeCurrency(business.pricing.currency, business.faq.language)
  const canonical = new Map(Array.from(pages.paths, (path) => [trimPath(path), path]))
  for (const [path, facts] of groupByPath(business, check.baseUrl)) {
    if (check.isCancelled()) break
    const similar = canonical.get(trimPath(path))
    const pageProblems = await findPageProblems({ path, similar, facts }, pages, {
      ...check,
      currency,
      code: business.pricing.currency
    })
    count += pageProblems.length
    problems.push(...pageProblems.slice(0, maxProblems - problems.length))
  }
  const more = count - problems.length
  const message = `${more} more facts are missing from their pages`
  return more > 0 ? [...problems, { file: 'SITE_DIR', pointer: '', message }] : problems
}

/** A fact with the fragment of its URL, which names the element that shows it. */
interface FactOnPage extends LinkedFact {
  hash: string
}

/** A page that facts link to. */
interface LinkedPage {
  path: string
  /** The path of a page that differs only in the slash or extension at the end, if one exists. */
  similar: string | undefined
  facts: FactOnPage[]
}

/** Groups the facts by the path of their page, so each page is read once. */
function groupByPath(business: Business, baseUrl: string): Map<string, FactOnPage[]> {
  const pages = new Map<string, FactOnPage[]>()
  for (const fact of listLinkedFacts(business)) {
    if (!fact.url.startsWith(`${baseUrl}/`)) continue
    const { pathname, hash } = new URL(fact.url)
    const path = decodePath(pathname)
    const facts = pages.get(path) ?? []
    facts.push({ ...fact, hash })
    pages.set(path, facts)
  }
  return pages
}

async function findPageProblems(
  linked: LinkedPage,
  pages: Pick<SitePages, 'readWhole'>,
  { compare, warn, currency, code }: Check & { currency: ShownCurrency; code: string }
): Promise<Problem[]> {
  const { path, facts } = linked
  const page = await pages.readWhole(path)
  if (page === undefined) return facts.map((fact) => describeMissingPage(fact, linked))
  const comparison = await comparePage(page, facts, currency, compare)
  if ('failure' in comparison) {
    for (const { file, pointer, link } of facts.slice(0, 1)) {
      const message = `links to ${path}, which is not checked against the data, because ${comparison.failure}`
      const hint = 'Show the facts on a smaller page.'
      warn(formatProblem({ file, pointer: pointer + link, message, hint }))
    }
    return []
  }
  return facts.flatMap((fact, index) =>
    /* c8 ignore next: the comparison has a result for each fact */
    (comparison.missing[index] ?? []).map((missing) => describeMissing(missing, fact, { path, code }))
  )
}

async function comparePage(
  { bytes, isWhole, isBuiltIn }: HtmlPage,
  facts: FactOnPage[],
  currency: ShownCurrency,
  compare: Check['compare']
): Promise<Comparison> {
  if (!isWhole) return { failure: `it is larger than ${maxPageBytes / 1e6} MB` }
  return compare({
    bytes,
    facts: facts.map(({ hash, name, amounts }) => ({
      id: decodePath(hash.slice(1)),
      name,
      amounts: amounts.map(({ value }) => Number(value))
    })),
    isTrusted: isBuiltIn,
    currency
  })
}

function describeMissingPage(
  { file, pointer, link, name, hash }: FactOnPage,
  { path, similar }: LinkedPage
): Problem {
  const other = name === '' ? 'another page' : `the page that shows ${show(name)}`
  return {
    file,
    pointer: pointer + link,
    message: 'page does not exist',
    found: path + hash,
    hint: similar === undefined ? `Add the page, or write the URL of ${other}.` : `Did you mean "${similar}"?`
  }
}

/** Returns the problem of a fact that its page does not show, at the field to correct. */
function describeMissing(
  missing: Missing,
  { file, pointer, link, name, hash, amounts }: FactOnPage,
  { path, code }: { path: string; code: string }
): Problem {
  const orLink = `or write the URL of another page in ${pointer}${link}`
  if (missing === 'element')
    return {
      file,
      pointer: pointer + link,
      message: `the page has no element with the id ${show(decodePath(hash.slice(1)))}`,
      found: path + hash,
      hint: `Add the id to the element that shows ${show(name)}, or correct the URL.`
    }
  if (missing === 'name')
    return {
      file,
      pointer: `${pointer}/name`,
      message: `is not on ${path}${hash}`,
      found: name,
      hint: `Write it there, correct it here, ${orLink}.`
    }
  const amount = amounts.find(({ value }) => Number(value) === missing.amount)
  return {
    file,
    pointer: pointer + amount?.field,
    message: `is not on ${path}${hash}, which shows ${missing.shown || 'no price'}`,
    found: amount?.value,
    hint: missing.shown
      ? `Correct it here or on the page, ${orLink}.`
      : `Write it there with its currency, such as ${missing.amount} ${code}, ${orLink}.`
  }
}
