import type { RequestListener } from 'node:http'
import t, { type Test } from 'tap'
import { audit } from '../../src/audit/audit.ts'
import { AuditedSite, type Limits } from '../../src/audit/audited-site.ts'
import { formatText } from '../../src/audit/check.ts'
import { checks } from '../../src/audit/checks.ts'
import { factChecks } from '../../src/audit/fact-checks.ts'
import { listen } from '../helper.ts'

type Body = string | object
const ids = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`)
const urlset = (origin: string, count: number) =>
  ids(count)
    .map((id) => `<url><loc>${origin}/${id}/</loc></url>`)
    .join('')

/** Serves documents by their paths, texts as HTML, and counts the requests. `{origin}` in them is the origin of the site. */
async function serve(t: Test, documents: Documents) {
  const requests: string[] = []
  const origin = await listen(t, (request, response) => {
    requests.push(`${request.url}`)
    const body = documents[`${request.url}`]
    if (typeof body === 'function') return body(request, response)
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': typeof body === 'string' ? 'text/html' : 'application/json'
    })
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? {})
    response.end(text.replaceAll('{origin}', `http://${request.headers.host}`))
  })
  return { origin, requests }
}

type Documents = Record<string, Body | RequestListener>

async function auditSite(t: Test, documents: Documents, limits: Partial<Limits> = {}) {
  const { origin, requests } = await serve(t, documents)
  const report = await audit(origin, { checks: [...checks, ...factChecks], limits })
  const outcomes = Object.fromEntries(report.checks.map((result) => [result.name, result]))
  return { origin, requests, report, outcomes }
}

const api = (...paths: string[]) => ({
  openapi: '3.1.0',
  servers: [{ url: '/' }],
  paths: Object.fromEntries(paths.map((path) => [path, { get: {} }]))
})
const profile = {
  name: 'Corner Shop',
  contact: { email: 'hello@corner.example', phone: '*2700' },
  address: { street: '1 Corner', locality: 'Town' }
}
const same = 'the facts of the API are the same in'
const page = '<h1>Corner Shop</h1><p>1 Corner, Town, *2700, hello@corner.example'

t.test('a site above the limits of the audit is compared in part, and the report says so', async (t) => {
  const tool = { name: 'get', inputSchema: { required: ['id'], properties: { id: { enum: ids(9) } } } }
  const { outcomes, report, requests } = await auditSite(
    t,
    {
      '/': page,
      '/llms.txt': '/mcp',
      '/openapi.json': {
        paths: {
          ...api('/profile.json', '/services.json').paths,
          '/{id}.json': { get: { parameters: [{ name: 'id', in: 'path', schema: { enum: ids(9) } }] } }
        }
      },
      '/profile.json': profile,
      '/services.json': {
        currency: 'GBP',
        examples: ids(9).map((id) => ({ id, name: `Service ${id}`, from_ils: 0 }))
      },
      '/s0.json': {},
      '/sitemap.xml': urlset('{origin}', 3000),
      '/mcp': { result: { tools: [tool], structuredContent: {} } }
    },
    { maxOperations: 3, maxFacts: 7, maxPages: 25, maxToolCalls: 4, maxSamples: 10, maxUrls: 2000 }
  )
  const note =
    '7 facts were compared. The audit examined the first 3 of 5 operations of the API. The audit examined the first 7 of 13 facts.'
  t.match(outcomes, {
    'the operations of the API state the same facts': { status: 'pass', note },
    [`${same} the HTML`]: { note: `${note} The audit examined the first 25 of 2001 pages.` },
    [`${same} the results of the MCP tools`]: { note: / first 4 of 9 calls of tools\.$/ }
  })
  t.match(formatText(report), `      ${note}\n`)
  t.ok(requests.length < 250, `${requests.length} requests`)
})

t.test('large pages are compared until their size is too much', async (t) => {
  const { outcomes } = await auditSite(
    t,
    {
      '/': '<h1>Corner Shop</h1>',
      '/openapi.json': api('/profile.json'),
      '/profile.json': profile,
      '/sitemap.xml': urlset('{origin}', 30)
    },
    { maxHtmlSize: 10, maxFacts: 1 }
  )
  // A fact may be on a page that was not read.
  const note =
    '1 fact was compared. The audit examined the first 1 of 4 facts. The audit examined the first 20 of 31 pages.'
  t.match(outcomes[`${same} the HTML`], { status: 'pass', note })
})

