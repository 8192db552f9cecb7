import type { AuditedSite } from '../audited-site.ts'
import type { Check, Comparison, Findings } from '../check.ts'
import { notApplicable } from '../problems.ts'
import { compareFacts, type Surface } from './compare.ts'
import type { Difference, Fact } from './fact.ts'
import { compareTexts } from './item-texts.ts'
import { McpClient } from './mcp-client.ts'
import { type JsonLdPage, readHtml, readJsonLd, readLlmsFull, readMarkdown } from './pages.ts'
import { compareSearch } from './search.ts'
import { readSource, type Source } from './source.ts'
import { compareTools, listUnserved } from './tools.ts'

const publish = 'Publish the current facts there, and purge caches in front of the server.'

/** Makes a check that compares a surface with the facts of the API, if it has any. */
const compareWith = (
  surface: string,
  fetches: string,
  fix: string,
  compare: (site: AuditedSite, source: Source) => Promise<Findings>
): Check => ({
  name: `the facts of the API are the same in ${surface}`,
  fetches,
  asks: {},
  fix,
  isFact: true,
  run: async (site) => {
    const source = await readSource(site)
    return source.facts.length === 0
      ? notApplicable('the API has no facts to compare')
      : compare(site, source)
  }
})

/** Compares a surface with the facts, and with the texts of the API that the same pages have in another form. */
const comparePages = async (
  reading: Promise<Surface>,
  other: Promise<Surface>,
  source: Source
): Promise<Findings> => {
  const { facts, texts } = source
  const [surface, twin] = await Promise.all([reading, other])
  if (surface.pages.size === 0) return notApplicable(`${surface.name} is not served`)
  const differences = [...compareFacts(facts, surface), ...compareTexts(texts, surface, twin)]
  return conclude(source, differences, [], surface.limits)
}

const disjunction = new Intl.ListFormat('en', { type: 'disjunction' })

/** Returns the differences, and a note on how many facts were compared and which were not. */
function conclude(
  source: Source,
  differences: Difference[],
  unserved: string[],
  limits: string[] = []
): Comparison {
  const rest = unserved.length > 0 ? ` This surface states no ${disjunction.format(unserved)}.` : ''
  return {
    differences,
    note: [`${source.facts.length} facts were compared.${rest}`, ...source.limits, ...limits].join(' ')
  }
}

async function compareJsonLd(site: AuditedSite, source: Source): Promise<Findings> {
  const { facts } = source
  const { pages, limits } = await readJsonLd(site, source)
  if (pages.length === 0) return notApplicable('JSON-LD is not served')
  const isServed = (kind: Fact['kind']) => pages.some(({ nodes }) => nodes.states(kind))
  const differences = facts
    .filter(({ kind }) => isServed(kind))
    .flatMap((fact) => compareNodes(fact, source, pages, site.origin))
  return conclude(source, differences, listUnserved(facts, isServed), limits)
}

function compareNodes(fact: Fact, source: Source, pages: JsonLdPage[], origin: string): Difference[] {
  const report = { surface: 'JSON-LD', fact: fact.label, expected: fact.expected }
  const statements = pages.map((page) => ({ page, statement: page.nodes.find(fact, source) }))
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
      const source = await readSource(site)
      const { status } = await site.get('/openapi.json')
      if (source.facts.length + source.problems.length > 0) return conclude(source, source.problems, [])
      return [
        status === 200
          ? '/openapi.json lists no operation that returns facts'
          : `/openapi.json returns ${status}, so the audit has no facts to compare`
      ]
    }
  },
  compareWith('the HTML, read without scripts', 'every page', publish, (site, source) =>
    comparePages(readHtml(site, source), readMarkdown(site, source), source)
  ),
  compareWith('the JSON-LD', 'every page', publish, compareJsonLd),
  compareWith('the Markdown', 'every page with Accept: text/markdown', publish, (site, source) =>
    comparePages(readMarkdown(site, source), readHtml(site, source), source)
  ),
  compareWith('llms-full.txt', '/llms-full.txt', publish, (site, source) =>
    comparePages(readLlmsFull(site, source), readHtml(site, source), source)
  ),
  compareWith('the results of the MCP tools', 'POST /mcp: every tool', publish, async (site, source) => {
    const mcp = await McpClient.connect(site)
    if (mcp === undefined) return notApplicable('MCP is not served')
    const { differences, unserved, limits } = await compareTools(mcp, source, site.limits)
    return conclude(source, differences, unserved, limits)
  }),
  compareWith(
    'the documents that search finds',
    'POST /mcp: search and fetch',
    publish,
    async (site, source) => {
      const mcp = await McpClient.connect(site)
      if (!mcp?.hasTool('search', 'query') || !mcp.hasTool('fetch', 'id')) {
        return notApplicable('the MCP server has no tools search and fetch')
      }
      const { differences, limits } = await compareSearch(mcp, source, site.limits)
      return conclude(source, differences, [], limits)
    }
  )
]
