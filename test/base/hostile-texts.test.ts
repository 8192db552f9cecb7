import t from 'tap'
import { shorten } from '../../src/base/text.ts'
import { findWarnings } from '../../src/business/checks/warnings.ts'
import { findEnglishWords } from '../../src/business/words.ts'
import { chooseEncoding, chooseMediaType } from '../../src/http/negotiation.ts'
import { keepUnbroken } from '../../src/site/render.tsx'

const run = (text: string, count = 150_000) => text.repeat(count)

// A pattern that looks back at each character would not return while the test waits.
t.test('a long text of one character or word has a result', async (t) => {
  t.same(findWarnings({ 'faq.json': `א ${run('!')}a` }), [])
  t.equal(shorten(`${run(' ')}a bc`, 150_003), `${run(' ')}a…`)
  t.type(findEnglishWords(run('aA'), run('aA')), Object)
  for (const text of [run('<'), run('<pre ', 50_000)]) t.equal(keepUnbroken(text), text)
  for (const text of ['a/b;q=0.', ',', ' ', ';', '*/*,', 'text/html; ', '"', '\t;']) {
    const header = run(text, 16_000 / text.length)
    t.ok([chooseMediaType(header), chooseEncoding(header)], text)
  }
})