t.test('a response that never ends is not read to its end', async (t) => {
  const chunk = Buffer.alloc(100_000)
  const { origin } = await serve(t, {
    '/endless': (_request, response) => {
      response.on('drain', () => response.write(chunk))
      response.write(chunk)
    },
    ...Object.fromEntries(ids(9).map((id) => [`/${id}`, 'x'.repeat(100_000)]))
  })
  const site = new AuditedSite(origin, undefined, { maxResponseSize: 1_000_000, maxTotalSize: 1_500_000 })
  await t.rejects(site.get('/endless'), {
    message: '/endless has more than 1 MB, which the audit does not read.'
  })
  await t.rejects(Promise.all(ids(9).map((id) => site.get(`/${id}`))), {
    message: /^The audit ended at \/s\d, because it had read 1\.5 MB\.$/
  })
})

t.test('a site that stops responding, or limits requests, ends the audit for one reason', async (t) => {
  const limit: RequestListener = (_request, response) => void response.writeHead(429).end()
  const limitBackwards: RequestListener = (_request, response) =>
    void response.writeHead(429, { 'retry-after': '-100' }).end()
  const drop: RequestListener = (request) => void request.socket.destroy()
  const dropped = await listen(t, drop)
  const message = `Cannot reach ${dropped} with HEAD (UND_ERR_SOCKET).`
  await t.rejects(new AuditedSite(dropped).send('/', { method: 'HEAD' }), { message })
  for (const [stop, reason] of [
    [drop, /^Cannot reach http:\S+ \(UND_ERR_SOCKET\)\.$/],
    [limitBackwards, /^http:\S+ returns 429\./],
    [limit, /^http:\S+ returns 429\. Let the user agent business-facts-audit send more requests\.$/]
  ] as const) {
    let count = 0
    const origin = await listen(t, (request, response) => {
      count += 1
      if (count < 9) response.end('x')
      else stop(request, response)
    })
    await t.rejects(audit(origin, { checks }), { message: reason })
    t.ok(count <= 14, `${count} requests`)
  }
})

