import t from 'tap'
import { chooseEncoding } from '../../src/http/negotiation.ts'

// test/contract/api.ts has those that clients send.
const choices: [accept: string, encoding: string | undefined][] = [
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['identity;q=0', undefined],
  ['identity;q=0, *', 'br'],
  ['br;q=0, *', 'gzip'],
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
  for (const [accept, encoding] of choices) t.equal(chooseEncoding(accept), encoding, accept)
  t.equal(chooseEncoding(`br${', x'.repeat(500)}`), 'identity', 'more than 1 KB is not parsed')
})
