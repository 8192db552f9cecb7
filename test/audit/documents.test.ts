import t, { type Test } from 'tap'
import { audit } from '../../src/audit/audit.ts'
import { AuditedSite } from '../../src/audit/audited-site.ts'
import { checks } from '../../src/audit/checks.ts'
import { readOperations, sampleOperations } from '../../src/audit/operation-paths.ts'
import { listen } from '../helper.ts'

/** Serves these documents by their paths, as text or JSON. */
const serve = (t: Test, documents: Record<string, unknown>) =>
  listen(t, (request, response) => {
    const body = documents[`${request.url}`]
    response.statusCode = body === undefined ? 404 : 200
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })

/** Returns the outcome of each check for a site with these documents, by the name of the check. */
async function auditDocuments(t: Test, documents: Record<string, unknown>) {
  const origin = await serve(t, documents)
  const { results } = await audit(origin, { checks, sampleSize: 5 })
  return new Map(results.map(({ check, outcome }) => [check.name, outcome]))
}

t.test('invalid documents › each fail their check with the reason', async (t) => {
  const elsewhere = 'https://elsewhere.example/x'
  const described = { 'service-desc': [{ href: elsewhere }], 'service-doc': [{ href: elsewhere }] }
  const outcomes = await auditDocuments(t, {
    '/': '<script type="application/ld+json">{"@type":"WebPage"}</script><h1>בית',
    '/robots.txt': 'User-agent: *\nContent-Signal: all=maybe\nAllow: /',
    '/sitemap.xml': '<urlset><url></url><url><loc>/a&amp;b</loc></url></urlset>',
    '/llms.txt': '# a\n\n> b\n\n## c\n\n- [all](/sitemap.md)',
    '/.well-known/api-catalog': { linkset: [{ anchor: elsewhere, ...described }] },
    '/.well-known/ard.json': {
      entries: [
        {
          identifier: 'urn:air:a.example:b:c',
          displayName: 'a',
          type: 'text/plain',
          url: elsewhere,
          data: {}
        }
      ]
    },
    '/.well-known/agent-skills/index.json': { skills: [] },
    '/openapi.json': { openapi: '3.0.0' }
  })
  for (const [name, reason] of [
    ['every page is served as HTML to browsers', '/ has no Content-Type.'],
    [
      'every group in robots.txt has the same Content-Signal, if one has any',
      'The Content-Signal "all=maybe" is not a list such as search=yes, ai-train=no'
    ],
    ['every URL in the sitemaps is on this site', ' is not on http://'],
    ['llms.txt lists every page in the sitemaps', 'is too short for 2 pages'],
    ['every link in the API catalog works', `${elsewhere} is not on http://`],
    [
      'the ARD manifest lists resources for agents, each with a URL or its document',
      '/.well-known/ard.json has no Content-Type. There is 1 more problem.'
    ],
    [
      'every skill has the digest that the index of skills states',
      "/.well-known/agent-skills/index.json must have required property '$schema'"
    ],
    ['the API has an OpenAPI 3.1 document for this site', '/openapi.json must have required property'],
    ['the MCP server has a server card', '/llms.txt mentions no MCP server']
  ] as const) {
    t.match(outcomes.get(name), { reason }, name)
  }
})

t.test('an MCP server that llms.txt mentions › must have a valid card and a valid response', async (t) => {
  const names = ['the MCP server has a server card', 'the MCP server responds and has tools']
  const card = {
    serverInfo: { name: 'a', version: '1' },
    transport: { type: 'streamable-http', endpoint: '/mcp' },
    capabilities: {}
  }
  const result = { protocolVersion: '2025-06-18', serverInfo: { name: 'a' }, capabilities: { tools: {} } }
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, result })
  const listStatuses = async (documents: Record<string, unknown>) => {
    const outcomes = await auditDocuments(t, { '/llms.txt': '# a\n\nhttps://a.example/mcp', ...documents })
    return names.map((name) => outcomes.get(name)?.status)
  }
  const published = { '/.well-known/mcp/server-card.json': card }
  t.same(await listStatuses({}), ['fail', 'fail'])
  t.same(await listStatuses({ ...published, '/mcp': message }), ['pass', 'pass'])
  t.same(await listStatuses({ ...published, '/mcp': `event: message\ndata: ${message}\n\n` }), [
    'pass',
    'pass'
  ])
  t.same(await listStatuses({ '/.well-known/mcp/server-card.json': {}, '/mcp': '{}' }), ['fail', 'fail'])
})

t.test('the OpenAPI document › states which paths are examined', async (t) => {
  const get = { operationId: 'a' }
  const id = { name: 'id', in: 'path', schema: { type: 'string', enum: ['first', 'second'] } }
  const origin = await serve(t, {
    '/openapi.json': {
      servers: [{ url: '/base/' }],
      paths: {
        '/v1/a.json': { get },
        '/v1/b.json': { get },
        '/v1/posted.json': { post: get },
        '/v1/items/{id}.json': { get: { ...get, parameters: [{ $ref: '#/x' }, id] } },
        '/v2/unlisted/{name}.json': { get: { ...get, parameters: [{ name: 'name' }] } },
        '/v2/a.json': { get }
      }
    }
  })
  const site = new AuditedSite(origin, 1)
  const operations = ['/base/v1/a.json', '/base/v1/b.json', '/base/v1/items/first.json', '/base/v2/a.json']
  t.same(await readOperations(site), operations)
  t.same(
    await sampleOperations(site),
    operations.filter((path) => path !== '/base/v1/b.json'),
    'one path per folder'
  )
})

t.test('a site that states no licence and no use of its content › is not asked for them', async (t) => {
  const outcomes = await auditDocuments(t, {
    '/': '<h1>a</h1>',
    '/robots.txt': 'User-agent: *\nAllow: /\n',
    '/openapi.json': { openapi: '3.1.0', info: { title: 'a' }, paths: { '/a.json': { get: {} } } },
    '/a.json': {}
  })
  t.match(outcomes.get('every group in robots.txt has the same Content-Signal, if one has any'), {
    status: 'not applicable'
  })
  t.match(
    outcomes.get('every version of the API links to its description, documentation and stated licence'),
    { reason: '/a.json has no link with rel="service-desc". There is 1 more problem.' }
  )
})
