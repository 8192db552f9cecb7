import t from 'tap'
import { chooseMediaType } from '../../src/http/media-type.ts'
import table from '../../src/site/negotiation.json' with { type: 'json' }

t.test('the media type of a page', async (t) => {
  for (const { accept, answer } of table.cases) {
    t.equal(chooseMediaType(accept ?? undefined) ?? 406, answer, `Accept ${accept} gets ${answer}`)
  }

  t.test('is the default if Accept is longer than 1 KB', async (t) => {
    const filler = 'text/x, '.repeat(200)
    t.equal(chooseMediaType(`${filler}text/markdown`), 'text/html')
    t.equal(chooseMediaType(`${filler.slice(0, 800)}text/markdown`), 'text/markdown')
  })
})
