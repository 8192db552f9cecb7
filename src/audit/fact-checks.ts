import type { Document } from 'domhandler'
import MarkdownIt from 'markdown-it'
import { memoise, once } from '../base/cache.ts'
import { readText } from '../base/json-value.ts'
import { decodePath } from '../base/url-path.ts'
import { createComparer, type Fact, listFacts, listMentions, type PageText } from '../compare/compare.ts'
import { parseHtml } from '../html/parse-html.ts'
import { type AuditedSite, describeError, type SiteResponse, UnreadError } from './audited-site.ts'
import type { Check, Difference } from './check.ts'
import { compareJsonLd } from './json-ld.ts'
import { connect } from './mcp.ts'

const fix = 'Publish the current facts there, and purge caches in front of the server.'

export const factChecks: Check[] = [
  {
    name: 'the operations of the API state the same facts',
    fix,
    run: async (site) => {
      const api = await surfacesOf(site).api()
      const { facts, disparities } = api
      if (facts.length + disparities.length > 0) return conclude('API', api, { disparities, limits: [] })
      return ['/openapi.json lists no operation that returns facts']
    }
  },
  comparePages('the HTML', 'HTML', 'Markdown'),
  compareWith('the JSON-LD', 'JSON-LD', async (site, { facts }) => {
    const { pages, isComplete, limits } = await surfacesOf(site).pages()
    const read = pages.flatMap(({ path, document }) =>
      document ? [{ url: site.origin + path, document }] : []
    )
    const isRead = isComplete && pages.every(({ failure }) => failure === undefined)
    const { disparities, kinds } = compareJsonLd(facts, read, isRead)
    return kinds.size === 0 ? undefined : { disparities, limits, kinds }
  }),
  comparePages('the Markdown', 'Markdown', 'HTML'),
  comparePages('llms-full.txt', 'llms-full.txt', 'HTML'),
  compareWith('the results of the MCP tools', 'MCP', compareTools, true)
]

/** A fact that a URL omits or states differently. */
interface Disparity extends Pick<Difference, 'url' | 'problem' | 'found'> {
  fact: Pick<Fact, 'label' | 'value'>
}

interface Comparison {
  disparities: Disparity[]
  /** Sentences about the parts of the surface that were left out; empty if the audit read all. */
  limits: string[]
  /** The kinds of facts that the surface states, if some need not be there. */
  kinds?: Set<Fact['kind']>
}

const unread = { label: 'its facts', value: 'them with status 200' }
const respond =
  'Make the site respond to each request with status 200 and a whole body, within 20 seconds and the limits of the audit.'

const disjunction = new Intl.ListFormat('en', { type: 'disjunction' })

/** Returns the differences, with a note on how many facts were compared and which kinds the surface does not state. */
function conclude(surface: string, api: ApiFacts, { disparities, limits, kinds }: Comparison) {
  const all = [...new Set(api.facts.map(({ kind }) => kind))]
  const unstated = all.filter((kind) => kinds?.has(kind) === false)
  const rest = unstated.length > 0 ? ` This surface states no ${disjunction.format(unstated)}.` : ''
  const { length } = api.facts
  const compared = length === 1 ? '1 fact was compared.' : `${length} facts were compared.`
  const note = [compared + rest, ...api.limits, ...limits].join(' ')
  const differences = disparities.map(({ url, fact, problem, found }): Difference => {
    return { surface, url, fact: fact.label, problem, expected: fact.value, found }
  })
  const isUnread = disparities.length > 0 && disparities.every(({ fact }) => fact === unread)
  return { note, differences, ...(isUnread && { fix: respond }) }
}

function describeUnread(url: string, found: string): Disparity {
  return { url, fact: unread, problem: 'missing', found }
}

/** Creates a check with a function that compares a surface, or returns undefined if the site does not have it. */
function compareWith(
  title: string,
  surface: string,
  compare: (site: AuditedSite, api: ApiFacts) => Promise<Comparison | undefined>,
  needsServer = false
): Check {
  const run: Check['run'] = async (site) => {
    const api = await surfacesOf(site).api()
    if (api.facts.length === 0) return { notApplicable: 'the API has no facts to compare' }
    const comparison = await compare(site, api)
    return comparison ? conclude(surface, api, comparison) : { notApplicable: `${surface} is not served` }
  }
  return { name: `the facts of the API are the same in ${title}`, fix, needsServer, run }
}

type PageSurface = 'HTML' | 'Markdown' | 'llms-full.txt'

/** Compares the facts with pages, and the texts, which an owner may reword, if the other form of the pages states them. */
function comparePages(title: string, own: PageSurface, other: PageSurface): Check {
  return compareWith(title, own, async (site, { facts }) => {
    const surfaces = surfacesOf(site)
    const pages = await surfaces[own]()
    const { texts, failures, limits } = pages
    if (texts.size + failures.length === 0) return undefined
    const twins = [...(await surfaces[other]()).texts.values()]
    const isStated = (fact: Fact) => twins.some((page) => page.find(fact).state === 'stated')
    const compared = facts.filter((fact) => fact.kind !== 'text' || isStated(fact))
    const disparities = compared.flatMap((fact) => compareFact(fact, site, pages))
    return { disparities: [...failures, ...disparities], limits }
  })
}