t.test('hostile documents do not keep the audit from ending', async (t) => {
  const { outcomes } = await auditSite(t, {
    '/': `<body>${'<nav '.repeat(100_000)}`,
    '/robots.txt': `Disallow: ${'\t'.repeat(100_000)}x\nsitemap: ${'\n'.repeat(100_000)}`,
    '/llms.txt': `/mcp ${'['.repeat(100_000)}${'[a](/b) '.repeat(200_000)}`,
    '/llms-full.txt': '<!--'.repeat(100_000),
    '/.well-known/api-catalog': '['.repeat(100_000) + ']'.repeat(100_000),
    '/.well-known/ard.json': `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    '/sitemap.xml': '<url><loc>x'.repeat(200_000),
    '/openapi.json': api(`/${'{'.repeat(150_000)}`, `/${'a'.repeat(3000)}`),
    '/mcp': { result: { tools: [{ name: 'x' }], content: [{ text: '['.repeat(100_000) }] } }
  })
  t.match(outcomes, {
    'the sitemaps list pages that exist on this site': { reason: '/sitemap.xml lists no page.' },
    'every link in llms.txt works and is on this site': { reason: /\/b returns 404/ },
    'every API operation returns JSON to any origin': { reason: /^\/{{999}… There are 3 more problems\.$/ }
  })
})

t.test('a document that cannot be read fails only the checks that read it', async (t) => {
  const { outcomes } = await auditSite(
    t,
    {
      '/': page,
      '/llms.txt': 'x'.repeat(2_000_000),
      '/.well-known/ard.json': { url: '{origin}/mcp' },
      '/sitemap.xml': (_request, response) => void response.writeHead(302, { location: 'http://[' }).end()
    },
    { maxResponseSize: 1_000_000 }
  )
  t.match(outcomes, {
    'every link in llms.txt works and is on this site': {
      reason: '/llms.txt has more than 1 MB, which the audit does not read.',
      fix: 'Make the site respond to this request within 20 seconds, with a whole body of at most 20 MB.'
    },
    'every page returns 200 as HTML': { status: 'pass' },
    'an unsatisfiable Accept header gets 406': { reason: '/ returns 200 with the type "text/html".' },
    'the sitemaps list pages that exist on this site': { reason: '/sitemap.xml lists no page.' }
  })
})

t.test('a page or operation that cannot be read fails only its surface', async (t) => {
  const markdown: RequestListener = (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/markdown' }).end(page)
  const data = '{"name":"Corner Shop","email":"hello@corner.example","telephone":"*2700"}'
  for (const [unread, problem] of [
    ['<div>'.repeat(5002), 'nests elements more than 5000 deep'],
    ['<a>x</a>'.repeat(200_001), 'has more than 200000 elements']
  ] as const) {
    const { outcomes, origin } = await auditSite(t, {
      '/': `${page}<script type="application/ld+json">${data}</script>`,
      '/s0/': unread,
      '/sitemap.xml': urlset('{origin}', 1),
      '/llms.txt': 'Corner Shop',
      '/index.md': markdown,
      '/s0.md': markdown,
      '/openapi.json': api('/profile.json', '/cut.json'),
      '/profile.json': profile,
      '/cut.json': '{"name":'
    })
    const omits = 'omits its facts. Expected them with status 200; found'
    const json = 'none: /cut.json returns 200 with invalid JSON (Unexpected end of JSON input).'
    t.match(outcomes, {
      'the operations of the API state the same facts': {
        reason: `API at ${origin}/cut.json ${omits} ${json}`
      },
      [`${same} the HTML`]: {
        reason: `HTML at ${origin}/s0/ ${omits} a page that ${problem}, which the audit does not read.`,
        fix: /^Make the site respond to each request/
      },
      [`${same} the JSON-LD`]: { status: 'pass' },
      [`${same} the Markdown`]: { status: 'pass' }
    })
  }
})

t.test('a fact is not missing if the pages of a sitemap, which may have it, cannot be read', async (t) => {
  const fail =
    (status: number): RequestListener =>
    (_request, response) =>
      void response.writeHead(status).end()
  const index = '<sitemapindex><loc>{origin}/s.xml</loc></sitemapindex>'
  for (const sitemap of [fail(404), fail(503), index, urlset('https://elsewhere.example', 1)]) {
    const { outcomes } = await auditSite(t, {
      '/': '<h1>Corner Shop</h1>',
      '/openapi.json': api('/profile.json'),
      '/profile.json': profile,
      '/sitemap.xml': sitemap
    })
    const note = '4 facts were compared. The audit did not read all pages of the sitemaps.'
    t.match(outcomes[`${same} the HTML`], { status: 'pass', note })
  }
})

t.test('a site whose home page has an obstacle cannot be audited, for one reason', async (t) => {
  for (const [status, location, message] of [
    [302, 'https://other.example/a', /redirects to https:\/\/other\.example\. Audit that URL\.$/],
    [302, '/en/', /redirects to "http:\/\/\S+\/en\/"\. Serve the home page at \/\.$/],
    [302, 'http://[', /redirects to "http:\/\/\["\. Serve the home page at \/\.$/],
    [503, '', /returns 503\. Start the server, or correct its proxy\.$/],
    [403, '', /returns 403\. Allow the user agent business-facts-audit\.$/]
  ] as const) {
    const { origin } = await serve(t, {
      '/': (_request, response) => void response.writeHead(status, { location }).end()
    })
    await t.rejects(audit(origin, { checks }), { message })
  }
})

t.test('a site whose paths look like another host makes the audit request only the site', async (t) => {
  const other = await serve(t, {})
  const { host } = new URL(other.origin)
  const places = [`//${host}/a`, `/\\${host}/a`, `/\t/${host}/a`]
  const { outcomes } = await auditSite(t, {
    '/': page,
    '/sitemap.xml': [...places, `@${host}/c`].map((path) => `<url><loc>{origin}${path}</loc></url>`).join(''),
    '/robots.txt': `Sitemap: {origin}//${host}/d.xml`,
    '/openapi.json': api(...places, `@${host}/b`, `http://${host}/b`)
  })
  t.same(other.requests, [])
  t.match(outcomes['the sitemaps list pages that exist on this site'], { status: 'fail' })
})

t.test('the OpenAPI document states which paths are examined', async (t) => {
  const get = { operationId: 'a' }
  const id = { name: 'id', in: 'path', schema: { enum: ['first', '$&'] } }
  const query = { name: 'q', in: 'query', required: true }
  const { origin } = await serve(t, {
    '/openapi.json': {
      servers: [{ url: '/base/' }],
      paths: {
        '/v1/a.json': { get },
        '/v1/b.json': { get },
        '/v1/posted.json': { post: get },
        '/v1/items/{id}.json': { get: { ...get, parameters: [{ $ref: '#/x' }, id] } },
        '/v2/unlisted/{name}.json': { get: { ...get, parameters: [{ name: 'name' }] } },
        '/v2/export.csv': { get: { responses: { 200: { content: { 'text/csv': {} } } } } },
        '/v2/find.json': { get: { parameters: [query] } },
        '/v2/a.json': { get }
      }
    }
  })
  const site = new AuditedSite(origin)
  const operations = ['/base/v1/a.json', '/base/v1/b.json', '/base/v1/items/first.json', '/base/v2/a.json']
  t.same(await site.readOperations(), operations)
  t.same((await site.readOperations(2))[3], '/base/v1/items/$&.json')
  t.same(
    await site.sampleOperations(),
    operations.filter((path) => path !== '/base/v1/b.json'),
    'one path per folder'
  )
})
