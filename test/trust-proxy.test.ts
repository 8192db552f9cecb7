import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { readConfig } from '../src/config.ts'
import { baseUrl, build, listen } from './helper.ts'

// A client can forge the first entries. Each proxy appends the IP address of its peer.
const forwarded = '203.0.113.66, 198.51.100.9, 192.0.2.7'

/** Returns the IP address in the access log for a request through proxies. */
async function loggedAddress(t: Test, trustProxy: string): Promise<unknown> {
  const log = new PassThrough()
  const { trustProxy: trusted } = readConfig({ BASE_URL: baseUrl, TRUST_PROXY: trustProxy })
  const app = await build(t, { logger: pino(log) }, { accessLog: true, trustProxy: trusted })
  const url = await listen(t, app.routing)
  const line = once(log, 'data')
  await (await fetch(`${url}/api/v1/faq.json`, { headers: { 'x-forwarded-for': forwarded } })).text()
  return JSON.parse(String(await line)).ip
}

t.test('the logged client', async (t) => {
  t.test('cannot be forged behind one proxy', async (t) => {
    for (const hops of ['true', '1']) t.equal(await loggedAddress(t, hops), '192.0.2.7', hops)
  })

  t.test('is found behind the number of proxies in the setting', async (t) => {
    t.equal(await loggedAddress(t, '2'), '198.51.100.9')
  })

  t.test('is the last address that is not a listed proxy', async (t) => {
    t.equal(await loggedAddress(t, '127.0.0.1, 192.0.2.0/24'), '198.51.100.9')
  })

  t.test('is the address of the connection if that is not a listed proxy', async (t) => {
    for (const proxies of ['10.0.0.0/8,2001:db8::/32', 'false', '']) {
      t.equal(await loggedAddress(t, proxies), '127.0.0.1', proxies)
    }
  })
})
