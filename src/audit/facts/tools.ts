import { type Difference, type Fact, kinds } from './fact.ts'
import { type JsonObject, read, readText } from './json.ts'
import { listFacts } from './list-facts.ts'
import type { McpClient } from './mcp-client.ts'
import type { Source } from './source.ts'

/** A call of a tool. */
interface Call {
  name: string
  values: JsonObject
}

/** Lists the calls of every tool that needs no argument, or an id that its schema lists. */
const listCalls = (tools: JsonObject[]): Call[] =>
  tools.flatMap((tool) => {
    const name = readText(tool, 'name')
    const required = [read(tool, 'inputSchema', 'required') ?? []].flat()
    if (required.length === 0) return [{ name, values: {} }]
    const ids = [read(tool, 'inputSchema', 'properties', 'id', 'enum') ?? []].flat()
    return required.length === 1 && required[0] === 'id' ? ids.map((id) => ({ name, values: { id } })) : []
  })

/** Compares the facts with the results of the MCP tools. A kind that no tool returns is not served. */
export async function compareTools(mcp: McpClient, { facts, defaults }: Source) {
  const results = await Promise.all(
    listCalls(mcp.tools).map(async ({ name, values }) => {
      const id = readText(values, 'id')
      const url = `${mcp.url} (${name}${id && ` ${id}`})`
      const result = await mcp.call(name, values)
      const isCut = readText(result, 'note') !== ''
      return listFacts(result, defaults).map((fact) => ({ url, fact, isCut }))
    })
  )
  const found = new Map<string, { url: string; fact: Fact }[]>()
  for (const result of results.flat()) {
    found.set(result.fact.key, [...(found.get(result.fact.key) ?? []), result])
  }
  const served = new Set(results.flat().map(({ fact }) => fact.kind))
  // The kinds of facts in a list that has only its first entries, which its note says.
  const cut = new Set(results.flat().flatMap(({ fact, isCut }) => (isCut ? [fact.kind] : [])))
  const differences = facts.flatMap((fact): Difference[] => {
    const report = { surface: 'MCP', fact: fact.label, expected: fact.expected }
    const all = found.get(fact.key) ?? []
    const isMissing = all.length === 0 && served.has(fact.kind) && !cut.has(fact.kind)
    if (isMissing) return [{ ...report, url: mcp.url, problem: 'missing', found: '' }]
    return all
      .filter((other) => other.fact.expected !== fact.expected)
      .map((other) => ({ ...report, url: other.url, problem: 'different', found: other.fact.expected }))
  })
  return { differences, unserved: listUnserved(facts, (kind) => served.has(kind)) }
}

/** Returns the names of the kinds of facts that a surface does not serve. */
export const listUnserved = (facts: Fact[], isServed: (kind: Fact['kind']) => boolean): string[] =>
  [...new Set(facts.map(({ kind }) => kind))].filter((kind) => !isServed(kind)).map((kind) => kinds[kind])
