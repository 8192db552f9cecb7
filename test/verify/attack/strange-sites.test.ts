import type { RequestListener } from 'node:http'
import t, { type Test } from 'tap'
import { audit } from '../../../src/audit/audit.ts'
import { checks } from '../../../src/audit/checks.ts'
import type { Limits } from '../../../src/audit/limits.ts'
import { listen } from '../../helper.ts'

type Answer = [status: number, headers: Record<string, string>, body: string | Buffer]
type Answers = Record<string, (origin: string) => Answer>

const words = 'Words of a page. '.repeat(30)
const html = (body: string | Buffer, type = 'text/html; charset=utf-8'): Answer => [
  200,
  { 'content-type': type },
  body
]
const text = (body: string): Answer => html(body, 'text/plain')
const redirect = (location: string): Answer => [302, { location }, '']
const page = html(`<h1>Shop</h1><p>${words}`)

/** Serves the answers by their paths, and 404 for others. Closes the connection for other paths if it has no 404. */
const serve =
  (answers: Answers, hasOthers = true): RequestListener =>
  (request, response) => {
    const answer = answers[`${request.url}`]
    if (answer === undefined && !hasOthers) return request.socket.destroy()
    const [status, headers, body] = answer?.(`http://${request.headers.host}`) ?? [404, {}, '']
    response.writeHead(status, headers).end(body)
  }

/** Audits a site, and returns the outcome of each check by its name. */
async function auditSite(t: Test, listener: RequestListener, limits: Partial<Limits> = {}) {
  const origin = await listen(t, listener)
  const { results } = await audit(origin, { checks, sampleSize: 20, limits })
  return {
    origin,
    outcomes: Object.fromEntries(results.map(({ check, outcome }) => [check.name, outcome]))
  }
}

const isAllowed = 'robots.txt lets AI crawlers read the pages, llms.txt and the API'
const hasJsonLd = 'every page has structured data as JSON-LD'
const isFound = 'every page returns 200 without a redirect'
const pass = { status: 'pass' }
const skip = (reason: string) => ({ status: 'not applicable', reason })

t.test('a site of other software › is audited for the features that it has', async (t) => {
  const graph = '[{"@type":"WebPage","dateModified":"2026-10-02","breadcrumb":{"@type":"BreadcrumbList"}}]'
  const jsonLd = `<script type="application/ld+json">{"@graph":${graph}}</script>`
  const { outcomes } = await auditSite(
    t,
    serve({
      '/': () => redirect('/de/'),
      '/de/': (origin) => html(`<link rel=canonical href="${origin}/de/">${jsonLd}<h1>Shop</h1><p>${words}`),
      '/%d7%a9/': (origin) =>
        html(`<link rel=canonical href="${origin}/ש/">${jsonLd}<h1>Shop</h1><p>${words}`),
      '/list.pdf': () => html('%PDF', 'application/pdf'),
      '/gone/': () => [404, {}, ''],
      '/robots.txt': (origin) =>
        text(`\ufeff  User-Agent : *\r\nDisallow: /admin/\r\nSitemap: ${origin}/index.xml\r\n`),
      '/.well-known/ard.json': (origin) => {
        const entry = { identifier: 'urn:air:a.example:skill:x', displayName: 'X', type: 'text/markdown' }
        const urls = [`${origin}/de/`, 'https://elsewhere.example/x']
        const entries = [{ ...entry, data: '# X' }, ...urls.map((url) => ({ ...entry, url }))]
        return html(JSON.stringify({ entries }), 'application/json')
      },
      '/sitemap.xml': () => redirect('/index.xml'),
      '/index.xml': (origin) =>
        html(
          `<urlset>${['/de/', '/%d7%a9/', '/list.pdf', '/gone/'].map((path) => `<url><loc><![CDATA[${origin}${path}]]></loc><lastmod>2026-10</lastmod></url>`).join('')}</urlset>`,
          'text/xml'
        )
    })
  )
  t.match(outcomes, {
    'robots.txt exists and is plain text': pass,
    [isAllowed]: pass,
    'sitemap.xml is XML and lists pages or sitemaps': pass,
    'every URL in the sitemaps is on this site': pass,
    'every page in the sitemaps has a lastmod that is not in the future': pass,
    [isFound]: { reason: '/gone/ returns 404.' },
    'every page is served as HTML to browsers': pass,
    'every page has its own canonical URL on this site': pass,
    'every page below the home page has a breadcrumb': pass,
    [hasJsonLd]: pass,
    'the ARD manifest lists resources for agents, each with a URL or its document': pass,
    'both forms of every page send Vary: Accept': skip('No page is served as Markdown.'),
    'every link in the API catalog works': skip('The site has no API catalog.'),
    'every API operation returns JSON to any origin': skip('The site has no /openapi.json.'),
    'the opening hours have the dates from today on': skip('The API has no opening hours.'),
    'unknown API paths return a JSON error': skip('The site has no /openapi.json.'),
    'the API documentation links to the OpenAPI document': skip('The site has no page /developers/.')
  })
})

