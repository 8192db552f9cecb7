import { type JsonObject, read, readText } from '../json.ts'
import { describeLimit, type Limits } from '../limits.ts'
import type { ApiFacts } from './api-facts.ts'
import { type Difference, type Fact, isSameValue, type Kind, kinds } from './fact.ts'
import { findOtherTexts, listTexts } from './item-texts.ts'
import { listFacts } from './list-facts.ts'
import type { McpClient } from './mcp-client.ts'

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

/** A fact in a result of a tool. */
interface Result {
  url: string
  fact: Fact
}

/** The facts in one form of the results: structured, or as text. */
interface Form {
  results: Result[]
  kinds: Set<Kind>
  keys: Set<string>
}

const createForm = (results: Result[]): Form => ({
  results,
  kinds: new Set(results.map(({ fact }) => fact.kind)),
  keys: new Set(results.map(({ fact }) => fact.key))
})

/** Compares the facts with the results of the MCP tools. A kind that no tool returns is not served. */
export async function compareTools(mcp: McpClient, { facts, texts, defaults }: ApiFacts, limits: Limits) {
  const calls = listCalls(mcp.tools)
  const called = calls.slice(0, limits.maxToolCalls)
  const replies = await Promise.all(
    called.map(async ({ name, values }) => {
      const id = readText(values, 'id')
      const { failure, ...forms } = await mcp.call(name, values)
      return { url: `${mcp.url} (${name}${id && ` ${id}`})`, failure, ...forms }
    })
  )
  const failures = replies.flatMap(({ url, failure }): Difference[] =>
    failure === ''
      ? []
      : [{ surface: 'MCP', url, fact: 'its facts', problem: 'missing', expected: 'a result', found: failure }]
  )
  const [structured = [], text = []] = (['structured', 'text'] as const).map((form) =>
    replies.flatMap(({ url, [form]: body }) => listFacts(body, defaults).map((fact) => ({ url, fact })))
  )
  const all = createForm([...structured, ...text])
  // An agent may read only one form, but a server may shorten or omit one.
  const isWhole = replies.every((reply) => (reply.structured === undefined) === (reply.text === undefined))
  const forms = isWhole ? [all, createForm(structured), createForm(text)] : [all]
  // The kinds of facts in a list that has only its first entries, which its note says.
  const cut = new Set(
    replies
      .map((reply) => reply.structured ?? reply.text)
      .filter((body) => readText(body, 'note') !== '')
      .flatMap((body) => listFacts(body, defaults).map(({ kind }) => kind))
  )
  // A call that failed or was left out may have the fact.
  const isComplete = failures.length === 0 && called.length === calls.length
  const isMissing = ({ kind, key }: Fact) =>
    isComplete && !cut.has(kind) && forms.some(({ kinds, keys }) => kinds.has(kind) && !keys.has(key))
  const differences = facts.flatMap((fact): Difference[] => {
    const report = { surface: 'MCP', fact: fact.label, expected: fact.expected }
    if (isMissing(fact)) return [{ ...report, url: mcp.url, problem: 'missing', found: '' }]
    return findOthers(fact, all).map(({ url, found }) => ({ ...report, url, problem: 'different', found }))
  })
  const expectedTexts = new Map(texts.map((text) => [text.key, text]))
  const foundTexts = replies.flatMap(({ url, structured, text }) =>
    [structured, text].flatMap(listTexts).map((found) => ({ url, text: found }))
  )
  const otherTexts = findOtherTexts('MCP', expectedTexts, foundTexts)
  return {
    differences: [...failures, ...differences, ...otherTexts],
    unserved: listUnserved(facts, (kind) => all.kinds.has(kind)),
    limits: describeLimit(called.length, calls.length, 'calls of tools')
  }
}

/** Returns the other values of a fact, each once for a call that has it in both forms. */
function findOthers(expected: Fact, { results }: Form): { url: string; found: string }[] {
  const others = results.filter(({ fact }) => fact.key === expected.key && !isSameValue(fact, expected))
  const different = new Map(
    others.map(({ url, fact }) => [`${url} ${fact.expected}`, { url, found: fact.expected }])
  )
  return [...different.values()]
}

/** Returns the names of the kinds of facts that a surface does not serve. */
export const listUnserved = (facts: Fact[], isServed: (kind: Fact['kind']) => boolean): string[] =>
  [...new Set(facts.map(({ kind }) => kind))].filter((kind) => !isServed(kind)).map((kind) => kinds[kind])
