import t from 'tap'
import { operations } from '../../src/business/operations.ts'
import { openLibrary } from '../../src/mcp/library.ts'
import { createPace } from '../../src/mcp/pace.ts'
import { WordIndexBuilder } from '../../src/mcp/word-index.ts'
import { baseUrl, facts } from '../helper.ts'

/** A library with this many pages, each of which tells that it is read. */
async function libraryOf(pageCount: number, onRead: (path: string) => void) {
  const page = { title: 'Page', description: 'A page.', language: 'en', modified: new Date(0) }
  const entries = Array.from({ length: pageCount }, (_, index) => {
    const path = `/page-${index}/`
    return { ...page, path, markdownPath: `/page-${index}.md` }
  })
  return openLibrary({
    business: await facts(),
    baseUrl,
    operations,
    prefix: '/api/v1',
    version: '1.0.0',
    hasFile: () => false,
    pages: {
      entries: async () => entries,
      markdown: async (path) => {
        onRead(path)
        return 'giraffe'
      }
    }
  })
}

t.test('the library', async (t) => {
  t.test('builds its index once, in the background or for the first search', async (t) => {
    let reads = 0
    const library = await libraryOf(10, () => {
      reads += 1
    })
    await Promise.all([library.warmUp(), library.search('giraffe', 5), library.warmUp()])
    t.equal((await library.search('giraffe', 50)).results.length, 10)
    t.equal(reads, 10)
  })

  t.test('stops building its index when it is closed, unless a request waits for it', async (t) => {
    for (const [waits, expected] of [
      [false, 3],
      [true, 10]
    ] as const) {
      let reads = 0
      const library = await libraryOf(10, () => {
        reads += 1
        if (reads === 3) library.close()
      })
      const [, found] = await Promise.all([
        library.warmUp(),
        waits ? library.search('giraffe', 50) : undefined
      ])
      t.equal(reads, expected)
      if (waits) t.equal(found?.results.length, 10)
    }
  })

  t.test('drops its index when it is closed, and still answers who asks', async (t) => {
    let reads = 0
    const library = await libraryOf(1, () => {
      reads += 1
    })
    await library.warmUp()
    library.close()
    t.equal((await library.search('giraffe', 5)).results.length, 1)
    t.equal(reads, 2)
  })
})

t.test('the index of words', async (t) => {
  const indexOf = (texts: string[]) => {
    const builder = new WordIndexBuilder(texts.length)
    for (const [number, text] of texts.entries()) builder.add(number, 'keywords', text)
    return builder.build()
  }

  t.test('finds a word, its beginning, and a word with one letter more, less or another', async (t) => {
    const index = indexOf(['giraffe', 'giraffes', 'gixaffe', 'giaffe', 'elephant', ''])
    t.same(index.search(['giraffe'], 10).toSorted(), [0, 1, 2, 3])
    t.same(index.search(['giraffe'], 2), [0, 1])
    t.same(index.search(['gir'], 10).toSorted(), [0, 1])
    t.same(index.search(['gi'], 10), [])
    t.same(index.search(['zebra'], 10), [])
    t.same(index.search([], 10), [])
  })

  t.test('lists the best first, and no document that has less than half of the words', async (t) => {
    const index = indexOf(['one', 'one two', 'one two three', 'four', 'two three'])
    t.same(index.search(['one', 'two', 'three', 'four'], 10), [2, 4, 1])
    t.same(index.search(['one', 'two', 'three', 'four'], 1), [2])
  })

  t.test('has 60,000 different words at most, those that came first', async (t) => {
    const words = Array.from({ length: 60_001 }, (_, number) => `w${number}x`)
    const texts = Array.from({ length: 61 }, (_, part) =>
      words.slice(part * 1000, part * 1000 + 1000).join(' ')
    )
    const index = indexOf(texts)
    t.ok(index.search(['w59999x'], 61).includes(59))
    t.notOk(index.search(['w60000x'], 61).includes(60))
  })

  t.test('takes the first 20,000 characters of a text', async (t) => {
    const index = indexOf([`${'long '.repeat(4000)}late`])
    t.same(index.search(['long'], 10), [0])
    t.same(index.search(['late'], 10), [])
  })

  t.test('looks at 10,000 places of a word and of words like it', async (t) => {
    const common = Array.from({ length: 12_000 }, () => 'common commons')
    t.equal(indexOf(common).search(['common'], 12_000).length, 10_000)
    const similar = Array.from({ length: 200 }, (_, number) => `similar${number}`)
    t.equal(indexOf(similar).search(['similar'], 200).length, 50)
  })
})

t.test('long work lets other work run when it has taken 10 ms', async (t) => {
  const pace = createPace()
  let hasRun = false
  setImmediate(() => {
    hasRun = true
  })
  await pace()
  t.notOk(hasRun)
  for (const until = performance.now() + 15; performance.now() < until; ) await undefined
  await pace()
  t.ok(hasRun)
})
