import { readText } from '../../base/json-value.ts'
import { decodePath } from '../../base/url-path.ts'
import { type Fact, type Kind, listFacts, type PageText } from '../../compare/compare.ts'
import { type AuditedSite, describeLimit } from '../audited-site.ts'
import {
  type Check,
  type Difference,
  formatDifference,
  notApplicable,
  type Outcome,
  summarize
} from '../check.ts'
import { connect } from '../mcp.ts'
import { compareJsonLd } from './json-ld.ts'
import { type ApiFacts, describeDifference, describeUnread, type Surface, surfacesOf } from './surfaces.ts'

const fix = 'Publish the current facts there, and purge caches in front of the server.'

const compareWith = (
  surface: string,
  compare: (site: AuditedSite, api: ApiFacts) => Promise<Outcome>,
  needsServer = false
): Check => ({
  name: `the facts of the API are the same in ${surface}`,
  fix,
  needsServer,
  run: async (site) => {
    const api = await surfacesOf(site).api()
    return api.facts.length === 0 ? notApplicable('the API has no facts to compare') : compare(site, api)
  }
})

const disjunction = new Intl.ListFormat('en', { type: 'disjunction' })

/** Returns the outcome of a comparison, with a note on how many facts were compared and which kinds the surface does not state. */
function conclude(
  { facts, limits }: ApiFacts,
  differences: Difference[],
  surface: { limits: string[]; kinds?: Set<Kind> }
): Outcome {
  const all = [...new Set(facts.map(({ kind }) => kind))]
  const unstated = all.filter((kind) => surface.kinds?.has(kind) === false)
  const rest = unstated.length > 0 ? ` This surface states no ${disjunction.format(unstated)}.` : ''
  const note = [`${facts.length} facts were compared.${rest}`, ...limits, ...surface.limits].join(' ')
  if (differences.length === 0) return { status: 'pass', note }
  return { status: 'fail', reason: summarize(differences.map(formatDifference)), note, differences }
}

/** Compares the facts with pages, and the texts, which an owner may reword, if the other form of the pages states them. */
const comparePages = (title: string, own: PageSurface, other: PageSurface): Check =>
  compareWith(title, async (site, api) => {
    const surfaces = surfacesOf(site)
    const surface = await surfaces[own]()
    const { name, pages, failures } = surface
    if (pages.size + failures.length === 0) return notApplicable(`${name} is not served`)
    const twins = [...(await surfaces[other]()).pages.values()]
    const isStated = (fact: Fact) => twins.some((page) => page.find(fact).state === 'stated')
    const facts = api.facts.filter((fact) => fact.kind !== 'text' || isStated(fact))
    return conclude(api, [...failures, ...facts.flatMap((fact) => compareFact(fact, surface))], surface)
  })

type PageSurface = 'html' | 'markdown' | 'llmsFull'

function compareFact(fact: Fact, { name, origin, pages, isComplete }: Surface): Difference[] {
  const { pathname, search, hash } = new URL(fact.url || '/', origin)
  const own = fact.url.startsWith(`${origin}/`) ? pages.get(pathname + search) : undefined
  const find = (page: PageText) => {
    if (own === undefined) return page.find(fact)
    return page === own ? page.find(fact, decodePath(hash.slice(1))) : page.findAside(fact)
  }
  const statements = Array.from(pages, ([path, page]) => ({ path, page, statement: find(page) }))
  const differences = statements.flatMap(({ path, statement }) =>
    statement.state === 'different'
      ? [describeDifference(name, fact, origin + path, 'different', statement.found)]
      : []
  )
  // A fact with its own page must be there, and another one anywhere.
  const isFound = statements.some(
    ({ page, statement }) => (own === undefined || page === own) && statement.state !== 'absent'
  )
  if (isFound || (own === undefined && !isComplete)) return differences
  const found = own || pages.size === 1 ? '' : `it on none of ${pages.size} pages`
  const [only = '/'] = pages.size === 1 ? pages.keys() : []
  const url = origin + (own ? pathname + search : only)
  return [...differences, describeDifference(name, fact, url, 'missing', found)]
}

/** Compares the facts with the results of the MCP tools. A kind that no tool returns is not served. */
async function compareTools(site: AuditedSite, api: ApiFacts): Promise<Outcome> {
  const { url: server, calls, call } = await connect(site)
  const called = calls.slice(0, site.limits.maxToolCalls)
  const replies = await Promise.all(
    called.map(async (one) => ({
      url: `${server} (${[one.name, one.id ?? []].flat().join(' ')})`,
      ...(await call(one))
    }))
  )
  const failures = replies.flatMap(({ url, failure }) =>
    failure === '' ? [] : [describeUnread('MCP', url, failure)]
  )
  // An agent may read only one form.
  const stated = replies.flatMap(({ url, structured, text }) =>
    Object.entries({ structured, text }).flatMap(([form, body]) =>
      // The note of a result says that a list has only its first entries.
      listFacts(body, api.currency).map((fact) => ({ url, form, fact, isCut: readText(body, 'note') !== '' }))
    )
  )
  const kinds = new Set(stated.map(({ fact }) => fact.kind))
  const cut = new Set(stated.flatMap(({ fact, isCut }) => (isCut ? [fact.kind] : [])))
  const keys = new Set(stated.flatMap(({ form, fact }) => [`${form} ${fact.kind}`, `${form} ${fact.key}`]))
  // A call that failed or was left out may have a fact.
  const isComplete = failures.length === 0 && called.length === calls.length
  const missing = api.facts.filter(({ kind, key }) =>
    ['structured', 'text'].some(
      (form) => isComplete && !cut.has(kind) && keys.has(`${form} ${kind}`) && !keys.has(`${form} ${key}`)
    )
  )
  const expected = new Map(api.facts.map((fact) => [fact.key, fact]))
  const others = stated.flatMap(({ url, fact }): [string, Difference][] => {
    const own = expected.get(fact.key)
    if (own === undefined || own.value === fact.value) return []
    return [[`${url} ${fact.key}`, describeDifference('MCP', own, url, 'different', fact.value)]]
  })
  const differences = missing.map((fact) => describeDifference('MCP', fact, server, 'missing', ''))
  const limits = describeLimit(called.length, calls.length, 'calls of tools')
  return conclude(api, [...failures, ...differences, ...new Map(others).values()], { kinds, limits })
}

export const factChecks: Check[] = [
  {
    name: 'the operations of the API state the same facts',
    fix,
    run: async (site) => {
      const api = await surfacesOf(site).api()
      if (api.facts.length + api.differences.length > 0) return conclude(api, api.differences, { limits: [] })
      return ['/openapi.json lists no operation that returns facts']
    }
  },
  comparePages('the HTML', 'html', 'markdown'),
  compareWith('the JSON-LD', async (site, api) => {
    const { pages, limits } = await surfacesOf(site).pages()
    const read = pages.flatMap(({ path, status, document }) =>
      status === 200 && document ? [{ url: site.origin + path, document }] : []
    )
    const { differences, kinds } = compareJsonLd(api.facts, read)
    return kinds.size === 0
      ? notApplicable('JSON-LD is not served')
      : conclude(api, differences, { limits, kinds })
  }),
  comparePages('the Markdown', 'markdown', 'html'),
  comparePages('llms-full.txt', 'llmsFull', 'html'),
  compareWith('the results of the MCP tools', compareTools, true)
]