function compareFact(fact: Fact, { origin }: AuditedSite, { texts, isComplete }: Pages): Disparity[] {
  const { pathname, search, hash } = new URL(fact.url || '/', origin)
  const own = fact.url.startsWith(`${origin}/`) ? texts.get(pathname + search) : undefined
  const find = (page: PageText) => {
    if (own === undefined) return page.find(fact)
    return page === own ? page.find(fact, decodePath(hash.slice(1))) : page.findAside(fact)
  }
  const statements = Array.from(texts, ([path, page]) => ({ path, page, statement: find(page) }))
  const differences = statements.flatMap(({ path, statement }): Disparity[] =>
    statement.state === 'different'
      ? [{ fact, url: origin + path, problem: 'different', found: statement.found }]
      : []
  )
  // A fact with its own page must be there, and another one anywhere.
  const isFound = statements.some(
    ({ page, statement }) => (own === undefined || page === own) && statement.state !== 'absent'
  )
  if (isFound || (own === undefined && !isComplete)) return differences
  const found = own || texts.size === 1 ? '' : `it on none of ${texts.size} pages`
  const [only = '/'] = texts.size === 1 ? texts.keys() : []
  const url = origin + (own ? pathname + search : only)
  return [...differences, { fact, url, problem: 'missing', found }]
}

/** Compares the facts with the results of the MCP tools. A kind that no tool returns is not served. */
async function compareTools(site: AuditedSite, { facts, currency }: ApiFacts): Promise<Comparison> {
  const { url: server, calls, call } = await connect(site)
  const called = calls.slice(0, site.limits.maxToolCalls)
  const replies = await Promise.all(
    called.map(async (one) => ({
      url: `${server} (${[one.name, one.id ?? []].flat().join(' ')})`,
      ...(await call(one))
    }))
  )
  const failures = replies.flatMap(({ url, failure }) =>
    failure === '' ? [] : [describeUnread(url, failure)]
  )
  // An agent may read only one form.
  const stated = replies.flatMap(({ url, structured, text }) =>
    Object.entries({ structured, text }).flatMap(([form, body]) =>
      // The note of a result says that a list has only its first entries.
      listFacts(body, currency).map((fact) => ({ url, form, fact, isCut: readText(body, 'note') !== '' }))
    )
  )
  const kinds = new Set(stated.map(({ fact }) => fact.kind))
  const cut = new Set(stated.flatMap(({ fact, isCut }) => (isCut ? [fact.kind] : [])))
  const keys = new Set(stated.flatMap(({ form, fact }) => [`${form} ${fact.kind}`, `${form} ${fact.key}`]))
  // A call that failed or was left out may have a fact.
  const isComplete = failures.length === 0 && called.length === calls.length
  const missing = facts
    .filter(({ kind, key }) =>
      ['structured', 'text'].some(
        (form) => isComplete && !cut.has(kind) && keys.has(`${form} ${kind}`) && !keys.has(`${form} ${key}`)
      )
    )
    .map((fact): Disparity => ({ fact, url: server, problem: 'missing', found: '' }))
  const expected = new Map(facts.map((fact) => [fact.key, fact]))
  const others = stated.flatMap(({ url, fact }): [string, Disparity][] => {
    const own = expected.get(fact.key)
    if (own === undefined || own.value === fact.value) return []
    return [[`${url} ${fact.key}`, { fact: own, url, problem: 'different', found: fact.value }]]
  })
  return {
    disparities: [...failures, ...missing, ...new Map(others).values()],
    limits: describeLimit(called.length, calls.length, 'calls of tools'),
    kinds
  }
}

/** Returns a sentence if only the first of some things were examined, or none if all were. */
const describeLimit = (examined: number, all: number, things: string): string[] =>
  examined < all ? [`The audit examined the first ${examined} of ${all} ${things}.`] : []

type ApiFacts = Awaited<ReturnType<typeof readApi>>

