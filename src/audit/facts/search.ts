import { parseIfJson, readObjects, readText } from '../json.ts'
import { describeLimit, type Limits } from '../limits.ts'
import type { ApiFacts } from './api-facts.ts'
import { listDayNames } from './dates.ts'
import { absent, type Difference, differs, type Fact, isSameValue, type Statement, stated } from './fact.ts'
import { listDocumentFacts } from './list-facts.ts'
import type { McpClient } from './mcp-client.ts'
import type { PageText } from './page-text.ts'
import { renderMarkdown } from './pages.ts'

/** A document that the search finds. */
interface Found {
  id: string
  /** Why the document could not be read; empty if it could. */
  failure: string
  facts: Fact[]
  page: PageText
}

const maxQueryLength = 300
/** The documents that an agent may read. A category has none of its own, so those of its services come first. */
const maxDocuments = 20

/** Searches for each fact with the MCP search tool, and compares it with the documents that the search finds. */
export async function compareSearch(mcp: McpClient, api: ApiFacts, limits: Limits) {
  const documents = new Map<string, Promise<Found>>()
  const read = (id: string) => {
    const document = documents.get(id) ?? readDocument(mcp, id, api)
    documents.set(id, document)
    return document
  }
  const extent = mcp.hasTool('search', 'limit') ? { limit: maxDocuments } : {}
  const searched = api.facts.slice(0, limits.maxSearches)
  const differences = await Promise.all(
    searched.map(async (fact): Promise<Difference[]> => {
      const query = writeQuery(fact, api.defaults.language).slice(0, maxQueryLength)
      const { structured, text, failure } = await mcp.call('search', { query, ...extent })
      const results = readObjects(structured ?? text, 'results')
      const found = await Promise.all(
        results.slice(0, maxDocuments).map((result) => read(readText(result, 'id')))
      )
      const statements = found.map((document) => ({ document, statement: findIn(document, fact) }))
      const report = { surface: 'search', fact: fact.label, expected: fact.expected }
      const different = statements.flatMap(({ document: { id }, statement }): Difference[] =>
        statement.state === 'different'
          ? [{ ...report, url: `${mcp.url} (fetch ${id})`, problem: 'different', found: statement.found }]
          : []
      )
      const isStated = statements.some(({ statement }) => statement.state === 'stated')
      if (isStated || different.length > 0) return different
      const documents = found
        .slice(0, 3)
        .map(({ id, failure }) => (failure === '' ? id : `${id} with ${failure}`))
      const url = `${mcp.url} (search "${query}")`
      return [{ ...report, url, problem: 'missing', found: failure || documents.join(', ') }]
    })
  )
  return {
    differences: differences.flat(),
    limits: describeLimit(searched.length, api.facts.length, 'searches')
  }
}

async function readDocument(mcp: McpClient, id: string, api: ApiFacts): Promise<Found> {
  const { structured, text: parsed, failure } = await mcp.call('fetch', { id })
  const text = readText(structured ?? parsed, 'text')
  return {
    id,
    failure,
    facts: listDocumentFacts(parseIfJson(text), api.defaults),
    page: renderMarkdown(text, api)
  }
}

/** Returns the statement of a document about a fact: reads JSON of the API by its fields, and other texts as pages. */
function findIn({ facts, page }: Found, fact: Fact): Statement {
  const same = facts.find(({ key }) => key === fact.key)
  if (same !== undefined) return isSameValue(same, fact) ? stated : differs(same.expected)
  return facts.length > 0 ? absent : page.find(fact)
}

/** Returns the words in which people look for a fact. */
function writeQuery({ kind, label, texts, week = [] }: Fact, language: string): string {
  const [day] = week.flatMap((times, index) => (times.length > 0 ? [{ index, times }] : []))
  if (day !== undefined) {
    const [[name] = []] = listDayNames(language).slice(day.index)
    return [name, ...day.times].join(' ')
  }
  const words = texts.flatMap((alternatives) => alternatives.slice(0, 1))
  return (kind === 'question' ? words.slice(0, 1) : words).join(' ') || label
}
