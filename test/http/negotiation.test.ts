import t from 'tap'
import {
  chooseEncoding,
  chooseMediaType,
  failsPrecondition,
  isNotModified
} from '../../src/http/negotiation.ts'

t.test('the media type of a page is the default only if Accept is longer than 1 KB', async (t) => {
  const filler = 'text/x, '.repeat(200)
  t.equal(chooseMediaType(`${filler}text/markdown`), 'text/html')
  t.equal(chooseMediaType(`${filler.slice(0, 800)}text/markdown`), 'text/markdown')
})

const choices: [accept: string | undefined, encoding: string | undefined][] = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['deflate', 'identity'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['identity', 'identity'],
  ['identity;q=0', undefined],
  ['identity;q=0, *', 'br'],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0.5,gzip;q=0.5', 'br'],
  ['gzip;q=0.5, identity', 'identity'],
  ['br ; q = 0.5 , gzip;q=0.001', 'br'],
  ['br;q=2, gzip;q=x, deflate', 'identity'],
  ['br;q=0.1234', 'identity'],
  ['br;q=1.000', 'br'],
  [',,', 'identity'],
  ['gzip;q=0, gzip', 'identity']
]

t.test('the content encoding', async (t) => {
  for (const [accept, encoding] of choices) {
    t.equal(chooseEncoding(accept), encoding, `Accept-Encoding ${accept} selects ${encoding}`)
  }

  t.test('is identity if Accept-Encoding is longer than 1 KB', async (t) => {
    t.equal(chooseEncoding(`br${', x'.repeat(500)}`), 'identity')
  })

  t.test('is correct after more different headers than the memoised function caches', async (t) => {
    const headers = Array.from({ length: 500 }, (_, index) => `gzip, x-${index}`)
    t.ok(headers.every((header) => chooseEncoding(header) === 'gzip'))
  })
})

t.test('a weak ETag', async (t) => {
  const response = { etag: 'W/"a"' }

  t.test('matches If-None-Match with the same tag, weak or strong', async (t) => {
    for (const tags of ['W/"a"', '"a"', '"b", W/"a"'])
      t.ok(isNotModified({ 'if-none-match': tags }, response), tags)
    t.notOk(isNotModified({ 'if-none-match': 'W/"b"' }, response))
    t.ok(isNotModified({ 'if-none-match': 'W/"a"' }, { ...response, etag: '"a"' }))
  })

  t.test('matches no If-Match except *', async (t) => {
    for (const tags of ['W/"a"', '"a"']) t.ok(failsPrecondition({ 'if-match': tags }, response), tags)
    t.notOk(failsPrecondition({ 'if-match': '*' }, response))
  })
})
