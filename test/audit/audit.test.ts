import t from 'tap'
import { audit } from '../../src/audit/audit.ts'
import type { Report } from '../../src/audit/check.ts'
import { checks } from '../../src/audit/checks.ts'
import { v2 } from '../api/v2/version.ts'
import { dataWith, folderWith, v1 } from '../helper.ts'
import { createProxy, type Exchange } from './proxy.ts'

/** The responses that a proxy changes: the responses of a path, and of one Accept header or method if it is given. */
interface Change {
  path: string
  accept?: string
  method?: string
  /** Whether only requests with Origin get it. */
  ofOrigin?: boolean
  status?: number
  headers?: Record<string, string | undefined>
  replace?: [from: string | RegExp, to: string]
}

function apply(change: Change, exchange: Exchange): void {
  const { path, accept = exchange.accept, method = exchange.method, ofOrigin, status, replace } = change
  if (exchange.path !== path || exchange.accept !== accept || exchange.method !== method) return
  if (ofOrigin && exchange.requestHeaders.origin === undefined) return
  exchange.status = status ?? exchange.status
  for (const [name, value] of Object.entries(change.headers ?? {}))
    if (value === undefined) delete exchange.headers[name]
    else exchange.headers[name] = value
  if (replace) exchange.edit((text) => text.replace(...replace))
}

const elsewhere = 'https://elsewhere.example'
const [html, plain] = [{ 'content-type': 'text/html' }, { 'content-type': 'text/plain' }]

const closed = 'the site is closed to no crawler, and robots.txt lists a sitemap on this site'

