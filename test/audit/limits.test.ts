import t from 'tap'
import { AuditedSite } from '../../src/audit/audited-site.ts'
import { formatText } from '../../src/audit/report.ts'
import { listen } from '../helper.ts'
import { auditFacts, describe, profile } from './other-site.ts'

const closed = { ...profile, opening_hours: [], special_hours: [] }
const page = '<h1>Corner Shop</h1><p>1 Corner, Town, *2700, hello@corner.example'
const ids = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`)

t.test(
  'a site above the limits of the audit › is compared in part, and the report lists the limits',
  async (t) => {
    const tool = (name: string, field: string, values: string[] = []) => ({
      name,
      inputSchema: { required: [field], properties: { [field]: values.length > 0 ? { enum: values } : {} } }
    })
    const tools = {
      tools: [tool('get', 'id', ids(9)), tool('search', 'query'), tool('fetch', 'id')],
      nextCursor: 'again'
    }
    const { report } = await auditFacts(
      t,
      {
        '/openapi.json': {
          paths: {
            ...describe('/profile.json', '/services.json').paths,
            '/{id}.json': { get: { parameters: [{ name: 'id', in: 'path', schema: { enum: ids(9) } }] } }
          }
        },
        '/profile.json': closed,
        '/services.json': {
          currency: 'GBP',
          examples: ids(9).map((id) => ({ id, name: `Service ${id}`, from_ils: 0 }))
        },
        '/s0.json': {},
        '/':
          page +
          ids(9)
            .map((id) => `<p>Service ${id}`)
            .join(''),
        '/sitemap.xml': ids(30)
          .map((id) => `<url><loc>{origin}/${id}/</loc></url>`)
          .join(''),
        '/mcp': ({ body }) => {
          const { method, params = {} } = JSON.parse(body)
          const structuredContent = params.name === 'fetch' ? { text: page } : { results: [{ id: 'a' }] }
          return { body: JSON.stringify({ result: method === 'tools/list' ? tools : { structuredContent } }) }
        }
      },
      { maxOperations: 3, maxFacts: 7, maxPages: 25, maxToolCalls: 4, maxSearches: 4 }
    )
    const facts = '7 facts were compared.'
    const limits =
      'The audit examined the first 3 of 11 operations of the API. The audit examined the first 7 of 14 facts.'
    t.match(
      report.results.map(({ outcome }) => outcome),
      [
        { status: 'pass', note: `${facts} ${limits}` },
        { status: 'pass', note: `${facts} ${limits} The audit examined the first 25 of 31 pages.` },
        {},
        {},
        {},
        { status: 'pass', note: / The audit examined the first 4 of 180 calls of tools\.$/ },
        { status: 'pass', note: / The audit examined the first 4 of 7 searches\.$/ }
      ]
    )
    t.match(formatText(report), `      ${facts} ${limits}\n`)
  }
)

t.test('pages that are large › are compared until their size is too much', async (t) => {
  const { report } = await auditFacts(
    t,
    {
      '/openapi.json': describe('/profile.json'),
      '/profile.json': closed,
      '/': '<h1>Corner Shop</h1>',
      '/sitemap.xml': ids(30)
        .map((id) => `<url><loc>{origin}/${id}/</loc></url>`)
        .join('')
    },
    { maxHtmlSize: 10 }
  )
  const note = /^\d facts were compared\. The audit examined the first 20 of 31 pages\.$/
  t.match(report.results[1]?.outcome, { status: 'pass', note }, 'a fact may be on a page that was not read')
})

t.test('a response that never ends › is not read to its end', async (t) => {
  const chunk = Buffer.alloc(100_000)
  const origin = await listen(t, (request, response) => {
    if (request.url !== '/endless') return response.end(chunk)
    response.on('drain', () => response.write(chunk))
    response.write(chunk)
  })
  const site = new AuditedSite(origin, 1, undefined, { maxResponseSize: 1_000_000, maxTotalSize: 1_500_000 })
  await t.rejects(site.get('/endless'), {
    message: '/endless has more than 1 MB, which the audit does not read.'
  })
  await site.get('/')
  await t.rejects(Promise.all(ids(9).map((id) => site.get(`/${id}`))), {
    message: /^The audit ended at \/s\d, because it had read 1\.5 MB\.$/
  })
})

t.test('a sitemap with elements that never end › is read at once', async (t) => {
  const origin = await listen(t, (request, response) => {
    response.end(request.url === '/sitemap.xml' ? '<url><loc>x'.repeat(1_000_000) : '')
  })
  t.same(await new AuditedSite(origin, 1).readSitemaps(), [])
})

t.test('sitemaps with too many URLs › are read in part', async (t) => {
  const urls = (count: number) => ids(count).map((id) => `<url><loc>/${id}</loc></url>`)
  const origin = await listen(t, (request, response) => {
    response.end(request.url === '/sitemap.xml' ? urls(30).join('') : '')
  })
  t.equal((await new AuditedSite(origin, 1, undefined, { maxUrls: 20 }).readSitemaps()).length, 20)
})
