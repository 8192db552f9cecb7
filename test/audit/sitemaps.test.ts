import t from 'tap'
import { audit } from '../../src/audit/audit.ts'
import { robots } from '../../src/audit/checks/robots.ts'
import { sitemaps } from '../../src/audit/checks/sitemaps.ts'
import { listen } from '../helper.ts'

const name = 'every page that the home page links to is in a sitemap'

t.test(`${name}, unless the page asks not to be`, async (t) => {
  const pages: Record<string, string> = {
    '/draft/': '<META NAME="Robots" CONTENT="NOINDEX">',
    '/moved/': '<meta http-equiv="Refresh" content="0; url=/">',
    '/copy/': '<link rel="canonical" href="/listed/">',
    '/header/': '<h1>Header</h1>',
    '/google/': '<meta name="googlebot" content="none">',
    '/preview/': '<meta name="robots" content="max-image-preview:none">',
    '/listed/': '<h1>Listed</h1>',
    '/forgotten/': '<link rel="canonical" href="/forgotten/">'
  }
  const links = [...Object.keys(pages), '/missing/', '/file.html'].map((path) => `<a href="${path}">x</a>`)
  const origin = await listen(t, ({ url = '' }, response) => {
    if (url === '/header/') response.setHeader('x-robots-tag', 'googlebot: noindex')
    if (url === '/sitemap.xml') {
      response.end(`<urlset><url><loc>http://${response.req.headers.host}/listed/</loc></url></urlset>`)
    } else {
      const body = url === '/' ? links.join('') : pages[url]
      response.statusCode = body === undefined ? 404 : 200
      response.end(body ?? '<meta name="robots" content="noindex">')
    }
  })
  const checks = sitemaps.filter((check) => check.name === name)
  const { results } = await audit(origin, { checks, sampleSize: 1 })
  t.match(results, [
    { outcome: { status: 'fail', reason: '/preview/ is not in a sitemap. There are 2 more problems.' } }
  ])
})

t.test('robots.txt without the URL of a sitemap lists none', async (t) => {
  const origin = await listen(t, ({ url }, response) => {
    response.setHeader('content-type', 'text/plain')
    response.end(url === '/robots.txt' ? 'Sitemap:\nUser-agent: *\n' : '')
  })
  const checks = robots.filter((check) => check.name === 'robots.txt lists a sitemap on this site')
  const { results } = await audit(origin, { checks, sampleSize: 1 })
  t.match(results, [{ outcome: { status: 'fail', reason: '/robots.txt has no Sitemap line.' } }])
})
