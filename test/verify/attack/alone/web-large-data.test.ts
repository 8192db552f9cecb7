import t from 'tap'
import { send } from '../../../../harness/exchange.ts'
import { largeData } from '../large-data.ts'
import { Costs, type LimitedServer, startLimited, twoRounds } from '../limited-server.ts'

// Every kind of document except MCP, which has its own test.
const paths = [
  ...[
    '/',
    '/services/',
    '/services/service-500/',
    '/pricing/',
    '/faq/',
    '/contact/',
    '/for-ai/',
    '/developers/'
  ],
  ...['/services.md', '/services/service-1500.md', '/faq.md', '/for-ai.md'],
  ...[
    '/api/v1/services.json',
    '/api/v1/services/service-1999.json',
    '/api/v1/services/none.json',
    '/openapi.json'
  ],
  ...['/sitemap-index.xml', '/sitemap-1.xml', '/sitemap.md', '/llms.txt', '/llms-full.txt'],
  ...['/.well-known/ai-catalog.json', '/.well-known/agent-skills/index.json', '/none/']
]
const encodings = ['identity', 'gzip', 'br']

/** Measures every document. None is in the response cache after a start or a reload. */
async function measure(server: LimitedServer, costs: Costs) {
  for (const encoding of encodings) {
    for (const path of paths) {
      const headers = { 'accept-encoding': encoding }
      await costs.measure(server, `${path} in ${encoding}`, () => send(server.port, { path, headers }))
    }
  }
}

async function reload(server: LimitedServer) {
  const reloaded = server.logged('reloaded')
  const prepared = server.logged('prepared')
  server.signal('SIGHUP')
  await reloaded
  await prepared
}

t.test('with the maximum data, every document is created within the limit of event-loop time', async (t) => {
  const dataDir = largeData(t)

  t.test('as the first request for it', async (t) => {
    const costs = new Costs()
    await costs.repeat(() =>
      t.test('after a start', async (t) => measure(await startLimited(t, { dataDir }), costs))
    )
    costs.assert(t)
  })

  t.test('after a reload', async (t) => {
    const server = await startLimited(t, { dataDir })
    const costs = new Costs()
    const attack = async () => {
      await reload(server)
      await measure(server, costs)
    }
    await twoRounds(t, server, attack)
    await costs.repeat(attack)
    costs.assert(t)
  })
})
