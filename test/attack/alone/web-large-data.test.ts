import t from 'tap'
import { send } from '../../../harness/exchange.ts'
import { largeData } from '../large-data.ts'
import { costOf, startLimited, twoRounds } from '../limited-server.ts'

const maxLoopMs = 100

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

t.test('every document costs little with the maximum data', async (t) => {
  const server = await startLimited(t, { dataDir: largeData(t) })
  const costsLittle = async (stage: string) => {
    for (const encoding of encodings) {
      for (const path of paths) {
        const cost = await costOf(server, () =>
          send(server.port, { path, headers: { 'accept-encoding': encoding } })
        )
        t.ok(cost <= maxLoopMs, `${stage}, ${path} in ${encoding}: ${Math.round(cost)} ms of the event loop`)
      }
    }
  }
  // The response cache fills during the first round.
  await costsLittle('before')
  await twoRounds(t, server, async () => {
    await costsLittle('first')
    const reloaded = server.logged('reloaded')
    const prepared = server.logged('prepared')
    server.signal('SIGHUP')
    await reloaded
    await prepared
    await costsLittle('after a reload')
  })
})
