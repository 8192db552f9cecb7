import t from 'tap'
import { formatMarkdown, formatText } from '../../src/audit/report.ts'
import { auditFacts, describe, profile } from './other-site.ts'

const home = `<title>Corner Shop</title><h1>Corner Shop</h1><p>1 Corner, Town
  <p>Since 1984, 2999-99-99, 1 July 2999 10:00–11:00 <a name=x>*2700</a> <a href="mailto:x">Hello@corner.example</a>
  <ul><li>Mon – Fri 9 am – 5 p.m.<li>Sat: 6 pm to 12:00 am<li>Sunday we rest</ul>
  <p>Fair: 1 – 3 June 2999<table><tr><td>Key<td>2<td>£4.50</table><h2>Cut</h2><p>£7</p><p>x</p><h2>More</h2><p>£9</p>`

t.test('a site of other software with pages of its own', async (t) => {
  t.test(
    'passes if its pages have the facts, and is not asked for surfaces that it does not have',
    async (t) => {
      const { api, html, jsonLd, markdown, llmsFull, tools, search } = await auditFacts(t, {
        '/openapi.json': describe('/api/v3/profile.json', '/api/v3/services.json', '/list'),
        '/api/v3/profile.json': profile,
        '/api/v3/services.json': {
          currency: 'GBP',
          tax: { included: true },
          language: 'not a language',
          examples: [
            { id: 'key', name: 'Key', from_ils: 5, price: { amount: '4.50' } },
            { id: 'cut', name: 'Cut', from_ils: 7 },
            { name: 'more', from_ils: 0 }
          ]
        },
        '/list': ['no facts'],
        '/': home.replace('<h2>More', '<h2>more')
      })
      t.match({ api, html }, { api: { note: '12 facts were compared.' }, html: { status: 'pass' } })
      t.match(
        [jsonLd, markdown, llmsFull, tools, search],
        [
          { reason: 'JSON-LD is not served.' },
          { reason: 'Markdown is not served.' },
          { reason: 'llms-full.txt is not served.' },
          { reason: 'MCP is not served.' },
          { reason: 'The MCP server has no tools search and fetch.' }
        ]
      )
    }
  )

  t.test(
    'reports one line if no page has any fact of a kind, and says which responses are old',
    async (t) => {
      const { report, html, markdown } = await auditFacts(t, {
        '/openapi.json': describe('/api/v3/profile.json', '/api/v3/services.json'),
        '/api/v3/profile.json': () => ({
          headers: { 'last-modified': 'Sun, 22 Nov 2026 10:00:00 GMT' },
          body: JSON.stringify({ ...profile, opening_hours: [], special_hours: [] })
        }),
        '/api/v3/services.json': {
          currency: 'GBP',
          categories: [{ id: 'all', name: 'All', url: '{origin}/gone/', focused_scope_from_ils: 3 }],
          examples: Array.from({ length: 22 }, (_, index) => ({
            id: `s${index}`,
            name: `Service ${index}`,
            from_ils: 10 + index,
            ...(index === 0 && { url: 'https://elsewhere.example/' })
          }))
        },
        '/': ({ accept }) => ({
          headers: { 'content-type': accept, 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT' },
          body:
            accept === 'text/markdown'
              ? Array.from({ length: 22 }, (_, index) => `- Service ${index}\n\n  £9`).join('\n')
              : '<h1>Corner Shop</h1><a name=x>Call</a><a href="tel:*2700">us</a><p>hello@corner.example, 1 Corner, Town'
        }),
        '/sitemap.xml': '<urlset><url><loc>{origin}/moved/</loc></url></urlset>',
        '/moved/': () => ({ status: 301, headers: { location: '/more/' } }),
        '/more/': () => ({ status: 301, headers: { location: 'https://elsewhere.example/' } })
      })
      const age = '(the response is dated 2026-11-21T10:00:00.000Z, and the API 2026-11-22T10:00:00.000Z)'
      t.same(html, [
        'missing /gone/: the category "All", status 404',
        `stale /: every one of the 22 services, nothing ${age}`
      ])
      t.match(markdown, { length: 26, 25: `stale /: the service "Service 21", 9 next to the name ${age}` })
      t.match(formatText(report), '6 more facts differ: --json lists them all.')
      t.match(formatMarkdown(report), '**Failed**')
    }
  )

  t.test('has phone numbers in letters, with an extension and with #, and their links', async (t) => {
    const numbers = ['1-800-FLOWERS', '+1 512 555 0142 ext. 12', '#123']
    const phones = numbers.map((number) => ({ label: number, number }))
    const auditPage = async (body: string) => {
      const { html } = await auditFacts(t, {
        '/openapi.json': describe('/profile.json'),
        '/profile.json': { name: 'Corner Shop', contact: { phones }, address: { locality: 'Town' } },
        '/': `<h1>Corner Shop</h1>Town ${body}`
      })
      return html
    }
    const links = ['+18003569377', '+15125550142', '%23123'].map((key) => `<a href="tel:${key}">Call</a>`)
    t.match(await auditPage(links.join(' ')), { status: 'pass' })
    t.match(await auditPage(`<p>${numbers.join('<p>')}`), { status: 'pass' }, 'without links')
    t.match(await auditPage(links.slice(1).join(' ')), { length: 1 })
  })

  t.test('may state facts in JSON-LD on some pages, in any form of schema.org', async (t) => {
    const node = (value: object) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
    const { jsonLd } = await auditFacts(t, {
      '/openapi.json': describe('/profile.json', '/services.json', '/faq.json'),
      '/profile.json': { ...profile, special_hours: [] },
      '/services.json': {
        currency: 'GBP',
        examples: [
          { id: 'key', name: 'Key', price: { amount: '4.50' } },
          { id: 'cut', name: 'Cut', from_ils: 7 },
          { id: 'free', name: 'Free', from_ils: 0 },
          { id: 'own', name: 'Own', from_ils: 8, url: '{origin}/own/' }
        ]
      },
      '/faq.json': { categories: [{ items: [{ question: 'Why?', answer: 'Because.' }] }] },
      '/own/': '<h1>Own</h1>£8',
      '/mcp': { result: {} },
      '/': [
        node({
          '@type': 'Store',
          name: 'Corner Shop',
          telephone: '2700',
          email: 'old@corner.example',
          address: { streetAddress: '2 Corner', addressLocality: 'Town' },
          openingHoursSpecification: {
            dayOfWeek: 'https://schema.org/Monday',
            opens: '09:00:00',
            closes: '17:00:00'
          }
        }),
        node([
          { '@type': 'Offer', price: 4.5, itemOffered: { name: 'Key' } },
          { name: 'Cut', offers: {} },
          { name: 'Free' },
          { '@type': 'Person', email: 'someone@corner.example', telephone: '1' },
          { '@type': 'Place', address: { addressLocality: 'Elsewhere' } },
          { '@type': 'PostalAddress', addressLocality: 'Elsewhere' },
          { '@type': 'Place', openingHoursSpecification: [] },
          { '@type': 'Question', name: 'Why?', acceptedAnswer: { text: '<p>Because.</p>' } }
        ]),
        '<script type="application/ld+json">{</script>'
      ].join('')
    })
    t.match(jsonLd, [
      'different /: the email, old@corner.example',
      'different /: the address, 2 Corner, Town',
      'different /: the opening hours, tuesday closed',
      'missing /: the service "Cut", nothing'
    ])
  })

  t.test('may have an MCP server with sessions, streams and other tools', async (t) => {
    const sessions = new Set<string>()
    const closed = { ...profile, opening_hours: [], special_hours: [] }
    const results: Record<string, object> = {
      'tools/list': {
        tools: [
          { name: 'shop', inputSchema: {} },
          { name: 'broken', inputSchema: { required: [] } },
          { name: 'lost', inputSchema: {} },
          { name: 'order', inputSchema: {}, annotations: { readOnlyHint: false } }
        ],
        nextCursor: 'more'
      },
      more: {
        tools: [
          { name: 'book', inputSchema: { required: ['date'] } },
          { name: 'pick', inputSchema: { required: ['id'] } },
          { name: 'search', inputSchema: { required: ['query'], properties: { query: {} } } },
          { name: 'fetch', inputSchema: { required: ['id'], properties: { id: {} } } }
        ]
      },
      shop: { content: [{ type: 'text', text: JSON.stringify({ ...closed, name: 'Other' }) }] },
      broken: { isError: true, content: [{ type: 'text', text: 'Out of order' }] },
      search: { content: [{ type: 'text', text: '{"results":[{"id":"a"},{"id":"b"}]}' }] },
      priced: { structuredContent: { text: '{"id":"p","name":"P","price":{"amount":"4"}}' } },
      fetch: { structuredContent: { text: '# Corner Shop\n\n*2700, hello@corner.example, 1 Corner, Town' } }
    }
    const { tools, search } = await auditFacts(t, {
      '/openapi.json': describe('/profile.json', '/pricing.json'),
      '/profile.json': closed,
      '/pricing.json': { currency: 'GBP', packages: [{ id: 'p', name: 'P', one_time_ils: 3 }] },
      '/': '',
      '/mcp': ({ body }) => {
        const { method, params = {} } = JSON.parse(body)
        sessions.add(params.name ?? method)
        const headers = { 'mcp-session-id': 'abc' }
        const key = params.cursor ?? (params.arguments?.id === 'b' ? 'priced' : (params.name ?? method))
        const answer =
          key === 'lost'
            ? { error: { code: -32602, message: 'No such tool' } }
            : { result: results[key] ?? {} }
        // An event may have several lines, and others may come before it.
        const data = JSON.stringify(answer, null, 1).replaceAll('\n', '\r\ndata:')
        const progress = JSON.stringify({ method: 'notifications/message', params: { level: 'info' } })
        return {
          headers,
          body: `: open\r\n\r\ndata: ${progress}\r\n\r\nevent: message\r\ndata: ${data}\r\n\r\n`
        }
      }
    })
    t.notOk(sessions.has('order'), 'a tool that changes something is not called')
    t.ok(sessions.has('notifications/initialized'))
    t.same(tools, [
      'missing /mcp (broken): its facts, the error "Out of order"',
      'missing /mcp (lost): its facts, the error "No such tool"',
      'different /mcp (shop): the name, Other'
    ])
    t.match(search, ['different /mcp (fetch b): the package "P", "P" from 4 GBP'])
  })

  t.test('has no facts to compare without an API', async (t) => {
    const { api, html } = await auditFacts(t, { '/': '' })
    t.match(
      [api, html],
      [
        { reason: '/openapi.json returns 404, so the audit has no facts to compare.' },
        { reason: 'The API has no facts to compare.' }
      ]
    )
  })
})
