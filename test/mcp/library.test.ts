import t from 'tap'
import { openLibrary } from '../../src/mcp/library.ts'
import { buildSearch } from '../../src/mcp/search.ts'
import { contextWith } from './context.ts'

t.test('search reads raised digits and tags of a page as no part of its words', async (t) => {
  const markdown = '€12<sup>50</sup> H<sub>2</sub>O <strong>Gir</strong>affe'
  const { openIndex } = openLibrary(await contextWith(['/page/'], () => markdown))
  const { search } = await openIndex()
  const isFound = (query: string) => search(query, 5).results.some(({ id }) => id === 'pages/page/')
  for (const query of ['12', '50', 'giraffe']) t.ok(isFound(query), query)
  for (const query of ['1250', 'sup', 'strong']) t.notOk(isFound(query), query)
})

t.test('the word index', async (t) => {
  const indexOf = async (texts: string[]) => {
    const documents = texts.map((keywords, number) => ({
      ...{ id: `${number}`, title: '', url: '', language: 'xx', labels: '', keywords }
    }))
    const { search } = await buildSearch(documents, async () => {})
    return (query: string) => search(query, Number.POSITIVE_INFINITY).results.map(({ id }) => Number(id))
  }

  // search.test.ts has unknown words, of which one letter may differ, and the length of a beginning.
  t.test('finds a known word and those that begin with it, but no similar one', async (t) => {
    t.same((await indexOf(['giraffe', 'giraffes', 'gixaffe', 'giaffe']))('giraffe'), [0, 1])
  })

  t.test('contains the first 100,000 different words', async (t) => {
    const words = Array.from({ length: 100_001 }, (_, number) => `w${number}x`)
    const texts = Array.from({ length: 101 }, (_, part) =>
      words.slice(part * 1000, part * 1000 + 1000).join(' ')
    )
    const search = await indexOf(texts)
    t.ok(search('w99999x').includes(99))
    t.notOk(search('w100000x').includes(100))
  })

  t.test('contains the first 20,000 characters of a text', async (t) => {
    const search = await indexOf([`${'long '.repeat(4000)}late`])
    t.same(search('long'), [0])
    t.same(search('late'), [])
  })

  t.test('scores at most 10,000 postings and 50 similar words per word', async (t) => {
    const common = Array.from({ length: 12_000 }, () => 'common commons')
    t.equal((await indexOf(common))('common').length, 10_000)
    const similar = Array.from({ length: 200 }, (_, number) => `similar${number}`)
    t.equal((await indexOf(similar))('similar').length, 50)
  })
})
