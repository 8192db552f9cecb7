import t from 'tap'
import { audit } from '../../src/audit/audit.ts'
import { checks } from '../../src/audit/checks.ts'
import { auditFacts, describe, profile } from './other-site.ts'

const closed = { ...profile, opening_hours: [], special_hours: [] }
const page = '<h1>Corner Shop</h1><p>1 Corner, Town, *2700, hello@corner.example'
const site = { '/openapi.json': describe('/profile.json'), '/profile.json': closed, '/': page }
const status =
  (code: number, type = 'text/plain') =>
  () => ({
    status: code,
    headers: { 'content-type': type },
    body: 'x'
  })

t.test('an operation of the API that is blocked › is a failure', async (t) => {
  const operations = describe('/profile.json', '/blocked.json', '/page.json', '/moved.json', '/unlisted.json')
  const { api, html } = await auditFacts(t, {
    ...site,
    '/openapi.json': {
      paths: {
        ...operations.paths,
        '/export.csv': { get: { responses: { 200: { content: { 'text/csv': {} } } } } },
        '/find.json': { get: { parameters: [{ name: 'q', in: 'query', required: true }] } }
      }
    },
    '/blocked.json': status(403),
    '/page.json': status(200, 'text/html'),
    '/moved.json': () => ({ status: 301, headers: { location: '/profile.json' } })
  })
  t.same(api, [
    'missing /blocked.json: its facts, status 403',
    'missing /page.json: its facts, status 200 with the type "text/html"',
    'missing /unlisted.json: its facts, status 404'
  ])
  t.match(html, { status: 'pass' }, 'only one check reports it')
})

t.test('an API without its document › is a failure with the status', async (t) => {
  const { api } = await auditFacts(t, { ...site, '/openapi.json': status(500) })
  t.match(api, { reason: '/openapi.json returns 500, so the audit has no facts to compare.' })
  const { api: empty } = await auditFacts(t, { ...site, '/openapi.json': describe('/'), '/': [] })
  t.match(empty, { reason: '/openapi.json lists no operation that returns facts.' })
})

t.test('a surface that returns an error › is a failure, not n/a', async (t) => {
  const { html, markdown, llmsFull, tools, search } = await auditFacts(t, {
    ...site,
    '/': ({ accept }) => (accept === 'text/markdown' ? status(503)() : { body: page }),
    '/sitemap.xml':
      '<urlset><url><loc>{origin}/down/</loc></url><url><loc>{origin}/gone/</loc></url></urlset>',
    '/down/': status(502),
    '/llms-full.txt': status(403),
    '/mcp': status(502)
  })
  t.same(html, ['missing /down/: its facts, status 502'])
  t.same(markdown, ['missing /: its facts, status 503', 'missing /down/: its facts, status 502'])
  t.same(llmsFull, ['missing /llms-full.txt: its facts, status 403'])
  t.match([tools, search], [{ reason: '/mcp returns 502.' }, { reason: '/mcp returns 502.' }])
})

t.test(
  'a surface that returns only HTML, or 403 for an MCP server that no file announces › is reported as not served',
  async (t) => {
    const { markdown, llmsFull, tools } = await auditFacts(t, {
      ...site,
      '/llms-full.txt': page,
      '/mcp': status(403)
    })
    t.match(
      [markdown, llmsFull, tools],
      ['Markdown is not served.', 'llms-full.txt is not served.', 'MCP is not served.'].map((reason) => ({
        reason
      }))
    )
  }
)

t.test('an MCP server that the site announces › must respond', async (t) => {
  for (const announcement of [
    { '/llms.txt': () => ({ headers: { 'content-type': 'text/plain' }, body: '# Shop\n\n/mcp' }) },
    { '/.well-known/mcp/server-card.json': { transport: { endpoint: '/mcp' } } }
  ]) {
    const { tools } = await auditFacts(t, { ...site, ...announcement, '/mcp': status(403) })
    t.match(tools, { reason: '/mcp returns 403.' })
  }
  const { tools } = await auditFacts(t, {
    ...site,
    '/mcp': ({ body }) => (body.includes('tools/list') ? status(500)() : { body: '{}' })
  })
  t.match(tools, { reason: '/mcp returns status 500 for tools/list.' })
})

t.test('a search result that cannot be fetched › is named in the report', async (t) => {
  const tool = (name: string, field: string) => ({
    name,
    inputSchema: { required: [field], properties: { [field]: {} } }
  })
  const { search } = await auditFacts(t, {
    ...site,
    '/mcp': ({ body }) => {
      const { method, params = {} } = JSON.parse(body)
      const results: Record<string, object> = {
        'tools/list': { tools: [tool('search', 'query'), tool('fetch', 'id')] },
        search: { structuredContent: { results: [{ id: 'a' }] } },
        fetch: { isError: true, content: [{ type: 'text', text: 'Out of order' }] }
      }
      return { body: JSON.stringify({ result: results[params.name ?? method] ?? {} }) }
    }
  })
  t.match(search, ['missing /mcp (search "Corner Shop"): the name, a with the error "Out of order"'])
})

t.test('an invalid URL in the sitemap › is named in the report', async (t) => {
  const { report } = await auditFacts(t, { ...site, '/sitemap.xml': '<url><loc>http://[</loc></url>' })
  const { results } = await audit(report.origin, { checks, sampleSize: 1 })
  const reasons = results.flatMap(({ outcome }) => (outcome.status === 'fail' ? [outcome.reason] : []))
  t.ok(reasons.includes('"http://[" is not a URL.'))
})
