import type { TSchema } from '@sinclair/typebox'
import { entriesOf } from '../../base/json-value.ts'
import { formatProblem, maxProblems, type Problem, show } from '../../base/problem.ts'
import { decodePath, trimPath } from '../../base/url-path.ts'
import type { Business } from '../../business/business.ts'
import { Faq } from '../../business/schemas/faq.ts'
import { currencyDigits } from '../../business/schemas/price.ts'
import { Pricing } from '../../business/schemas/pricing.ts'
import { Profile } from '../../business/schemas/profile.ts'
import { ServiceCatalog } from '../../business/schemas/services.ts'
import { writeCatalog, writePricing, writeProfile } from '../../business/v1.ts'
import {
  describeParts,
  type Fact,
  listAmounts,
  listFacts,
  type PageStatement,
  priceFields,
  writeKnown
} from '../../compare/compare.ts'
import type { Comparison, PageToCompare } from '../../markdown/markdown.ts'
import { maxPageBytes, type PageResource } from '../../resources/resources.ts'
import { listPageLinks, type PageLink } from '../pages.ts'

/** The pages of the site by path. */
type Pages = ReadonlyMap<string, PageResource>

interface Check {
  baseUrl: string
  /** Compares one page, in a worker thread or synchronously. */
  compare: (page: PageToCompare) => Comparison | Promise<Comparison>
  /** Called for each page that is not checked, and for each that may contradict the data. */
  warn: (message: string) => void
  /** Returns whether to stop, because the result is no longer needed. */
  isCancelled: () => boolean
}

/** A field that links to a page, with the fact that the page must state; without texts if the page must only exist. */
interface LinkedFact extends PageLink {
  fact: Fact
}

/**
 * Finds pages that the data links to and that do not exist, or that contradict the data. Each problem is at the field to
 * correct. Returns the first hundred problems and the number of the others. Skips links to other sites.
 */
export async function findDisparities(business: Business, pages: Pages, check: Check): Promise<Problem[]> {
  const problems: Problem[] = []
  let count = 0
  const { linked, known } = listExpected(business, check.baseUrl)
  const canonical = new Map(Array.from(pages.keys(), (path) => [trimPath(path), path]))
  for (const [path, facts] of linked) {
    if (check.isCancelled()) break
    // The server redirects a path with `.html` to its page.
    const page = pages.get(path) ?? pages.get(path.replace(/\.html$/, ''))
    const comparison = await compareLinked(page, facts, known, check)
    if (comparison && 'failure' in comparison) {
      warnOfFailure(comparison.failure, facts, path, check.warn)
      continue
    }
    const place = { path, similar: canonical.get(trimPath(path)), pricing: business.pricing }
    const found = facts.flatMap((fact, index) =>
      comparison === undefined
        ? describeMissingPage(fact, place)
        : comparison
            .slice(index, index + 1)
            .flatMap((statement) => describeStatement(statement, fact, place, check.warn))
    )
    count += found.length
    problems.push(...found.slice(0, maxProblems - problems.length))
  }
  const more = count - problems.length
  const message = `${more} more facts are missing from their pages`
  return more > 0 ? [...problems, { file: 'SITE_DIR', pointer: '', message }] : problems
}

/** Returns the facts that the data links to a page of this site, by the path of the page, and those of all items. */
function listExpected(business: Business, baseUrl: string) {
  const { catalog, pricing, faq } = business
  const defaults = { language: faq.language, currency: pricing.currency }
  const services = listFacts(writeCatalog(catalog), defaults)
  const prices = listFacts(writePricing(pricing), defaults)
  const items = new Map([
    ...services.map((fact): [string, Fact] => [`services.json ${fact.pointer}`, fact]),
    ...prices.flatMap((fact): [string, Fact][] =>
      fact.pointer === '' ? [] : [[`pricing.json ${fact.pointer}`, fact]]
    )
  ])
  const linked = new Map<string, LinkedFact[]>()
  for (const link of listPageLinks(business)) {
    const { file, pointer, url } = link
    if (!url.startsWith(`${baseUrl}/`)) continue
    const path = decodePath(new URL(url).pathname).normalize()
    const fact = items.get(`${file} ${pointer}`) ?? describeParts([], { url })
    linked.set(path, [...(linked.get(path) ?? []), { ...link, fact }])
  }
  return { linked, known: writeKnown([...services, ...prices], defaults) }
}

async function compareLinked(
  page: PageResource | undefined,
  linked: LinkedFact[],
  known: Uint8Array,
  { compare }: Check
): Promise<Comparison | undefined> {
  const body = await page?.read(maxPageBytes)
  if (page === undefined || body === undefined) return undefined
  const { content } = body
  if (!Buffer.isBuffer(content)) return { failure: `it is larger than ${maxPageBytes / 1e6} MB` }
  const facts = linked.map(({ fact }) => fact)
  return compare({ known, facts, bytes: content, isTrusted: page.isBuiltIn })
}

function warnOfFailure(failure: string, linked: LinkedFact[], path: string, warn: Check['warn']): void {
  for (const { file, pointer, link } of linked.slice(0, 1)) {
    const message = `links to ${path}, which is not checked against the data, because ${failure}`
    const hint = 'Show the facts on a smaller page.'
    warn(formatProblem({ file, pointer: pointer + link, message, hint }))
  }
}

interface Place {
  path: string
  /** The path of a page that differs only in the slash or extension at the end, if one exists. */
  similar: string | undefined
  pricing: Business['pricing']
}