t.test('a robots.txt that forbids everything › is understood in any form', async (t) => {
  for (const robots of [
    '\ufeffUser-agent: *\nDisallow: /',
    '  user-agent : *\n\tdisallow : / # all',
    'User-agent: GPTBot/1.2\nSitemap: /x\nUser-agent: other\nDisallow: /*'
  ]) {
    const { outcomes } = await auditSite(t, serve({ '/': () => page, '/robots.txt': () => text(robots) }))
    t.match(outcomes[isAllowed], { reason: / may not fetch \/\. There are \d+ more problems\.$/ }, robots)
  }
})

t.test('a site whose home page leads nowhere › cannot be audited, for one reason', async (t) => {
  for (const [answers, message] of [
    [
      { '/': () => redirect('/') },
      /redirects more than 3 times; the last redirect is to \/\. Correct the redirects\.$/
    ],
    [{ '/': () => redirect('http://[') }, /redirects to "http:\/\/\[", which is not a URL\. Correct /],
    [
      { '/': () => redirect('/login'), '/login': () => html('<input type="password">') },
      /redirects to \/login, which asks for a password\. Audit a public site\.$/
    ]
  ] satisfies [Answers, RegExp][]) {
    await t.rejects(auditSite(t, serve(answers)), { message })
  }
  const { outcomes } = await auditSite(t, serve({}))
  t.match(outcomes[isFound], { reason: '/ returns 404.' })
  t.match(outcomes[hasJsonLd], skip('No page returns 200.'))
  t.match(
    outcomes['no page has more than 50,000 characters of text or 1 MB of HTML'],
    skip('No page returns 200.')
  )
})

t.test(
  'a firewall that closes connections for most paths › does not make the site unreachable',
  async (t) => {
    const { origin, outcomes } = await auditSite(t, serve({ '/': () => page }, false))
    t.match(outcomes[isFound], pass)
    t.match(outcomes['llms.txt exists and is plain text'], {
      reason: `Cannot reach ${origin}/llms.txt (UND_ERR_SOCKET).`
    })
  }
)

t.test('a page in another encoding › is read in it', async (t) => {
  const shalom = Buffer.from([0xf9, 0xec, 0xe5, 0xed])
  const isRead = (start: string, type: string) =>
    auditSite(t, serve({ '/': () => html(Buffer.concat([Buffer.from(start), shalom]), type) }))
  const code = '<meta charset="windows-1255"><pre><code>'
  const name = 'every code block declares its language'
  const found = { reason: '/ has a code block without a language: "שלום…".' }
  t.match((await isRead(code, 'text/html')).outcomes[name], found)
  t.match((await isRead('<pre><code>', 'text/html; charset=windows-1255')).outcomes[name], found)
  t.match((await isRead('<pre><code>', 'text/html; charset=none')).outcomes[name], { status: 'fail' })
})

