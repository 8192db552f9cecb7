import t from 'tap'
import { crawlers } from '../../src/base/crawlers.ts'
import { baseUrl, facts } from '../helper.ts'
import { discover, page, pagesOf } from './discover.ts'

const pages = pagesOf([page('/')])

t.test('robots.txt allows everything to all crawlers, and lists AI crawlers by name', async (t) => {
  const body = await (await discover(pages)).read('/robots.txt')
  const groups = body.split('\n\n').slice(1, -1)
  const names = groups.map((group) => group.match(/^User-agent: (.*)/)?.[1])
  t.strictSame(names, ['*', ...crawlers, 'Google-Extended', 'Applebot-Extended'])
  t.equal(new Set(names).size, names.length)
  for (const group of groups)
    t.match(group, /\nContent-Signal: search=yes, ai-input=yes, ai-train=yes\nAllow: \/$/)
  t.ok(body.endsWith(`\n\nSitemap: ${baseUrl}/sitemap-index.xml\n`))
  // Validators know no others. RFC 9309 has the first two, and section 2.2.4 the third as an example of others.
  const fields = new Set(body.match(/^[\w-]+(?=:)/gm))
  t.same(fields, new Set(['User-agent', 'Allow', 'Sitemap', 'Content-Signal']))
})

t.test('security.txt has the email, the languages and a date of expiry that changes each day', async (t) => {
  let time = new Date('2026-11-20T23:59:00Z')
  const { read } = await discover(pages, { now: () => time })
  const path = '/.well-known/security.txt'
  const lines = [
    'Contact: mailto:shalom@nahat.example',
    'Expires: 2027-11-15T00:00:00Z',
    'Preferred-Languages: he, en',
    `Canonical: ${baseUrl}/.well-known/security.txt`
  ]
  t.equal(await read(path), `${lines.join('\n')}\n`)
  time = new Date('2026-11-21T00:00:00Z')
  t.match(await read(path), 'Expires: 2027-11-16T00:00:00Z')
})

t.test('security.txt has the contact page or the site, and the language of the FAQ, instead', async (t) => {
  const business = await facts()
  const { languages: _, ...profile } = business.profile
  const { email: __, ...contactPage } = profile.contact
  for (const [contact, path] of [
    [contactPage, '/contact/'],
    [{}, '/']
  ] as const) {
    const { read } = await discover(pages, { business: { ...business, profile: { ...profile, contact } } })
    const body = await read('/.well-known/security.txt')
    t.match(body, `Contact: ${baseUrl}${path}\n`)
    t.match(body, 'Preferred-Languages: he\n')
  }
})

const locations = (body: string) => Array.from(body.matchAll(/<loc>(.*?)<\/loc>/g), ([, url]) => url)
const times = (body: string) => Array.from(body.matchAll(/<lastmod>(.*?)<\/lastmod>/g), ([, time]) => time)

t.test('the sitemap lists every page with its modification time', async (t) => {
  const pages = [
    page('/', { modified: new Date('2026-03-01T10:00:00Z') }),
    page("/a&b's/", { modified: new Date('2026-04-01T10:00:00Z') }),
    page('/מחירון/', { modified: new Date('2026-02-01T10:00:00Z') })
  ]
  const { read } = await discover(pagesOf(pages))
  const body = await read('/sitemap-1.xml')
  t.match(
    body,
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">/
  )
  t.same(locations(body), [`${baseUrl}/`, `${baseUrl}/a&amp;b&apos;s/`, `${baseUrl}${encodeURI('/מחירון/')}`])
  t.same(times(body), ['2026-03-01T10:00:00.000Z', '2026-04-01T10:00:00.000Z', '2026-02-01T10:00:00.000Z'])
  const index = await read('/sitemap-index.xml')
  t.same(locations(index), [`${baseUrl}/sitemap-1.xml`])
  t.same(times(index), ['2026-04-01T10:00:00.000Z'])
  t.equal(await read('/sitemap-2.xml'), '')
})

t.test('the Markdown sitemap lists every page with its modification date and its Markdown', async (t) => {
  const { read } = await discover(pagesOf([page('/'), page('/מחירון/')]))
  const body = await read('/sitemap.md')
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
  const large = await discover(pagesOf([page('/')]), { business: { ...business, catalog } })
  t.notMatch(await large.read('/sitemap.md'), '/services/s0.json')
})
