import { listDayNames } from './dates.ts'
import { absent, type Difference, differs, type Fact, type Statement, stated } from './fact.ts'
import { parseIfJson, readObjects, readText } from './json.ts'
import { listDocumentFacts } from './list-facts.ts'
import type { McpClient } from './mcp-client.ts'
import { renderMarkdown } from './pages.ts'
import type { Source } from './source.ts'
import type { TextPage } from './text-page.ts'

/** A document that the search finds. */
interface Found {
  id: string
  facts: Fact[]
  page: TextPage
}

const maxQueryLength = 300
/** The documents that an agent may read. A category has none of its own, so those of its services come first. */
const maxDocuments = 20

/** Searches for each fact with the MCP search tool, and compares it with the documents that the search finds. */
export async function compareSearch(mcp: McpClient, source: Source): Promise<Difference[]> {
  const documents = new Map<string, Promise<Found>>()
  const read = (id: string) => {
    const document = documents.get(id) ?? readDocument(mcp, id, source)
    documents.set(id, document)
    return document
  }
  const limit = mcp.hasTool('search', 'limit') ? { limit: maxDocuments } : {}
  const differences = await Promise.all(
    source.facts.map(async (fact): Promise<Difference[]> => {
      const query = writeQuery(fact, source.defaults.language).slice(0, maxQueryLength)
      const results = readObjects(await mcp.call('search', { query, ...limit }), 'results')
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
      const documentIds = found
        .map(({ id }) => id)
        .slice(0, 3)
        .join(', ')
      return [{ ...report, url: `${mcp.url} (search "${query}")`, problem: 'missing', found: documentIds }]
    })
  )
  return differences.flat()
}

async function readDocument(mcp: McpClient, id: string, source: Source): Promise<Found> {
  const text = readText(await mcp.call('fetch', { id }), 'text')
  return {
    id,
    facts: listDocumentFacts(parseIfJson(text), source.defaults),
    page: renderMarkdown(text, source)
  }
}

/** Returns what a document says: JSON of the API by its fields, and other texts as pages. */
function findIn({ facts, page }: Found, fact: Fact): Statement {
  const same = facts.find(({ key }) => key === fact.key)
  if (same !== undefined) return same.expected === fact.expected ? stated : differs(same.expected)
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