t.test('hostile documents › do not keep the audit from ending', { timeout: 60_000 }, async (t) => {
  const { outcomes } = await auditSite(
    t,
    serve({
      '/': () => html(`<body><nav>x</nav><NAV>y</nav>/llms.txt<style>${'<nav '.repeat(100_000)}`),
      '/robots.txt': () =>
        text(`User-agent: *\nDisallow: /${'*a'.repeat(40)}b\nDisallow: /${'*'.repeat(300)}z$\n`),
      '/llms.txt': () => text(`# x\n${'['.repeat(100_000)}${'[a](/b) '.repeat(625_000)}`),
      '/llms-full.txt': () => text('<!--'.repeat(100_000)),
      '/.well-known/agent-card.json': () =>
        html('['.repeat(100_000) + ']'.repeat(100_000), 'application/json'),
      '/.well-known/mcp/server-card.json': () =>
        html(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'application/json'),
      '/sitemap.md': () => text('['.repeat(100_000)),
      '/sitemap.xml': () => html(`<urlset><url><loc>${' '.repeat(9900)}</url>`, 'text/xml'),
      '/openapi.json': () => html(JSON.stringify({ paths: { [`/${'a'.repeat(3000)}`]: { get: {} } } })),
      '/.well-known/ard.json': () => html(JSON.stringify({ entries: Array(400_000).fill({}) }))
    })
  )
  t.match(outcomes, {
    [isAllowed]: pass,
    'llms.txt has one H1, a summary and sections of links': { status: 'fail' },
    'the ARD manifest lists resources for agents, each with a URL or its document': {
      reason: "/.well-known/ard.json#/entries/0 must have required property 'identifier'."
    }
  })
})

t.test('a page with elements too deep in each other › is not read', async (t) => {
  const { outcomes } = await auditSite(t, serve({ '/': () => html('<div>'.repeat(5002)) }))
  t.match(outcomes[hasJsonLd], {
    reason: '/ nests elements more than 5000 deep, which the audit does not read.'
  })
})

t.test('a page with too many elements › is not read', async (t) => {
  const { outcomes } = await auditSite(t, serve({ '/': () => html('<a>x</a>'.repeat(200_001)) }))
  t.match(outcomes[hasJsonLd], {
    reason: '/ has more than 200000 elements, which the audit does not read.'
  })
})

t.test('a check that found nothing to examine › is not applicable, and says why', async (t) => {
  const { outcomes } = await auditSite(t, serve({ '/': () => page }))
  const reasons = {
    'every page is small enough to have Markdown': 'No page is served as Markdown.',
    'every relation in a Link header is registered': 'No page or operation has a Link header.',
    'every link in the Link header of the home page works and has its declared type':
      'The home page has no Link header.',
    'the structured data of every page has the date of its last change': 'No page has JSON-LD.',
    'every page below the home page has a breadcrumb': 'No page has JSON-LD.',
    'text is compressed if Accept-Encoding allows it':
      'None of /, /index.md, /openapi.json, /llms.txt, /sitemap.xml, /robots.txt returns 200 with 1000 bytes.'
  }
  for (const [name, reason] of Object.entries(reasons)) {
    t.match(outcomes[name], { status: 'not applicable', reason }, name)
  }
})

t.test('a home page in the folder of a language › needs no breadcrumb, and is a sample', async (t) => {
  const data = '<script type="application/ld+json">{"@type": "Store"}</script>'
  const dialog = '<dialog><form><input type="password"></form></dialog>'
  const listed = (origin: string) =>
    html(`<urlset><url><loc>${origin}/en/about</loc></url></urlset>`, 'text/xml')
  const { outcomes } = await auditSite(
    t,
    serve({
      '/': () => redirect('/en/'),
      '/en/': () => html(`<h1>Shop</h1><p>${words}${dialog}${data}`),
      '/en/about': () => html(`<h1>About</h1><p>${words}${data}`),
      '/sitemap.xml': listed
    })
  )
  t.match(outcomes, {
    'every page below the home page has a breadcrumb': { reason: '/en/about has no BreadcrumbList.' },
    'If-None-Match with a current ETag gets 304': { reason: /^\/en\/ has no ETag\./ }
  })
})

