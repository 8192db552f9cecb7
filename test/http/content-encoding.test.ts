import t from 'tap'
import { chooseEncoding, encode } from '../../src/http/content-encoding.ts'

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

  t.test('compresses a large body too, without keeping a larger buffer in memory', async (t) => {
    const large = Buffer.from('ליד '.repeat(50_000))
    // Small buffers are slices of a pool, whose size depends on the version of Node.js.
    const poolSize = Buffer.from('x').buffer.byteLength
    for (const encoding of ['br', 'gzip'] as const) {
      const compressed = await encode(large, encoding)
      t.ok(compressed.length < large.length / 50)
      t.ok([poolSize, compressed.length].includes(compressed.buffer.byteLength))
    }
  })
})
