import { type JsonObject, parseIfJson, read, readObjects, readText } from '../../base/json-value.ts'
import {
  compareFacts,
  compareJsonLd,
  compareResults,
  compareTexts,
  type Difference,
  describeDifference,
  describeUnread,
  type Fact,
  findOtherValues,
  type Kind,
  kinds,
  listDayNames,
  readDocument,
  type Statement,
  type Surface
} from '../../compare/compare.ts'
import type { AuditedSite } from '../audited-site.ts'
import type { Check, Comparison, Findings } from '../check.ts'
import { describeLimit } from '../limits.ts'
import { McpClient } from '../mcp.ts'
import { notApplicable } from '../problems.ts'
import {
  type ApiFacts,
  readApiFacts,
  readHtml,
  readJsonLd,
  readLlmsFull,
  readMarkdown,
  readMarkup,
  renderMarkdown
} from './surfaces.ts'

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
  return conclude(api, differences, surface)
}

const disjunction = new Intl.ListFormat('en', { type: 'disjunction' })

/** Returns the differences, and a note on how many facts were compared and which kinds the surface does not state. */
function conclude(
  { facts, limits }: ApiFacts,
  differences: Difference[],
  surface: { limits: string[]; kinds?: Set<Kind> }
): Comparison {
  const stated = surface.kinds ?? new Set(facts.map(({ kind }) => kind))
  const unserved = [...new Set(facts.map(({ kind }) => kind))].filter((kind) => !stated.has(kind))
  const names = disjunction.format(unserved.map((kind) => kinds[kind]))
  const rest = names && ` This surface states no ${names}.`
  const note = [`${facts.length} facts were compared.${rest}`, ...limits, ...surface.limits].join(' ')
  return { differences, note }
}

async function compareStructuredData(site: AuditedSite, api: ApiFacts): Promise<Findings> {
  const { pages, limits } = await readJsonLd(site, api)
  if (pages.length === 0) return notApplicable('JSON-LD is not served')
  const { differences, kinds } = compareJsonLd(api, pages, { origin: site.origin, readMarkup })
  return conclude(api, differences, { limits, kinds })
}

/** Lists the calls of every tool that needs no argument, or an id that its schema lists. */
const listCalls = (tools: JsonObject[]) =>
  tools.flatMap((tool) => {
    const name = readText(tool, 'name')
    const required = [read(tool, 'inputSchema', 'required') ?? []].flat()
    if (required.length === 0) return [{ name, values: {} }]
    const ids = [read(tool, 'inputSchema', 'properties', 'id', 'enum') ?? []].flat()
    return required.length === 1 && required[0] === 'id' ? ids.map((id) => ({ name, values: { id } })) : []
  })

/** Compares the facts with the results of the MCP tools. A kind that no tool returns is not served. */
async function compareTools(mcp: McpClient, api: ApiFacts, { limits }: AuditedSite) {
  const calls = listCalls(mcp.tools)
  const called = calls.slice(0, limits.maxToolCalls)
  const replies = await Promise.all(
    called.map(async ({ name, values }) => {
      const id = readText(values, 'id')
      return { url: `${mcp.url} (${name}${id && ` ${id}`})`, ...(await mcp.call(name, values)) }
    })
  )
  const failures = replies.flatMap(({ url, failure }) =>
    failure === '' ? [] : [describeUnread('MCP', url, 'a result', failure)]
  )
  // A call that failed or was left out may have a fact.
  const isComplete = failures.length === 0 && called.length === calls.length
  const { differences, kinds } = compareResults(api, replies, { url: mcp.url, isComplete })
  return {
    differences: [...failures, ...differences],
    kinds,
    limits: describeLimit(called.length, calls.length, 'calls of tools')
  }
}

interface Found {
  id: string
  /** Why the document could not be read; empty if it could. */
  failure: string
  find: (fact: Fact) => Statement
}

const maxQueryLength = 300
/** The documents that an agent may read. A category has none of its own, so the documents of its services come first. */
const maxDocuments = 20

async function compareSearch(mcp: McpClient, api: ApiFacts, { limits }: AuditedSite) {
  const cache = new Map<string, Promise<Found>>()
  const read = (id: string) => {
    const document = cache.get(id) ?? fetchDocument(mcp, id, api)
    cache.set(id, document)
    return document
  }
  const extent = mcp.hasTool('search', 'limit') ? { limit: maxDocuments } : {}
  const searched = api.facts.slice(0, limits.maxSearches)
  const differences = await Promise.all(
    searched.map(async (fact): Promise<Difference[]> => {
      const query = writeQuery(fact, api.defaults.language).slice(0, maxQueryLength)
      const { structured, text, failure } = await mcp.call('search', { query, ...extent })
      const results = readObjects(structured ?? text, 'results')
      const documents = await Promise.all(
        results.slice(0, maxDocuments).map((result) => read(readText(result, 'id')))
      )
      const others = findOtherValues(
        'search',
        fact,
        documents.map(({ id, find }) => ({
          place: { url: `${mcp.url} (fetch ${id})` },
          statement: find(fact)
        }))
      )
      if (others) return others
      const ids = documents
        .slice(0, 3)
        .map(({ id, failure }) => (failure === '' ? id : `${id} with ${failure}`))
      const place = { url: `${mcp.url} (search "${query}")` }
      return [describeDifference('search', fact, place, 'missing', failure || ids.join(', '))]
    })
  )
  return {
    differences: differences.flat(),
    limits: describeLimit(searched.length, api.facts.length, 'searches')
  }
}

async function fetchDocument(mcp: McpClient, id: string, api: ApiFacts): Promise<Found> {
  const { structured, text: parsed, failure } = await mcp.call('fetch', { id })
  const text = readText(structured ?? parsed, 'text')
  return { id, failure, find: readDocument(parseIfJson(text), renderMarkdown(text, api), api.defaults) }
}

function writeQuery({ kind, label, texts, week = [] }: Fact, language: string): string {
  const [day] = week.flatMap((times, index) => (times.length > 0 ? [{ index, times }] : []))
  if (day !== undefined) {
    const [[name] = []] = listDayNames(language).slice(day.index)
    return [name, ...day.times].join(' ')
  }
  const words = texts.flatMap((alternatives) => alternatives.slice(0, 1))
  return (kind === 'question' ? words.slice(0, 1) : words).join(' ') || label
}

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
      if (api.facts.length + api.differences.length > 0) return conclude(api, api.differences, { limits: [] })
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
  compareWith('the JSON-LD', 'every page', compareStructuredData),
  compareWith('the Markdown', 'every page with Accept: text/markdown', (site, api) =>
    comparePages(readMarkdown(site, api), readHtml(site, api), api)
  ),
  compareWith('llms-full.txt', '/llms-full.txt', (site, api) =>
    comparePages(readLlmsFull(site, api), readHtml(site, api), api)
  ),
  compareWith('the results of the MCP tools', 'POST /mcp: every tool', async (site, api) => {
    const mcp = await McpClient.connect(site)
    if (mcp === undefined) return notApplicable('MCP is not served')
    const { differences, ...surface } = await compareTools(mcp, api, site)
    return conclude(api, differences, surface)
  }),
  compareWith('the documents that search finds', 'POST /mcp: search and fetch', async (site, api) => {
    const mcp = await McpClient.connect(site)
    if (!mcp?.hasTool('search', 'query') || !mcp.hasTool('fetch', 'id')) {
      return notApplicable('the MCP server has no tools search and fetch')
    }
    const { differences, limits } = await compareSearch(mcp, api, site)
    return conclude(api, differences, { limits })
  })
]
