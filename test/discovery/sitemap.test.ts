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
})

t.test('each sitemap lists at most 50,000 URLs', async (t) => {
  const pages = Array.from({ length: 100_001 }, (_, index) =>
    page(`/${index}/`, { modified: new Date(Date.UTC(2020, 0, 1, 0, 0, index)) })
  )
  const app = await discover(t, pagesOf(pages))
  const { body } = await app.inject('/sitemap.xml')
  t.same(
    locations(body),
    [1, 2, 3].map((number) => `${baseUrl}/sitemap-${number}.xml`)
  )
  t.same(times(body), ['2020-01-01T13:53:19.000Z', '2020-01-02T03:46:39.000Z', '2020-01-02T03:46:40.000Z'])
  for (const [path, count] of [
    ['/sitemap-1.xml', 50_000],
    ['/sitemap-2.xml', 50_000],
    ['/sitemap-3.xml', 1]
  ] as const) {
    t.equal(locations((await app.inject(path)).body).length, count)
  }
  t.equal((await app.inject('/sitemap-4.xml')).statusCode, 404)
})

t.test('the Markdown sitemap lists every page with its modification date and its Markdown', async (t) => {
  const app = await discover(t, pagesOf([page('/'), page('/מחירון/')]))
  const { body } = await app.inject('/sitemap.md')
  t.match(body, /^# Sitemap\n\n## /)
  t.match(body, `- [Title of /](${baseUrl}/): changed 2026-01-02; as Markdown: <${baseUrl}/index.md>\n`)
  t.match(body, `(${baseUrl}${encodeURI('/מחירון/')})`)
  const business = await facts()
  t.match(body, `- [List the services](${baseUrl}/api/v1/services.json): JSON\n`)
  const [example] = business.services.examples
  t.match(body, `(${baseUrl}/api/v1/services/${example?.id}.json): JSON\n`)
  const examples = Array.from({ length: 101 }, (_, index) => ({
    ...{ id: `s${index}`, name: `Service ${index}`, from_ils: 1 }
  }))
  const services = { ...business.services, examples }
  const large = await discover(t, pagesOf([page('/')]), { business: { ...business, services } })
  t.notMatch((await large.inject('/sitemap.md')).body, '/services/s0.json')
})
