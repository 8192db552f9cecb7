import type { AuditedSite } from '../audited-site.ts'
import type { Check, Comparison, Findings } from '../check.ts'
import { notApplicable } from '../problems.ts'
import { type ApiFacts, readApiFacts } from './api-facts.ts'
import { compareFacts, type Surface } from './compare.ts'
import type { Difference, Fact } from './fact.ts'
import { compareTexts } from './item-texts.ts'
import { McpClient } from './mcp-client.ts'
import { type JsonLdPage, readHtml, readJsonLd, readLlmsFull, readMarkdown } from './pages.ts'
import { compareSearch } from './search.ts'
import { compareTools, listUnserved } from './tools.ts'

const publish = 'Publish the current facts there, and purge caches in front of the server.'

/** Makes a check that compares a surface with the facts of the API, if it has any. */
const compareWith = (
  surface: string,
  fetches: string,
  compare: (site: AuditedSite, api: ApiFacts) => Promise<Findings>
): Check => ({
  name: `the facts of the API are the same in ${surface}`,
  fetches,
  asks: {},
  fix: publish,
  isFact: true,
  run: async (site) => {
    const api = await readApiFacts(site)
    return api.facts.length === 0 ? notApplicable('the API has no facts to compare') : compare(site, api)
  }
})

/** Compares a surface with the facts, and with the texts of the API that the same pages have in another form. */
const comparePages = async (
  reading: Promise<Surface>,
  other: Promise<Surface>,
  api: ApiFacts
): Promise<Findings> => {
  const { facts, texts } = api
  const [surface, twin] = await Promise.all([reading, other])
  if (surface.pages.size === 0) return notApplicable(`${surface.name} is not served`)
  const differences = [...compareFacts(facts, surface), ...compareTexts(texts, surface, twin)]
  return conclude(api, differences, [], surface.limits)
}

const disjunction = new Intl.ListFormat('en', { type: 'disjunction' })

/** Returns the differences, and a note on how many facts were compared and which were not. */
function conclude(
  api: ApiFacts,
  differences: Difference[],
  unserved: string[],
  limits: string[] = []
): Comparison {
  const rest = unserved.length > 0 ? ` This surface states no ${disjunction.format(unserved)}.` : ''
  return {
    differences,
    note: [`${api.facts.length} facts were compared.${rest}`, ...api.limits, ...limits].join(' ')
  }
}

async function compareJsonLd(site: AuditedSite, api: ApiFacts): Promise<Findings> {
  const { facts } = api
  const { pages, limits } = await readJsonLd(site, api)
  if (pages.length === 0) return notApplicable('JSON-LD is not served')
  const isServed = (kind: Fact['kind']) => pages.some(({ nodes }) => nodes.states(kind))
  const differences = facts
    .filter(({ kind }) => isServed(kind))
    .flatMap((fact) => compareNodes(fact, api, pages, site.origin))
  return conclude(api, differences, listUnserved(facts, isServed), limits)
}

function compareNodes(fact: Fact, api: ApiFacts, pages: JsonLdPage[], origin: string): Difference[] {
  const report = { surface: 'JSON-LD', fact: fact.label, expected: fact.expected }
  const statements = pages.map((page) => ({ page, statement: page.nodes.find(fact, api) }))
  const different = statements.flatMap(({ page: { url, stale }, statement }): Difference[] =>
    statement.state === 'different'
      ? [
          stale
            ? { ...report, url, problem: 'stale', found: `${statement.found} (${stale})` }
            : { ...report, url, problem: 'different', found: statement.found }
        ]
      : []
  )
  if (different.length > 0 || statements.some(({ statement }) => statement.state === 'stated'))
    return different
  // A page of the owner need not have JSON-LD.
  const isOmitted = fact.url !== '' && !pages.some(({ url }) => url === fact.url.replace(/#.*/, ''))
  return isOmitted ? [] : [{ ...report, url: fact.url || `${origin}/`, problem: 'missing', found: '' }]
}

/** The checks of `--facts`, in the order of the report. */
export const factChecks: Check[] = [
  {
    name: 'the operations of the API state the same facts',
    fetches: 'every operation in /openapi.json, with each of its ids',
    asks: {},
    fix: publish,
    isFact: true,
    run: async (site) => {
      const api = await readApiFacts(site)
      const { status } = await site.get('/openapi.json')
      if (api.facts.length + api.problems.length > 0) return conclude(api, api.problems, [])
      return [
        status === 200
          ? '/openapi.json lists no operation that returns facts'
          : `/openapi.json returns ${status}, so the audit has no facts to compare`
      ]
    }
  },
  compareWith('the HTML, read without scripts', 'every page', (site, api) =>
    comparePages(readHtml(site, api), readMarkdown(site, api), api)
  ),
  compareWith('the JSON-LD', 'every page', compareJsonLd),
  compareWith('the Markdown', 'every page with Accept: text/markdown', (site, api) =>
    comparePages(readMarkdown(site, api), readHtml(site, api), api)
  ),
  compareWith('llms-full.txt', '/llms-full.txt', (site, api) =>
    comparePages(readLlmsFull(site, api), readHtml(site, api), api)
  ),
  compareWith('the results of the MCP tools', 'POST /mcp: every tool', async (site, api) => {
    const mcp = await McpClient.connect(site)
    if (mcp === undefined) return notApplicable('MCP is not served')
    const { differences, unserved, limits } = await compareTools(mcp, api, site.limits)
    return conclude(api, differences, unserved, limits)
  }),
  compareWith('the documents that search finds', 'POST /mcp: search and fetch', async (site, api) => {
    const mcp = await McpClient.connect(site)
    if (!mcp?.hasTool('search', 'query') || !mcp.hasTool('fetch', 'id')) {
      return notApplicable('the MCP server has no tools search and fetch')
    }
    const { differences, limits } = await compareSearch(mcp, api, site.limits)
    return conclude(api, differences, [], limits)
  })
]
