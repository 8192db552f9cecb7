import t from 'tap'
import { audit } from '../../src/audit/audit.ts'
import type { Result } from '../../src/audit/check.ts'
import { checks } from '../../src/audit/checks/checks.ts'
import { v2 } from '../api/v2/version.ts'
import { v1 } from '../helper.ts'
import { createProxy, type Exchange } from './proxy.ts'

type Change = (exchange: Exchange) => void

const at =
  (path: string, change: Change): Change =>
  (exchange) => {
    if (exchange.path === path) change(exchange)
  }
const atHome = (accept: string, change: Change) =>
  at('/', (exchange) => {
    if (exchange.accept === accept) change(exchange)
  })
const replace =
  (from: string | RegExp, to: string): Change =>
  ({ edit }) =>
    edit((text) => text.replace(from, to))
const set =
  (name: string, value: string): Change =>
  ({ headers }) => {
    headers[name] = value
  }
const remove =
  (name: string): Change =>
  ({ headers }) => {
    delete headers[name]
  }
const setStatus =
  (status: number): Change =>
  (exchange) => {
    exchange.status = status
  }
const append = (text: string) => replace(/$/, text)
const elsewhere = 'https://elsewhere.example'

/** For each check, a change of a proxy that only this check notices, and its reason. */
const breakages: Record<string, [change: Change, reason: RegExp]> = {
  'every page returns 200 as HTML': [
    atHome('text/html', set('content-type', 'text/plain')),
    /^\/ returns 200 with the type "text\/plain"\.$/
  ],
  'every page is served as Markdown if Accept asks for it': [
    atHome('text/markdown', set('content-type', 'text/html')),
    /^\/ returns 200 with the type "text\/html"\.$/
  ],
  'every page has Markdown at its .md URL': [
    at('/services.md', set('content-type', 'text/plain')),
    /^\/services\/ has no Markdown: \/services\.md returns 200 with the type "text\/plain"\.$/
  ],
  'both forms of every page send Vary: Accept': [
    atHome('text/html', set('vary', 'Accept-Encoding')),
    /^\/ sends Vary: "Accept-Encoding" for text\/html\.$/
  ],
  'q-values in Accept choose between HTML and Markdown': [
    atHome('text/html;q=0, */*', set('content-type', 'text/html')),
    /for Accept: text\/html;q=0, \*\/\*\.$/
  ],
  'an unsatisfiable Accept header gets 406': [
    atHome('application/pdf', setStatus(200)),
    /^\/ returns 200\.$/
  ],
  'missing pages return 404': [at('/does-not-exist/', setStatus(200)), /^\/does-not-exist\/ returns 200\.$/],
  'If-None-Match with a current ETag gets 304': [
    at('/robots.txt', remove('etag')),
    /^\/robots\.txt has no ETag\.$/
  ],
  'HEAD returns the status and type of GET': [
    at('/robots.txt', (exchange) => {
      if (exchange.method === 'HEAD') exchange.status = 405
    }),
    /^\/robots\.txt returns 405 for HEAD\.$/
  ],
  'any origin may read the site and its API (CORS)': [
    at('/robots.txt', remove('access-control-allow-origin')),
    /^\/robots\.txt does not allow other origins\.$/
  ],
  'every document returns 200 with its media type': [
    at('/.well-known/security.txt', remove('content-type')),
    /^\/\.well-known\/security\.txt returns 200 with no Content-Type\.$/
  ],
  'robots.txt closes the site to no crawler, and lists a sitemap on this site': [
    at('/robots.txt', append('\nUser-agent: GPTBot\nDisallow: /\n')),
    /^\/robots\.txt has a group with "Disallow: \/"\.$/
  ],
  'the sitemaps list pages that exist on this site': [
    at('/sitemap-1.xml', replace(/<loc>http:\/\/[^/]*/, `<loc>${elsewhere}`)),
    /^https:\/\/elsewhere\.example\/ is not on http/
  ],
  'every link in llms.txt works and is on this site': [
    at('/llms.txt', append(`\n- [x](${elsewhere}/x.md)`)),
    /^https:\/\/elsewhere\.example\/x\.md is not on http/
  ],
  'every link in the catalogs of the API, tools and skills works and is on this site': [
    at('/.well-known/api-catalog', replace('/healthz', '/nothing')),
    /\/nothing returns 404\.$/
  ],
  'the API has an OpenAPI 3.1 document for this site': [
    at('/openapi.json', replace(/("servers":\[\{"url":")[^"]*/, `$1${elsewhere}`)),
    /^\/openapi\.json has the server https:\/\/elsewhere\.example\.$/
  ],
  'every API operation returns JSON to any origin': [
    at('/api/v1/services/trouser-hem.json', (exchange) => {
      if (exchange.requestHeaders.origin !== undefined) exchange.status = 403
    }),
    /^\/api\/v1\/services\/trouser-hem\.json returns 403 with the type "application\/json/
  ],
  'unknown API paths return a JSON error': [
    at('/api/v1/does-not-exist', replace('not_found', 'nothing')),
    /^\/api\/v1\/does-not-exist returns 404 and the code "nothing"\.$/
  ],
  'the MCP server has a server card': [
    at('/.well-known/mcp/server-card.json', replace(/"endpoint"/g, '"end"')),
    /^\/\.well-known\/mcp\/server-card\.json has the endpoint ""\.$/
  ],
  'the MCP server responds, lists its tools and returns the result of one': [
    at('/mcp', setStatus(502)),
    /^\/mcp returns status 502 for initialize\.$/
  ]
}

const listFailures = (results: Result[]) =>
  results.flatMap(({ name, status, reason }) => (status === 'fail' ? [[name, reason]] : []))

t.test('the audit of a site', async (t) => {
  const { origin, fetch, changeResponses } = await createProxy(t, [v1], 'test/fixtures/minimal')
  const runAudit = async (some = checks) => (await audit(origin, { checks: some, fetch })).checks

  t.test('finds each problem that a proxy adds, and no other', async (t) => {
    const results = await runAudit()
    t.same(listFailures(results), [])
    const passing = results.filter(({ status }) => status === 'pass').map(({ name }) => name)
    t.same(passing, Object.keys(breakages), 'every passing check has a breakage')
    for (const rest of [0, 1]) {
      const rows = Object.entries(breakages).filter((_, index) => index % 2 === rest)
      changeResponses((exchange) => {
        for (const [, [change]] of rows) change(exchange)
      })
      const failures = listFailures(await runAudit())
      t.match(
        failures,
        rows.map(([name, [, reason]]) => [name, reason])
      )
      t.equal(failures.length, rows.length, failures.join('\n'))
    }
  })

  t.test('asks for nothing that only a server can do if the site announces none', async (t) => {
    changeResponses(({ path, accept, status, edit, headers }) => {
      if (['/llms.txt', '/.well-known/ard.json'].includes(path))
        edit((text) => text.replaceAll('/mcp', '/other'))
      if (status === 200 && accept === 'application/pdf') headers['content-type'] = 'text/html'
    })
    const results = await runAudit(checks.filter(({ needsServer }) => needsServer))
    t.same(
      results.map(({ status }) => status),
      Array(8).fill('not applicable')
    )
  })
})

t.test('the audit of a site with two versions of the API examines each', async (t) => {
  const { origin, fetch, changeResponses } = await createProxy(t, [v1, v2])
  const tagged = checks.filter(({ name }) => name.includes('ETag'))
  for (const { name } of [v1, v2]) {
    changeResponses(({ path, headers }) => {
      if (path.startsWith(`/api/${name}/`)) delete headers.etag
    })
    const failures = listFailures((await audit(origin, { checks: tagged, fetch })).checks)
    t.match(failures, [[/ETag/, new RegExp(`^/api/${name}/\\S+ has no ETag`)]])
  }
})

t.test('the audit of a site with opening hours finds dates that do not begin today', async (t) => {
  const { origin, fetch, changeResponses } = await createProxy(t, [v1], 'test/fixtures/guesthouse')
  const dated = checks.filter(({ name }) => name === 'the opening hours have the dates from today on')
  const runAudit = () => audit(origin, { checks: dated, fetch })
  t.match((await runAudit()).checks, [{ status: 'pass' }])
  changeResponses(({ path, edit }) => {
    if (path === '/api/v1/hours.json') edit((text) => text.replace(/"date":"2\d{3}/, '"date":"2020'))
  })
  t.match((await runAudit()).checks, [
    { status: 'fail', reason: /^\/api\/v1\/hours\.json begins on 2020-\d\d-\d\d\.$/ }
  ])
})