const nameOf = ({ texts }: Fact) => texts.flat().join()

function describeMissingPage(
  { file, pointer, link, url, fact }: LinkedFact,
  { path, similar }: Place
): Problem {
  const name = nameOf(fact)
  const other = name === '' ? 'another page' : `the page that shows ${show(name)}`
  return {
    file,
    pointer: pointer + link,
    message: 'page does not exist',
    found: path + new URL(url).hash,
    hint: similar === undefined ? `Add the page, or write the URL of ${other}.` : `Did you mean "${similar}"?`
  }
}

function describeStatement(
  statement: PageStatement,
  linked: LinkedFact,
  place: Place,
  warn: Check['warn']
): Problem[] {
  const { file, pointer, link, url, fact } = linked
  const { hash } = new URL(url)
  const page = place.path + hash
  const orLink = `or write the URL of another page in ${pointer}${link}`
  const correction = `Correct it here or on the page, ${orLink}.`
  const describe = (field: string, message: string, found: unknown, hint: string): Problem[] => [
    { file, pointer: pointer + field, message, found, hint }
  ]
  if (statement.state === 'stated') return []
  if (statement.state === 'no element') {
    const message = `the page has no element with the id ${show(decodePath(hash.slice(1)))}`
    const hint = `Add the id to the element that shows ${show(nameOf(fact))}, or correct the URL.`
    return describe(link, message, page, hint)
  }
  const { amounts } = statement
  if (amounts) {
    const { currency, tax } = place.pricing
    return priceFields(fact, tax, currencyDigits(currency))
      .filter(({ accepted }) => !accepted.some((amount) => amounts.includes(amount)))
      .flatMap(({ field, value }) => {
        const example = `Write it there with its currency, such as ${Number(value)} ${currency}, ${orLink}.`
        const message = `is not on ${page}, which shows ${listAmounts(amounts) || 'no price'}`
        return describe(field, message, value, amounts.length > 0 ? correction : example)
      })
  }
  if (statement.state === 'different') {
    const field = `/${fact.price?.wholeField ?? 'price'}`
    // Only a warning, because the amount is there: the words next to the name may be about something else, such as a deposit.
    const message = `contradicts ${page}, which shows ${statement.found}`
    warn(formatProblem({ file, pointer: pointer + field, message, hint: correction }))
    return []
  }
  return describe('/name', `is not on ${page}`, nameOf(fact), `Write it there, correct it here, ${orLink}.`)
}

// With these limits the search takes about a second of CPU time, for any site.
const maxPages = 300
const maxTexts = 1000
const maxCharacters = 10 ** 9
const maxListed = 20

/** Returns a line for each of the first texts that no page shows, and one that counts the rest; none for a site that is too large to be read. */
export async function findUnshownTexts(
  business: Business,
  pages: Pages,
  { compare, isCancelled }: Pick<Check, 'compare' | 'isCancelled'>
): Promise<string[]> {
  let rest = listTexts(business)
  let characters = 0
  // The samples on /developers/ are code.
  const checked = [...pages].flatMap(([path, page]) => (path === '/developers/' ? [] : [page]))
  if (checked.length > maxPages || rest.length > maxTexts) return []
  const { faq, pricing } = business
  const known = writeKnown([], { language: faq.language, currency: pricing.currency })
  for (const page of checked) {
    if (rest.length === 0 || isCancelled()) return []
    const content = (await page.read(maxPageBytes))?.content
    if (!Buffer.isBuffer(content)) continue
    characters += rest.length * content.length
    if (characters > maxCharacters) return []
    const comparison = await compare({ known, facts: rest, bytes: content, isTrusted: page.isBuiltIn })
    if (!('failure' in comparison)) rest = rest.filter((_, index) => comparison[index]?.state !== 'stated')
  }
  const more = rest.length - maxListed
  return [
    ...rest
      .slice(0, maxListed)
      .map(
        (text) =>
          `${text.label}: no page shows ${show(nameOf(text))}. Write it on a page, or correct the file.`
      ),
    ...(more > 0
      ? [`DATA_DIR: ${more} more texts are on no page. Write them on a page, or correct the files.`]
      : [])
  ]
}

/** Lists the texts that people read, each once, with their place as the label. Omits names of languages and countries, numbers and URLs, which pages format. */
function listTexts({ profile, catalog, pricing, faq }: Business): Fact[] {
  const texts = [
    ...textsIn(Profile, writeProfile(profile), 'profile.json '),
    ...textsIn(ServiceCatalog, { ...writeCatalog(catalog), contact: {} }, 'services.json '),
    ...textsIn(Pricing, writePricing(pricing), 'pricing.json '),
    ...textsIn(Faq, faq, 'faq.json ')
  ]
  return [...new Map(texts.toReversed().map((text) => [nameOf(text), text])).values()].reverse()
}

const unseen = ['alt', 'country', 'unit', 'price_display']

function textsIn(schema: TSchema, value: unknown, source: string): Fact[] {
  if (typeof value === 'string') return isProse(schema) ? [describeParts([value], { label: source })] : []
  return entriesOf(value).flatMap(([name, part]) =>
    unseen.includes(name) ? [] : textsIn(partOf(schema, name), part, `${source}/${name}`)
  )
}

// The parts of a free-form object have no schema.
const partOf = (schema: TSchema, name: string): TSchema =>
  schema.items ?? schema.properties?.[name] ?? schema.additionalProperties ?? {}

const isProse = ({ type, pattern }: TSchema) => type === undefined || pattern === '\\S'