/** For each check, a change of a proxy that only this check notices, and its reason. */
const breakages: Record<string, [change: Change, reason: RegExp]> = {
  'every page returns 200 as HTML': [
    { path: '/', accept: 'text/html', headers: plain },
    /^\/ returns 200 with the type "text\/plain"\.$/
  ],
  'every page is served as Markdown if Accept asks for it': [
    { path: '/', accept: 'text/markdown', headers: html },
    /^\/ returns 200 with the type "text\/html"\.$/
  ],
  'every page has Markdown at its .md URL': [
    { path: '/services.md', headers: plain },
    /^\/services\/ has no Markdown: \/services\.md returns 200 with the type "text\/plain"\.$/
  ],
  'both forms of every page send Vary: Accept': [
    { path: '/', accept: 'text/html', headers: { vary: 'Accept-Encoding' } },
    /^\/ sends Vary: "Accept-Encoding" for text\/html\.$/
  ],
  'q-values in Accept choose between HTML and Markdown': [
    { path: '/', accept: 'text/html;q=0, */*', headers: html },
    /for Accept: text\/html;q=0, \*\/\*\.$/
  ],
  'an unsatisfiable Accept header gets 406': [
    { path: '/', accept: 'application/pdf', status: 200 },
    /^\/ returns 200 with the type "application\/json; charset=utf-8"\.$/
  ],
  'missing pages return 404': [
    { path: '/does-not-exist/', status: 200 },
    /^\/does-not-exist\/ returns 200 with the type "text\/html; charset=utf-8"\.$/
  ],
  'If-None-Match with a current ETag gets 304': [
    { path: '/robots.txt', headers: { etag: undefined } },
    /^\/robots\.txt has no ETag\.$/
  ],
  'HEAD returns the status and type of GET': [
    { path: '/robots.txt', method: 'HEAD', status: 405 },
    /^\/robots\.txt returns 405 for HEAD\.$/
  ],
  'any origin may read the site and its API (CORS)': [
    { path: '/robots.txt', headers: { 'access-control-allow-origin': undefined } },
    /^\/robots\.txt does not allow other origins\.$/
  ],
  'every document returns 200 with its media type': [
    { path: '/.well-known/security.txt', headers: { 'content-type': undefined } },
    /^\/\.well-known\/security\.txt returns 200 with no Content-Type\.$/
  ],
  [closed]: [
    { path: '/robots.txt', replace: [/$/, '\nUser-agent: GPTBot\nDisallow: /\n'] },
    /^\/robots\.txt has a group with "Disallow: \/"\.$/
  ],
  'the sitemaps list pages that exist on this site': [
    { path: '/sitemap-1.xml', replace: [/<loc>http:\/\/[^/]*/, `<loc>${elsewhere}`] },
    /^https:\/\/elsewhere\.example\/ is not on http/
  ],
  'every link in llms.txt works and is on this site': [
    { path: '/llms.txt', replace: [/$/, `\n- [x](${elsewhere}/x.md)`] },
    /^https:\/\/elsewhere\.example\/x\.md is not on http/
  ],
  'every link in the catalogs of the API, tools and skills works and is on this site': [
    { path: '/.well-known/api-catalog', replace: ['/healthz', '/nothing'] },
    /\/nothing returns 404 with the type "text\/html; charset=utf-8"\.$/
  ],
  'the API has an OpenAPI 3.1 document for this site': [
    { path: '/openapi.json', replace: [/("servers":\[\{"url":")[^"]*/, `$1${elsewhere}`] },
    /^\/openapi\.json has the server https:\/\/elsewhere\.example\.$/
  ],
  'every API operation returns JSON to any origin': [
    { path: '/api/v1/services/trouser-hem.json', ofOrigin: true, status: 403 },
    /^\/api\/v1\/services\/trouser-hem\.json returns 403 with the type "application\/json/
  ],
  'unknown API paths return a JSON error': [
    { path: '/api/v1/does-not-exist', replace: ['not_found', 'nothing'] },
    /^\/api\/v1\/does-not-exist returns 404 with the type "application\/json; \S+, and the code "nothing"\.$/
  ],
  'the opening hours have the dates from today on': [
    { path: '/api/v1/hours.json', replace: [/"date":"2\d{3}/, '"date":"2020'] },
    /^\/api\/v1\/hours\.json begins on 2020-\d\d-\d\d\.$/
  ],
  'the MCP server has a server card': [
    { path: '/.well-known/mcp/server-card.json', replace: [/"endpoint"/g, '"end"'] },
    /^\/\.well-known\/mcp\/server-card\.json has the endpoint ""\.$/
  ],
  'the MCP server responds, lists its tools and returns the result of one': [
    { path: '/mcp', status: 502 },
    /^\/mcp returns 502 with the type "application\/json" for initialize\.$/
  ]
}

const listFailures = (results: Report['checks']) =>
  results.flatMap(({ name, status, reason }) => (status === 'fail' ? [[name, reason]] : []))

t.test('the audit of a site', async (t) => {
  const opening_hours = [{ day: 'monday', opens: '09:00', closes: '17:00' }]
  const edits = { 'profile#/timezone': 'Europe/London', 'profile#/opening_hours': opening_hours }
  const dataDir = dataWith(t, edits, 'test/fixtures/minimal')
  const { origin, fetch, changeResponses } = await createProxy(t, [v1], dataDir)
  const runAudit = async (some = checks) => (await audit(origin, { checks: some, fetch })).checks

  t.test('finds each problem that a proxy adds, and no other', async (t) => {
    const results = await runAudit()
    t.same(listFailures(results), [])
    const passing = results.filter(({ status }) => status === 'pass').map(({ name }) => name)
    t.same(passing, Object.keys(breakages), 'every passing check has a breakage')
    for (const rest of [0, 1]) {
      const rows = Object.entries(breakages).filter((_, index) => index % 2 === rest)
      changeResponses((exchange) => {
        for (const [, [change]] of rows) apply(change, exchange)
      })
      const failures = listFailures(await runAudit())
      const expected = rows.map(([name, [, reason]]) => [name, reason])
      t.match(failures, expected)
      t.equal(failures.length, rows.length, failures.join('\n'))
    }
  })

  t.test('finds a .md URL with another text than the page as Markdown', async (t) => {
    changeResponses(({ path, edit }) => {
      if (path === '/services.md') edit((text) => `${text}Old`)
    })
    t.same(listFailures(await runAudit()), [
      ['every page has Markdown at its .md URL', '/services.md has another text than /services/ as Markdown.']
    ])
  })

  t.test('finds a header that closes the site to search engines', async (t) => {
    for (const rules of ['noindex', 'googlebot: noindex', 'nofollow, NONE', 'max-image-preview:none']) {
      changeResponses(({ headers }) => {
        headers['x-robots-tag'] = rules
      })
      const isOpen = rules.startsWith('max-image')
      const reason = `/ sends X-Robots-Tag: "${rules}".`
      t.same(listFailures(await runAudit()), isOpen ? [] : [[closed, reason]])
    }
  })

  t.test('asks for nothing that only a server can do if the site announces none', async (t) => {
    changeResponses(({ path, headers, edit }) => {
      if (['/llms.txt', '/.well-known/ard.json'].includes(path))
        edit((text) => text.replaceAll('/mcp', '/other'))
      if (path === '/.well-known/api-catalog') headers['content-type'] = 'application/octet-stream'
    })
    const typed = checks.filter(({ name }) => name.startsWith('every document'))
    t.match(await runAudit(typed), [{ status: 'pass' }], 'GitHub Pages cannot send the type')
    const needing = checks.filter(({ needsServer }) => needsServer)
    const results = await runAudit(needing)
    const reason = 'The site is an export without a server: it announces no MCP server.'
    t.match(results, Array(8).fill({ status: 'not applicable', reason }))
    t.equal(results.length, 8)
    changeResponses((exchange) => {
      if (!['/llms.txt', '/.well-known/ard.json'].includes(exchange.path)) return
      exchange.status = 503
      exchange.edit(() => 'Busy')
    })
    t.match(await runAudit(needing), Array(8).fill({ status: 'pass' }), 'unless the documents cannot be read')
  })

  t.test('waits as long as a site that limits requests asks for', async (t) => {
    let requests = 0
    changeResponses((exchange) => {
      requests += 1
      if (requests % 10 !== 0) return
      exchange.status = 429
      exchange.headers['retry-after'] = '0'
    })
    t.same(listFailures(await runAudit()), [])
  })

  t.test('names the target of a redirect, and a redirect without end', async (t) => {
    changeResponses((exchange) => {
      if (!['/services/', '/llms-full.txt'].includes(exchange.path)) return
      exchange.status = 308
      exchange.headers = { location: exchange.path }
    })
    const target = '/services/ redirects to "/services/" (308).'
    const reasons = [
      target,
      target,
      '/llms-full.txt redirects without end, to "/llms-full.txt".',
      origin + target
    ]
    t.same(
      listFailures(await runAudit()).map(([, reason]) => reason),
      reasons
    )
  })
})

t.test('the audit of a site with pages of its own finds no problem', async (t) => {
  const own = '<title>Mine</title><main><h1>Mine</h1></main>'
  const llms = '[Home](http://127.0.0.1:3000) [Contact](contact.md#map) \\[text\\](text)'
  for (const files of [
    // The second is the page that the data names for contact.
    { 'index.html': own, 'contact/index.html': own, 'llms.txt': llms },
    // Next to /faq/, which has the .md URL of both.
    { 'faq.html': own }
  ]) {
    const { origin, fetch } = await createProxy(t, [v1], undefined, { siteDir: folderWith(t, files) })
    t.same(listFailures((await audit(origin, { checks, fetch })).checks), [])
  }
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
