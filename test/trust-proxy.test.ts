import t, { type Test } from 'tap'
import { readConfig } from '../src/config.ts'
import { build, collectLog, facts } from './helper.ts'

// A client can forge the first entries. Each proxy appends the IP address of its peer.
const forwarded = '203.0.113.66, 198.51.100.9, 192.0.2.7'

/** Returns the IP address in the access log for a request through proxies. */
async function loggedAddress(t: Test, TRUST_PROXY: string): Promise<unknown> {
  const { logger, lines } = collectLog()
  const { trustProxy } = readConfig({ TRUST_PROXY })
  const business = await facts('test/fixtures/minimal')
  const app = await build(t, { business, logger }, { accessLog: true, trustProxy })
  await app.inject({ url: '/api/v1/faq.json', headers: { 'x-forwarded-for': forwarded } })
  return lines[0]?.ip
}

t.test('the logged client', async (t) => {
  for (const [name, trustProxy, address] of [
    ['cannot be forged behind one proxy', '1', '192.0.2.7'],
    ['is found behind the number of proxies in the setting', '2', '198.51.100.9'],
    ['is the last address that is not a listed proxy', '127.0.0.1, 192.0.2.0/24', '198.51.100.9'],
    ['is the address of the connection if it is not a listed proxy', '10.0.0.0/8,2001:db8::/32', '127.0.0.1'],
    ['is the address of the connection without proxies', 'false', '127.0.0.1']
  ] as const)
    t.test(name, async (t) => t.equal(await loggedAddress(t, trustProxy), address))
})