/** Reads the facts of the API, of each the first value; the disparities are other values, and operations that cannot be read. */
async function readApi(site: AuditedSite) {
  const all = await site.readOperations(site.limits.maxOperations)
  const paths = all.slice(0, site.limits.maxOperations)
  const operations = await Promise.all(
    paths.map(async (path) => {
      const url = site.origin + path
      return site.getJson(path, site.follow(path)).then(
        (body) => ({ url, body, failure: '' }),
        (error) => ({ url, body: undefined, failure: `none: ${describeError(error)}` })
      )
    })
  )
  const first = (field: string) => operations.map(({ body }) => readText(body, field)).find(Boolean) ?? ''
  const currency = first('currency')
  const merged = new Map<string, Fact>()
  const disparities: Disparity[] = []
  for (const { url, body, failure } of operations) {
    if (failure !== '') disparities.push(describeUnread(url, failure))
    for (const fact of listFacts(body, currency)) {
      const other = merged.get(fact.key) ?? fact
      merged.set(fact.key, other)
      if (other.value !== fact.value)
        disparities.push({ fact: other, url, problem: 'different', found: fact.value })
    }
  }
  const facts = [...merged.values()].slice(0, site.limits.maxFacts)
  return {
    facts,
    disparities,
    currency,
    toPageText: createComparer(facts, {
      language: first('language') || 'en',
      currency,
      mentions: operations.flatMap(({ body }) => listMentions(body))
    }),
    limits: [
      ...describeLimit(paths.length, all.length, 'operations of the API'),
      ...describeLimit(facts.length, merged.size, 'facts')
    ]
  }
}

const batchSize = 20

interface Page {
  path: string
  /** Neither of the two exists if the site says that the page is missing, or not in this form. */
  document?: Document
  failure?: Disparity
}

async function readPage(
  { origin }: AuditedSite,
  path: string,
  request: Promise<SiteResponse>,
  toHtml: (response: SiteResponse) => string | undefined
): Promise<Page> {
  const fail = (found: string) => ({ path, failure: describeUnread(origin + path, found) })
  try {
    const response = await request
    const { status } = response
    const html = status === 200 ? toHtml(response) : undefined
    if (html !== undefined) return { path, document: parseHtml(html) }
    return [200, 404, 406, 410].includes(status) ? { path } : fail(`status ${status}`)
  } catch (error) {
    if (error instanceof UnreadError) return fail(`none: ${error.message}`)
    return fail(`a page that ${describeError(error)}, which the audit does not read`)
  }
}

/** Returns the pages that facts name and the pages of the sitemaps, and whether these are all, so an unstated fact is missing. */
async function readPages(site: AuditedSite, facts: Fact[]) {
  const sitemaps = await site.readSitemaps()
  const paths = site.toPaths([...facts.map(({ url }) => url), ...sitemaps.urls])
  const { maxPages, maxHtmlSize } = site.limits
  const pages: Page[] = []
  let size = 0
  const read = (path: string) =>
    readPage(site, path, site.follow(path, { accept: 'text/html' }), (response) => {
      size += response.size
      return response.text
    })
  while (pages.length < Math.min(paths.length, maxPages) && size < maxHtmlSize) {
    const end = Math.min(pages.length + batchSize, maxPages)
    pages.push(...(await Promise.all(paths.slice(pages.length, end).map(read))))
  }
  const isComplete = sitemaps.isComplete && pages.length === paths.length
  const unread = sitemaps.isComplete ? [] : ['The audit did not read all pages of the sitemaps.']
  return { pages, isComplete, limits: [...describeLimit(pages.length, paths.length, 'pages'), ...unread] }
}

const renderMarkdown = ({ text }: SiteResponse) =>
  new MarkdownIt({ html: true }).render(text.replace(/^---\n.*?\n---\n/s, ''))

/** The texts of the pages of a surface, by their path, and the pages that the site fails to serve. */
type Pages = Awaited<ReturnType<ReturnType<typeof surfacesOf>['HTML']>>

/** Returns functions that read each surface of a site once, when a check needs it. */
const surfacesOf = memoise((site: AuditedSite) => {
  const api = once(() => readApi(site))
  const pages = once(async () => readPages(site, (await api()).facts))
  const create = async (read: (pages: Page[]) => Page[] | Promise<Page[]>) => {
    const { toPageText } = await api()
    const { pages: all, isComplete, limits } = await pages()
    const found = await read(all)
    const texts = found.flatMap(({ path, document }): [string, PageText][] =>
      document ? [[path, toPageText(document)]] : []
    )
    const failures = found.flatMap(({ failure }) => failure ?? [])
    return { texts: new Map(texts), failures, isComplete: isComplete && failures.length === 0, limits }
  }
  const readMarkdown = (path: string, request: Promise<SiteResponse>, types: RegExp) =>
    readPage(site, path, request, (response) =>
      types.test(response.type) ? renderMarkdown(response) : undefined
    )
  const full = '/llms-full.txt'
  return {
    api,
    pages,
    HTML: once(() => create((all) => all)),
    Markdown: once(async () => {
      // A static host does not negotiate, and may not know the type.
      const [follow, types] = (await site.hasServer())
        ? [(path: string) => site.follow(path, { accept: 'text/markdown' }), /^text\/markdown\b/]
        : [(path: string) => site.follow(site.toMarkdownPath(path)), /^text\/(?:markdown|plain)\b/]
      return create((all) => Promise.all(all.map(({ path }) => readMarkdown(path, follow(path), types))))
    }),
    'llms-full.txt': once(() =>
      create(async () => [await readMarkdown(full, site.follow(full), /^text\/(?!html)/)])
    )
  }
})
