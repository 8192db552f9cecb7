import t from 'tap'
import { discover, page, pagesOf } from './discover.ts'

const mediaTypes = [
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/.well-known/llms.txt', 'text/plain; charset=utf-8'],
  ['/llms-full.txt', 'text/plain; charset=utf-8'],
  ['/sitemap-index.xml', 'application/xml; charset=utf-8'],
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/sitemap-1.xml', 'application/xml; charset=utf-8'],
  ['/sitemap.md', 'text/markdown; charset=utf-8'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/.well-known/api-catalog', 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'],
  ['/.well-known/agent-skills/index.json', 'application/json; charset=utf-8'],
  ['/.well-known/agent-skills/business-facts/SKILL.md', 'text/markdown; charset=utf-8'],
  ['/.well-known/ard.json', 'application/json; charset=utf-8'],
  ['/.well-known/ai-catalog.json', 'application/ai-catalog+json'],
  ['/.well-known/security.txt', 'text/plain; charset=utf-8']
] as const

t.test('every document', async (t) => {
  const app = await discover(t, pagesOf([page('/')], { '/': '# א\n' }))

  t.test('has its media type', async (t) => {
    for (const [url, mediaType] of mediaTypes) {
      const plain = await app.inject(url)
      t.equal(plain.statusCode, 200, url)
      t.match(plain.headers, {
        'content-type': mediaType,
        'cache-control': 'public, max-age=300',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Encoding',
        etag: /^"/
      })
    }
  })

  t.test('is identical at each of its paths', async (t) => {
    for (const [first, second] of [
      ['/llms.txt', '/.well-known/llms.txt'],
      ['/sitemap-index.xml', '/sitemap.xml']
    ] as const) {
      t.equal((await app.inject(first)).body, (await app.inject(second)).body)
    }
  })
})

t.test('a document is created once for concurrent requests', async (t) => {
  let count = 0
  const pages = pagesOf([])
  pages.listPages = async () => {
    count += 1
    return [page('/')]
  }
  const app = await discover(t, pages)
  count = 0
  await Promise.all(['/llms.txt', '/llms.txt', '/.well-known/llms.txt'].map((url) => app.inject(url)))
  t.equal(count, 1)
})
