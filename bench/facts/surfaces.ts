import type { FastifyInstance } from 'fastify'
import { isObject } from '../../src/base/json-value.ts'
import { operations } from '../../src/business/operations.ts'
import { getToolName } from '../../src/mcp/operation-tools.ts'
import { markdownPathOf } from '../../src/resources/resources.ts'
import { jsonLdOf, textOfHtml, turndown } from './documents.ts'
import { judgeJson, judgeText, type Verdict } from './judge.ts'
import type { Question } from './questions.ts'

/** A document that a reader has fetched, and what it reads of it. */
export interface Fetched {
  bytes: number
  /** What a model would read. */
  text: string
  verdict: Verdict
}

/** A way to read the facts. It yields documents until one has the answer. */
export interface Surface {
  name: string
  read: (
    app: FastifyInstance,
    question: Question
  ) => AsyncGenerator<Omit<Fetched, 'verdict'> & { json?: unknown }>
}

const ofPages = (
  name: string,
  pathOf: (page: string) => string,
  read: (body: string) => string
): Surface => ({
  name,
  read: async function* (app, { pages }) {
    for (const page of pages) {
      const { statusCode, body } = await app.inject(pathOf(page))
      if (statusCode === 200) yield { bytes: Buffer.byteLength(body), text: read(body) }
    }
  }
})

// Clients pass the first results of a search to the model.
const maxResults = 3
// It names the fields that any business can have, and is not about this one.
const documentation = 'pages/developers/'

export const surfaces: Surface[] = [
  ofPages('HTML, its text', (page) => page, textOfHtml),
  ofPages('HTML, as Markdown by Turndown', (page) => page, turndown),
  ofPages('Markdown', markdownPathOf, (body) => body),
  {
    name: 'JSON-LD',
    read: async function* (app, { pages }) {
      for (const page of pages) {
        const { statusCode, body } = await app.inject(page)
        const json = jsonLdOf(body)
        if (statusCode === 200) yield { bytes: Buffer.byteLength(body), text: JSON.stringify(json), json }
      }
    }
  },
  {
    name: 'API',
    read: async function* (app, { operation }) {
      const { statusCode, body } = await app.inject(`/api/v1${operation}`)
      if (statusCode === 200) yield { bytes: Buffer.byteLength(body), text: body, json: JSON.parse(body) }
    }
  },
  {
    name: 'MCP, the tool of the operation',
    read: async function* (app, { operation }) {
      const row = operations.find(({ path }) => path === operation)
      const { body, result } = await callTool(app, row ? getToolName(row) : '', {})
      yield { bytes: Buffer.byteLength(body), text: body, json: result }
    }
  },
  {
    name: 'MCP, search and fetch',
    read: async function* (app, { question }) {
      const search = await callTool(app, 'search', { query: question })
      let bytes = Buffer.byteLength(search.body)
      const found =
        isObject(search.result) && Array.isArray(search.result.results) ? search.result.results : []
      const results = found.filter(isObject).filter(({ id }) => id !== documentation)
      for (const { id } of results.slice(0, maxResults)) {
        const { body, result } = await callTool(app, 'fetch', { id })
        bytes += Buffer.byteLength(body)
        const text = isObject(result) ? String(result.text) : ''
        const json: unknown = text.startsWith('{') ? JSON.parse(text) : undefined
        yield { bytes, text, ...(json !== undefined && { json }) }
        bytes = 0
      }
      if (bytes > 0) yield { bytes, text: '' }
    }
  }
]

async function callTool(app: FastifyInstance, name: string, args: object) {
  const { body } = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18'
    },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  })
  const message: unknown = JSON.parse(body)
  const result = isObject(message) && isObject(message.result) ? message.result.structuredContent : undefined
  return { body, result }
}

/** Judges a document by its structure if it has one, else by its text. */
export const judge = (
  { text, json }: { text: string; json?: unknown },
  question: Question,
  neighbours: { labels: string[]; sections: string[] }
): Verdict => (json === undefined ? judgeText(text, question, neighbours) : judgeJson(json, question))
