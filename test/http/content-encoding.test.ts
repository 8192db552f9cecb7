import t from 'tap'
import { encode } from '../../src/http/represent.ts'

t.test(
  'a content encoding compresses a large body too, without keeping a larger buffer in memory',
  async (t) => {
    const large = Buffer.from('ליד '.repeat(50_000))
    // Small buffers are slices of a pool, whose size depends on the version of Node.js.
    const poolSize = Buffer.from('x').buffer.byteLength
    for (const encoding of ['br', 'gzip'] as const) {
      const compressed = await encode(large, encoding)
      t.ok(compressed.length < large.length / 50)
      t.ok([poolSize, compressed.length].includes(compressed.buffer.byteLength))
    }
  }
)