t.test('pages with too many tags › are examined in part, which the report says', async (t) => {
  const { outcomes } = await auditSite(
    t,
    serve({
      '/': () => page,
      '/sitemap.xml': (origin) =>
        html(
          `<urlset>${['/a', '/b', '/c'].map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}`,
          'text/xml'
        ),
      '/a': () => page
    }),
    { maxTags: 2 }
  )
  t.match(outcomes['no page has more than 50,000 characters of text or 1 MB of HTML'], {
    reason: 'The audit examined the first 2 of 4 pages of the sample.'
  })
})

t.test(
  'a site with incomplete or invalid documents for agents › fails each check with the reason',
  async (t) => {
    const index = {
      $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
      skills: [
        { name: 'x', type: 'skill-md', description: 'x', url: '/x.md', digest: `sha256:${'0'.repeat(64)}` }
      ]
    }
    const markdown = html('# Shop', 'text/markdown')
    const { outcomes } = await auditSite(
      t,
      serve({
        '/': () => html('<link rel=canonical href="http://["><h1>Shop', 'text/markdown'),
        '/index.md': () => markdown,
        '/developers/': () => [403, {}, ''],
        '/.well-known/agent-skills/index.json': () => html(JSON.stringify(index), 'application/json'),
        '/robots.txt': (origin) => text(`User-agent: *\nSitemap: ${origin}/pages.xml`),
        '/pages.xml': (origin) => html(`<urlset><url><loc>${origin}/</loc></url></urlset>`, 'text/xml')
      })
    )
    t.match(outcomes, {
      'both forms of every page send Vary: Accept': { reason: /^\/ sends no Vary as text\/markdown\./ },
      'the Markdown of every page has a Link header with its canonical URL': {
        reason: '/ has no Link header.'
      },
      'every page has its own canonical URL on this site': { reason: '/ has the canonical URL "http://[".' },
      'the API documentation links to the OpenAPI document': { reason: '/developers/ returns 403.' },
      'every skill has the digest that the index of skills states': { reason: '/x.md returns 404.' },
      'sitemap.xml is XML and lists pages or sitemaps': pass
    })
  }
)

t.test('a sitemap that is too large › fails the checks that read it', async (t) => {
  const { outcomes } = await auditSite(
    t,
    serve({ '/': () => page, '/sitemap.xml': () => html('x'.repeat(6000), 'text/xml') }),
    { maxResponseSize: 5000 }
  )
  t.match(outcomes[isFound], {
    reason: '/sitemap.xml has more than 0.005 MB, which the audit does not read.'
  })
})

t.test('a site whose paths look like another host › makes the audit request only the site', async (t) => {
  const requested: (string | undefined)[] = []
  const other = new URL(
    await listen(t, (request, response) => {
      requested.push(request.url)
      response.end()
    })
  ).host
  const places = [`//${other}/a`, `/\\${other}/a`, `/\t/${other}/a`]
  const operations = [...places, `@${other}/b`, `http://${other}/b`, `//${other}/{id}`]
  const id = { in: 'path', name: 'id', schema: { enum: ['b'] } }
  const { outcomes } = await auditSite(
    t,
    serve({
      '/': (origin) => redirect(`${origin}//${other}/home`),
      [`//${other}/home`]: (origin) => html(`<link rel=canonical href="${origin}//${other}/home">${words}`),
      '/sitemap.xml': (origin) =>
        html(
          `<urlset>${[...places.map((path) => origin + path), `mailto:@${other}/c`].map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`,
          'text/xml'
        ),
      '/robots.txt': (origin) => text(`User-agent: *\nSitemap: ${origin}//${other}/d.xml`),
      '/openapi.json': () =>
        html(
          JSON.stringify({
            paths: Object.fromEntries(operations.map((path) => [path, { get: { parameters: [id] } }]))
          }),
          'application/json'
        )
    })
  )
  t.same(requested, [])
  t.match(outcomes[isFound], { reason: `//${other}/a returns 404. There is 1 more problem.` })
})
