import t from 'tap'
import { baseUrl, build } from '../helper.ts'
import { folder } from '../site/folder.ts'

const commonLinks = [
  '</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"',
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</developers/>; rel="service-doc"; type="text/html"',
  '<https://creativecommons.org/licenses/by/4.0/>; rel="license"',
  '</llms.txt>; rel="describedby"; type="text/plain"',
  '</.well-known/ard.json>; rel="ard"; type="application/json"',
  '</sitemap-index.xml>; rel="sitemap"; type="application/xml"'
]

t.test('every page has a Link header with its canonical URL and the resources for agents', async (t) => {
  const app = await build(t)
  for (const path of ['/', '/services/leads/', '/for-ai/', '/developers/']) {
    const { headers, body } = await app.inject(path)
    t.match(body, '<p hidden><a href="/llms.txt">')
    t.match(body, '<link rel="ard" href="/.well-known/ard.json" type="application/json"')
    const links = String(headers.link).split(', ')
    for (const link of [`<${baseUrl}${path}>; rel="canonical"`, ...commonLinks])
      t.ok(links.includes(link), path)
  }
  t.notMatch((await app.inject('/nothing')).headers.link, /canonical/)
})

t.test('custom pages have the same Link header', async (t) => {
  const siteDir = folder(t, { 'index.html': '<h1>a</h1>', 'מחירון/index.html': '<h1>b</h1>' })
  const app = await build(t, {}, { siteDir })
  const { headers } = await app.inject(encodeURI('/מחירון/'))
  t.match(headers.link, `<${baseUrl}${encodeURI('/מחירון/')}>; rel="canonical"`)
  t.match(headers.link, commonLinks[0])
})

t.test('the OpenAPI document is served at every path where clients look for it', async (t) => {
  const app = await build(t)
  const { body } = await app.inject('/openapi.json')
  for (const url of ['/api/openapi.json', '/.well-known/openapi.json']) {
    const response = await app.inject(url)
    t.equal(response.body, body)
    t.match(response.headers.link, `<${baseUrl}/openapi.json>; rel="canonical"`)
  }
})

t.test('a path below /.well-known/ that does not exist is 404', async (t) => {
  const app = await build(t)
  for (const url of ['/.well-known/', '/.well-known/nothing', '/.well-known/oauth-authorization-server']) {
    t.equal((await app.inject(url)).statusCode, 404, url)
  }
})
