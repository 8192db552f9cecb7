import t from 'tap'
import { chooseMediaType } from '../../src/http/media-type.ts'
import table from '../../src/site/negotiation.json' with { type: 'json' }

t.test('the media type of a page', async (t) => {
  for (const { accept, answer } of table.cases) {
    t.equal(chooseMediaType(accept ?? undefined) ?? 406, answer, `${accept} is answered with ${answer}`)
  }
})
