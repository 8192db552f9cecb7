import t from 'tap'
import { loadLanguages } from '../../src/mcp/word-forms.ts'

// search.test.ts has the forms of words with accents, hyphens or Hebrew prefixes, and of numbers, and the stop words.
t.test('word forms', async (t) => {
  t.test('exist for every language, with or without a stemmer', async (t) => {
    const tags =
      'ar bg da de el en es fi fr ga hi hu hy id it lt nb ne nl nn no pt ro ru sa sr sv ta tr uk'.split(' ')
    t.same((await loadLanguages(tags, [])).readQuery('und'), [])
    for (const tag of tags) {
      const { listForms } = await loadLanguages([tag], [])
      t.match(listForms('words', tag), { spellings: ['words'], stems: [String] }, tag)
    }
    const { listForms } = await loadLanguages(['xx', 'not a tag'], [])
    for (const tag of ['xx', 'not a tag', 'another'])
      t.same(listForms('words', tag), { spellings: ['words'], stems: [] }, tag)
  })

  t.test('of a query end after eight words', async (t) => {
    const { readQuery } = await loadLanguages(['de', 'he'], [])
    t.match(readQuery('a1 a1 b2 c3 d4 e5 f6 g7 h8 i9').at(-1), { spellings: ['h8'] })
  })
})
