import { t } from 'tap'
import { memoise } from '../../src/base/cache.ts'

t.test('a memoised function', async (t) => {
  const texts: string[] = []
  const measure = memoise((text) => {
    texts.push(text)
    return text.length
  }, 2)

  t.test('reads a text once', async (t) => {
    t.same([measure('a'), measure('a')], [1, 1])
    t.same(texts.splice(0), ['a'])
  })

  t.test('reads a text again after more different texts than it caches', async (t) => {
    for (const text of ['b', 'c', 'a']) measure(text)
    t.same(texts.splice(0), ['b', 'c', 'a'])
  })
})
