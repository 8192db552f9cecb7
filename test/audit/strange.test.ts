import t from 'tap'
import { audit } from '../../src/audit/audit.ts'
import { checks } from '../../src/audit/checks.ts'
import { startOwn } from '../../src/audit/own-server.ts'
import { listen } from '../helper.ts'

/** What the checks say of a site with these bodies, by the name of the check. */
async function look(t: Parameters<typeof listen>[0], bodies: Record<string, unknown>) {
  const origin = await listen(t, (request, response) => {
    const body = bodies[`${request.url}`]
    response.statusCode = body === undefined ? 404 : 200
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  const { results } = await audit(origin, { checks, sampleSize: 5 })
  return new Map(results.map(({ check, outcome }) => [check.name, outcome]))
}

t.test('a site with strange documents is told what is strange', async (t) => {
  const elsewhere = 'https://elsewhere.example/x'
  const described = { 'service-desc': [{ href: elsewhere }], 'service-doc': [{ href: elsewhere }] }
  const outcomes = await look(t, {
    '/': '<script type="application/ld+json">{"@type":"WebPage"}</script><h1>בית',
    '/robots.txt': 'User-agent: *\nAllow: /',
    '/sitemap.xml': '<urlset><url></url><url><loc>/a&amp;b</loc></url></urlset>',
    '/llms.txt': '# a\n\n> b\n\n## c\n\n- [all](/sitemap.md)',
    '/.well-known/api-catalog': { linkset: [{ anchor: elsewhere, ...described }] },
    '/.well-known/ai-catalog.json': {
      specVersion: '1.0',
      host: { displayName: 'a' },
      entries: [
        {
          identifier: 'urn:air:a.example:b:c',
          displayName: 'a',
          type: 'text/plain',
          url: elsewhere,
          representativeQueries: ['a', 'b']
        }
      ]
    },
    '/.well-known/agent-skills/index.json': { skills: [] },
    '/openapi.json': { openapi: '3.0.0' }
  })
  const reasonOf = (name: string) => Object(outcomes.get(name)).reason
  for (const [name, reason] of [
    ['every page is HTML to a browser, in UTF-8', '/ answers '],
    ['robots.txt says in every group what the content may be used for', 'the group of * does not say search'],
    ['every address of the sitemaps is of this site', ' is not on http://'],
    ['llms.txt names the pages of the sitemaps', 'leaves out 2 pages for its size'],
    ['what the API catalog names is there', `${elsewhere} is not on http://`],
    [
      'the AI catalog lists what agents can use, each with the questions that it answers',
      'it is  (and 1 more)'
    ],
    ['each skill is listed with the digest of its bytes', "it must have required property '$schema'"],
    ['the API has a specification, of this site', 'it must have required property'],
    ['the MCP server has a card', 'llms.txt names no MCP server']
  ] as const) {
    t.match(reasonOf(name), reason, name)
  }
})

t.test('an MCP server that llms.txt announces is looked at', async (t) => {
  const names = ['the MCP server has a card', 'the MCP server answers, and has tools']
  const card = {
    serverInfo: { name: 'a', version: '1' },
    transport: { type: 'streamable-http', endpoint: '/mcp' },
    capabilities: {}
  }
  const result = { protocolVersion: '2025-06-18', serverInfo: { name: 'a' }, capabilities: { tools: {} } }
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, result })
  const statuses = async (bodies: Record<string, unknown>) => {
    const outcomes = await look(t, { '/llms.txt': '# a\n\nhttps://a.example/mcp', ...bodies })
    return names.map((name) => outcomes.get(name)?.status)
  }
  const there = { '/.well-known/mcp/server-card.json': card }
  t.same(await statuses({}), ['fail', 'fail'])
  t.same(await statuses({ ...there, '/mcp': message }), ['pass', 'pass'])
  t.same(await statuses({ ...there, '/mcp': `event: message\ndata: ${message}\n\n` }), ['pass', 'pass'])
  t.same(await statuses({ '/.well-known/mcp/server-card.json': {}, '/mcp': '{}' }), ['fail', 'fail'])
})

t.test('this server is started on a free port', async (t) => {
  const { origin, close } = await startOwn({})
  t.equal((await fetch(`${origin}/readyz`)).status, 200)
  t.match(await (await fetch(`${origin}/robots.txt`)).text(), `Sitemap: ${origin}/`)
  await close()
})
