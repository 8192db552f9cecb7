import t, { type Test } from 'tap'
import { type Reply, send } from '../../../../harness/exchange.ts'
import { baseUrl } from '../../../helper.ts'
import { measure } from '../../measured.ts'
import { largeData, maxServices } from '../large-data.ts'
import {
  assertCosts,
  costOf,
  type LimitedServer,
  longestBlockOf,
  peakDuring,
  startLimited,
  twoRounds
} from '../limited-server.ts'
import { callTool, complete, getPrompt, initialize, post, rpc } from '../messages.ts'

const last = `service-${maxServices - 1}`
const encodings = ['identity', 'gzip', 'br']
// Every kind of document.
const paths = [
  ...['/', '/services/', '/services/service-500/', '/pricing/', '/faq/', '/contact/', '/for-ai/'],
  ...['/developers/', '/services.md', '/services/service-1500.md', '/faq.md', '/for-ai.md', '/none/'],
  ...['/api/v1/services.json', `/api/v1/services/${last}.json`, '/api/v1/services/none.json'],
  ...['/openapi.json', '/sitemap-index.xml', '/sitemap-1.xml', '/sitemap.md', '/llms.txt', '/llms-full.txt'],
  ...['/.well-known/ai-catalog.json', '/.well-known/agent-skills/index.json', '/.well-known/mcp'],
  '/mcp/server-card'
]

const search = (words: string[]) => callTool('search', { query: words.join(' ').slice(0, 300), limit: 50 })
const readResource = (path: string) => rpc('resources/read', { uri: baseUrl + path })

/** Returns the messages by name. The words of the searches are the names of two services. */
async function createMessages(port: number): Promise<Record<string, object>> {
  const read = async (id: string): Promise<string> =>
    JSON.parse((await send(port, { path: `/api/v1/services/${id}.json` })).body).summary
  const words = `${await read('service-7')} ${await read('service-8')}`.split(' ')
  return {
    'a question of 300 characters': search(words),
    'the shortest words': search(words.toSorted((a, b) => a.length - b.length)),
    'prefixes of words': search(words.map((word) => word.slice(0, 3))),
    'single letters': search([...'abcdefghijklmnopqrstuvwxyz']),
    'words that are similar to many others': search([...'abcdefghij'].map((letter) => `aaaa${letter}`)),
    'one word': search(words.slice(0, 1)),
    'the first message': initialize({ name: 'a', version: '1' }),
    'the tools': rpc('tools/list'),
    'the resources': rpc('resources/list'),
    'the last resources': rpc('resources/list', { cursor: '4000' }),
    'the last service as a resource': readResource(`/api/v1/services/${last}.json`),
    'all services as a resource': readResource('/api/v1/services.json'),
    'the page of a service': readResource(`/services/${last}.md`),
    'a missing resource': readResource('/api/v1/services/nope.json'),
    'the templates': rpc('resources/templates/list'),
    'all services': callTool('list_services'),
    'the last service': callTool('get_service', { id: last }),
    'a missing service': callTool('get_service', { id: 'nope' }),
    'the last document': callTool('fetch', { id: `services/${last}` }),
    'a missing document': callTool('fetch', { id: 'nope' }),
    'the prompts': rpc('prompts/list'),
    'a prompt': getPrompt({ need: 'x', topic: last }),
    'a prompt without its topic': getPrompt({ need: 'x', topic: 'x' }),
    'a completion': complete({ name: 'id', value: 'service' }),
    'a completion of a prompt': rpc('completion/complete', {
      ref: { type: 'ref/prompt', name: 'first_message' },
      argument: { name: 'topic', value: 'service' }
    })
  }
}

type Add = (name: string, cost: number) => void

/** Repeats a request while the server is overloaded, as it can be on a busy machine. Returns the status. */
async function retry(request: () => Promise<Reply>): Promise<number | undefined> {
  let { status } = await request()
  while (status === 503) status = (await request()).status
  return status
}

async function measureMessages(t: Test, server: LimitedServer, add: Add) {
  const { port } = server
  // The search first, because the first one makes the index. Another message loads the SDK before it.
  await post(port, rpc('ping'))
  add('the first search', await longestBlockOf(server, () => post(port, search(['first']))))
  for (const [name, message] of Object.entries(await createMessages(port))) {
    const ask = async () => t.equal(await retry(() => post(port, message)), 200, name)
    add(name, await costOf(server, ask))
  }
}

/** Measures every document and message. None is in the response cache after a start or a reload. */
async function measureAll(t: Test, server: LimitedServer, add: Add) {
  for (const encoding of encodings)
    for (const path of paths) {
      const request = { path, headers: { 'accept-encoding': encoding } }
      const ask = async () =>
        t.equal(await retry(() => send(server.port, request)), /none/.test(path) ? 404 : 200, path)
      add(`${path} in ${encoding}`, await costOf(server, ask))
    }
  await measureMessages(t, server, add)
}

t.test('with the maximum data, the first response takes little time of the event loop', async (t) => {
  const dataDir = largeData(t)
  await assertCosts(t, (add) =>
    t.test('after a start', async (t) => measureAll(t, await startLimited(t, { DATA_DIR: dataDir }), add))
  )
})

t.test('with the maximum data, a reload and the responses during and after it take little', async (t) => {
  const server = await startLimited(t, { DATA_DIR: largeData(t) })
  const requestAll = () => measureAll(t, server, () => {})
  const peak = await peakDuring(server, async () => {
    await requestAll()
    await twoRounds(t, server, async () => {
      await Promise.all([server.reload(), requestAll()])
      await requestAll()
    })
  })
  t.ok(peak > 0)
  measure(t, 'peak of memory without files', peak, 220, 'MB')
  await assertCosts(t, async (add) => {
    add('a reload', await longestBlockOf(server, server.reload))
    await measureAll(t, server, add)
  })
})

t.test('with words that are similar to each other, each message takes little time too', async (t) => {
  const dataDir = largeData(t, 'similar')
  await assertCosts(t, (add) =>
    t.test('after a start', async (t) => {
      const server = await startLimited(t, { DATA_DIR: dataDir })
      await measureMessages(t, server, add)
      t.ok(server.isUp(), `peak of memory: ${server.peakMb()} MB`)
      t.same(server.lines(), [], 'no failure is logged')
    })
  )
})
