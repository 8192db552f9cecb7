import t from 'tap'
import { chooseEncoding, encode } from '../../src/http/content-encoding.ts'

const choices: [accept: string | undefined, coding: string | undefined][] = [
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

t.test('the content coding', async (t) => {
  for (const [accept, coding] of choices) {
    t.equal(chooseEncoding(accept), coding, `${accept} is answered with ${coding}`)
  }

  t.test('is identity if Accept-Encoding is longer than 1 KB', async (t) => {
    t.equal(chooseEncoding(`br${', x'.repeat(500)}`), 'identity')
  })

  t.test('is right for any number of different headers', async (t) => {
    const headers = Array.from({ length: 500 }, (_, index) => `gzip, x-${index}`)
    t.ok(headers.every((header) => chooseEncoding(header) === 'gzip'))
  })

  t.test('makes a large body smaller too, with memory of its own', async (t) => {
    const large = Buffer.from('ליד '.repeat(50_000))
    // Small buffers are parts of a pool, whose size is another in each Node.js.
    const pool = Buffer.from('x').buffer.byteLength
    for (const coding of ['br', 'gzip'] as const) {
      const packed = await encode(large, coding)
      t.ok(packed.length < large.length / 50)
      t.ok([pool, packed.length].includes(packed.buffer.byteLength))
    }
  })
})
