import { Type } from '@sinclair/typebox'
import type { AuditedSite } from '../audited-site.ts'
import type { Check, Findings } from '../check.ts'
import { initialize, readMessage } from '../mcp.ts'
import { checkOperations, hasApi, listOperations } from '../operation-paths.ts'
import { collect, describeContentType, expect, notApplicable, parseJson } from '../problems.ts'

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

const NotFound = Type.Object({
  error: Type.Object({ code: Type.Literal('not_found'), message: Type.String() })
})

const Hours = Type.Object({
  locations: Type.Array(Type.Object({ days: Type.Array(Type.Object({ date: Type.String() })) }))
})

const otherOrigin = 'https://elsewhere.example'

async function withMcp(site: AuditedSite, run: () => Promise<Findings>): Promise<Findings> {
  const { text } = await site.get('/llms.txt')
  return /\/mcp\b/.test(text) ? run() : notApplicable('/llms.txt mentions no MCP server')
}

export const services: Check[] = [
  {
    name: 'the API has an OpenAPI 3.1 document for this site',
    fetches: '/openapi.json',
    asks: { standards: ['OpenAPI 3.1'] },
    fix: 'Describe the API in /openapi.json (OpenAPI 3.1), with the public URL of the site in `servers`.',
    ownFix: 'Set BASE_URL to the public URL of the site.',
    run: async (site) => {
      const { servers } = await site.getJson('/openapi.json', Specification)
      return servers
        .slice(0, 1)
        .flatMap(({ url }) =>
          expect(site.resolve(url).origin === site.origin, `/openapi.json has the server ${url}`)
        )
    }
  },
  {
    name: 'every API operation returns JSON to any origin',
    fetches: 'the operations in /openapi.json, each with its first id',
    asks: { standards: ['OpenAPI 3.1', 'Fetch, CORS'] },
    fix: 'Return JSON with Access-Control-Allow-Origin: * from the paths of the API, and forward both through a proxy.',
    ownFix: 'Forward the paths of the API to the server, and its headers to the client.',
    run: async (site) => {
      if (!(await hasApi(site))) return notApplicable('the site has no /openapi.json')
      const operations = await listOperations(site)
      const problems = await collect(operations, async (path) => {
        const { status, type, headers } = await site.get(path, { origin: otherOrigin })
        const allowed = headers.get('access-control-allow-origin')
        return [
          ...expect(status === 200, `${path} returns ${status}`),
          ...expect(/^application\/json\b/.test(type), `${path} ${describeContentType(type)}`),
          ...expect(allowed === '*' || allowed === otherOrigin, `${path} does not allow other origins`)
        ]
      })
      return [...expect(operations.length > 0, '/openapi.json lists no operation'), ...problems]
    }
  },
  {
    name: 'the opening hours have the dates from today on',
    fetches: 'the opening hours in the API',
    asks: { standards: ['specification, section 4'] },
    fix: 'Publish the site again: its files are of an earlier day. An export must run each day.',
    run: async (site) => {
      const path = (await listOperations(site)).find((path) => path.endsWith('/hours.json'))
      if (path === undefined) return notApplicable('the API has no opening hours')
      const { locations } = await site.getJson(path, Hours)
      // It is today or yesterday everywhere, and an export may be as old as a day.
      const earliest = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
      return locations.flatMap(({ days: [first] }) =>
        expect(first === undefined || first.date >= earliest, `${path} begins on ${first?.date}`)
      )
    }
  },
  {
    name: 'unknown API paths return a JSON error',
    fetches: 'an unknown path in each folder of the API',
    asks: { standards: ['specification, section 7'] },
    fix: 'Return 404 with {"error":{"code":"not_found","message":"…"}}, and forward it through a proxy unchanged.',
    ownFix: 'Configure the proxy to forward error responses unchanged.',
    run: (site) =>
      checkOperations(site, async (operation) => {
        const path = operation.replace(/(?<![^/])[^/]*$/, 'does-not-exist')
        const { status, text } = await site.get(path)
        parseJson(path, text, NotFound)
        return expect(status === 404, `${path} returns ${status}`)
      })
  },
  {
    name: 'the MCP server has a server card',
    fetches: '/.well-known/mcp/server-card.json',
    asks: { isitagentready: ['mcpServerCard'] },
    fix: 'Forward /.well-known/ to the server.',
    run: (site) =>
      withMcp(site, async () => {
        const path = '/.well-known/mcp/server-card.json'
        const { endpoint } = (await site.getJson(path, ServerCard)).transport
        return expect(site.resolve(endpoint).origin === site.origin, `${path} has the endpoint ${endpoint}`)
      })
  },
  {
    name: 'the MCP server responds and has tools',
    fetches: 'POST /mcp: initialize',
    asks: { standards: ['MCP, Streamable HTTP'] },
    fix: 'Forward POST /mcp with the Host header of the site.',
    ownFix: 'Forward POST /mcp with the Host header of the site, and set BASE_URL to its public URL.',
    run: (site) =>
      withMcp(site, async () => {
        const { status, text } = await site.send('/mcp', {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...initialize })
        })
        if (status !== 200) return [`/mcp returns ${status}`]
        parseJson('/mcp', readMessage(text), Initialized)
        return []
      })
  }
]
