import t from 'tap'
import { discover, page, pagesOf } from './discover.ts'

t.test('every document', async (t) => {
  const app = await discover(t, pagesOf([page('/')], { '/': '# א\n' }))

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
