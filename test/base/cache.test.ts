import t from 'tap'
import { Cache, memoise } from '../../src/base/cache.ts'

t.test('a cache', async (t) => {
  t.test('stays within its size limit and evicts unused entries first', async (t) => {
    const cache = new Cache(3000)
    for (const key of ['a', 'b', 'c']) cache.set(key, { size: 999 })
    t.equal(cache.size, 3000, 'with its keys')
    t.ok(cache.get('a'))
    cache.set('d', { size: 999 })
    t.equal(cache.size, 3000)
    t.ok(cache.get('a'), 'used')
    t.notOk(cache.get('b'), 'not used')
    t.ok(cache.get('c') && cache.get('d'))
  })

  t.test('counts only the newest item of a key', async (t) => {
    const cache = new Cache(3000)
    for (const size of [999, 1499]) cache.set('a', { size })
    t.equal(cache.size, 1500)
    t.notOk(cache.isHalfFull)
    cache.set('b', { size: 1 })
    t.ok(cache.isHalfFull)
    cache.clear()
    t.equal(cache.size, 0)
  })

  t.test('does not evict entries for an item larger than the cache', async (t) => {
    const cache = new Cache(500)
    cache.set('a', { size: 400 })
    cache.set('b', { size: 1000 })
    t.ok(cache.get('a'))
    t.notOk(cache.get('b'))
  })
})

t.test('a memoised function reads a text once, and again after more texts than it caches', async (t) => {
  const texts: string[] = []
  const measure = memoise((text: string) => {
    texts.push(text)
    return text.length
  }, 2)
  for (const text of ['a', 'a', 'b', 'c', 'a']) t.equal(measure(text), 1)
  t.same(texts, ['a', 'b', 'c', 'a'])
})
