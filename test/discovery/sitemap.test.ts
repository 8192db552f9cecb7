import t from 'tap'
import { baseUrl, facts } from '../helper.ts'
import { discover, page, pagesOf } from './discover.ts'

const locations = (body: string) => Array.from(body.matchAll(/<loc>(.*?)<\/loc>/g), ([, url]) => url)
const times = (body: string) => Array.from(body.matchAll(/<lastmod>(.*?)<\/lastmod>/g), ([, time]) => time)

t.test('the sitemap lists every page with its modification time', async (t) => {
  const pages = [
    page('/', { modified: new Date('2026-03-01T10:00:00Z') }),
    page("/a&b's/", { modified: new Date('2026-04-01T10:00:00Z') }),
    page('/מחירון/', { modified: new Date('2026-02-01T10:00:00Z') })
  ]
  const app = await discover(t, pagesOf(pages))
  const { body } = await app.inject('/sitemap-1.xml')
  t.match(
    body,
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">/
  )
  t.same(locations(body), [`${baseUrl}/`, `${baseUrl}/a&amp;b&apos;s/`, `${baseUrl}${encodeURI('/מחירון/')}`])
  t.same(times(body), ['2026-03-01T10:00:00.000Z', '2026-04-01T10:00:00.000Z', '2026-02-01T10:00:00.000Z'])
  const index = await app.inject('/sitemap-index.xml')
  t.same(locations(index.body), [`${baseUrl}/sitemap-1.xml`])
  t.same(times(index.body), ['2026-04-01T10:00:00.000Z'])
  t.equal((await app.inject('/sitemap-2.xml')).statusCode, 404)
})

t.test('the Markdown sitemap lists every page with its modification date and its Markdown', async (t) => {
  const app = await discover(t, pagesOf([page('/'), page('/מחירון/')]))
  const { body } = await app.inject('/sitemap.md')
  t.match(body, /^# Sitemap\n\n## /)
  t.match(body, `- [Title of /](${baseUrl}/): changed 2026-01-02; as Markdown: <${baseUrl}/index.md>\n`)
  t.match(body, `(${baseUrl}${encodeURI('/מחירון/')})`)
  const business = await facts()
  t.match(body, `- [List the services](${baseUrl}/api/v1/services.json): JSON\n`)
  const [example] = business.catalog.services
  t.match(body, `(${baseUrl}/api/v1/services/${example?.id}.json): JSON\n`)
  const examples = Array.from({ length: 101 }, (_, index) => ({
    ...{ id: `s${index}`, name: `Service ${index}`, price: { kind: 'fixed' as const, amount: '1' } },
    url: `https://business.example/services/s${index}/`
  }))
  const catalog = { ...business.catalog, services: examples }
  const large = await discover(t, pagesOf([page('/')]), { business: { ...business, catalog } })
  t.notMatch((await large.inject('/sitemap.md')).body, '/services/s0.json')
})
