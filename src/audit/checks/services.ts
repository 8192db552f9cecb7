import { Type } from '@sinclair/typebox'
import { type Check, notApplicable, type Outcome, unless, verdict } from '../check.ts'
import { problemsOf } from '../matches.ts'
import type { Subject } from '../subject.ts'

const Specification = Type.Object({
  openapi: Type.String({ pattern: '^3\\.1\\.' }),
  info: Type.Object({ title: Type.String(), version: Type.String() }),
  servers: Type.Array(Type.Object({ url: Type.String() }), { minItems: 1 }),
  paths: Type.Record(Type.String(), Type.Object({ get: Type.Object({ operationId: Type.String() }) }))
})

const ServerCard = Type.Object({
  serverInfo: Type.Object({ name: Type.String({ minLength: 1 }), version: Type.String({ minLength: 1 }) }),
  transport: Type.Object({ type: Type.String(), endpoint: Type.String({ minLength: 1 }) }),
  capabilities: Type.Object({})
})

const Initialized = Type.Object({
  result: Type.Object({
    protocolVersion: Type.String(),
    serverInfo: Type.Object({ name: Type.String() }),
    capabilities: Type.Object({ tools: Type.Object({}) })
  })
})

/** What a check says of the MCP server, where the site announces one. */
async function withMcp(subject: Subject, run: () => Promise<Outcome>): Promise<Outcome> {
  const { text } = await subject.get('/llms.txt')
  return /\/mcp\b/.test(text) ? run() : notApplicable('llms.txt names no MCP server')
}

/** The message of an answer of an MCP server, sent as JSON or as the one event of a stream. */
const messageOf = (text: string) => JSON.parse(text.match(/^data: (.*)$/m)?.[1] ?? text)

const address = 'Set BASE_URL to the public address of the site.'

export const services: Check[] = [
  {
    name: 'the API has a specification, of this site',
    fetches: '/openapi.json',
    asks: { standards: ['OpenAPI 3.1'] },
    fix: address,
    run: async (subject) => {
      const document = await subject.json('/openapi.json')
      const wrong = problemsOf(Specification, document)
      if (wrong.length > 0) return verdict(wrong)
      const [{ url }] = document.servers
      return verdict(unless(new URL(url, subject.origin).origin === subject.origin, `its server is ${url}`))
    }
  },
  {
    name: 'every operation answers JSON, to any origin',
    fetches: 'the operations of /openapi.json, with the first of their ids',
    asks: { standards: ['OpenAPI 3.1', 'Fetch, CORS'] },
    fix: 'Let /api/ through to the server, with its headers.',
    run: async (subject) => {
      const { paths } = await subject.json('/openapi.json')
      const problems = Object.entries(paths).map(async ([path, item]) => {
        const [parameter] = Object(item).get.parameters ?? []
        const filled = path.replace(/\{\w+\}/, parameter?.schema?.enum?.[0] ?? '')
        const { status, type, headers } = await subject.get(filled, { origin: 'https://elsewhere.example' })
        return [
          ...unless(status === 200, `${filled} answers ${status}`),
          ...unless(/^application\/json\b/.test(type), `${filled} is no JSON`),
          ...unless(
            headers.get('access-control-allow-origin') === '*',
            `${filled} is closed to other origins`
          )
        ]
      })
      return verdict((await Promise.all(problems)).flat())
    }
  },
  {
    name: 'an address of the API that does not exist is a JSON error',
    fetches: '/api/v1/does-not-exist',
    asks: { standards: ['specification, section 7'] },
    fix: 'A proxy in front has to pass errors on as they are.',
    run: async (subject) => {
      const { status, text } = await subject.get('/api/v1/does-not-exist')
      const schema = Type.Object({
        error: Type.Object({ code: Type.Literal('not_found'), message: Type.String() })
      })
      return verdict([
        ...unless(status === 404, `it answers ${status}`),
        ...problemsOf(schema, JSON.parse(text))
      ])
    }
  },
  {
    name: 'the MCP server has a card',
    fetches: '/.well-known/mcp/server-card.json',
    asks: { isitagentready: ['mcpServerCard'] },
    fix: 'Let /.well-known/ through to the server.',
    run: (subject) =>
      withMcp(subject, async () => {
        const card = await subject.json('/.well-known/mcp/server-card.json')
        const wrong = problemsOf(ServerCard, card)
        if (wrong.length > 0) return verdict(wrong)
        const { endpoint } = card.transport
        const { origin } = new URL(endpoint, subject.origin)
        return verdict(unless(origin === subject.origin, `its endpoint is ${endpoint}`))
      })
  },
  {
    name: 'the MCP server answers, and has tools',
    fetches: 'POST /mcp: initialize',
    asks: { standards: ['MCP, Streamable HTTP'] },
    fix: 'Let POST to /mcp through, with the host of the site; set BASE_URL to its address.',
    run: (subject) =>
      withMcp(subject, async () => {
        const { status, text } = await subject.send('/mcp', {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'initialize',
            params: {
              protocolVersion: '2025-06-18',
              capabilities: {},
              clientInfo: { name: 'business-facts-audit', version: '1.0.0' }
            }
          })
        })
        if (status !== 200) return verdict([`it answers ${status}`])
        return verdict(problemsOf(Initialized, messageOf(text)))
      })
  }
]
