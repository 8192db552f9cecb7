import t from 'tap'
import { send } from '../../../harness/exchange.ts'
import { baseUrl } from '../../helper.ts'
import { largeData, maxServices, type Words } from '../large-data.ts'
import { costOf, health, type LimitedServer, startLimited } from '../limited-server.ts'
import { post, rpc } from '../post.ts'

const maxCostMs = 100
const kinds: Words[] = ['natural', 'similar']

const callTool = (name: string, args: object = {}) => rpc('tools/call', { name, arguments: args })
const search = (query: string) => callTool('search', { query: query.slice(0, 300), limit: 50 })
const last = `service-${maxServices - 1}`
const completion = (ref: object, name: string) =>
  rpc('completion/complete', { ref, argument: { name, value: 'service' } })

/** Returns the maximum CPU time of the event loop between two responses of /healthz while a request is in flight. */
async function measureLongestBlock(server: LimitedServer, request: () => Promise<unknown>): Promise<number> {
  let isDone = false
  const response = request().finally(() => {
    isDone = true
  })
  let longest = 0
  await health(server.port)
  let before = server.loopMs()
  while (!isDone) {
    await health(server.port)
    const now = server.loopMs()
    longest = Math.max(longest, now - before)
    before = now
  }
  await response
  return longest
}

for (const kind of kinds) {
  t.test(`MCP with the maximum data, of ${kind} words`, async (t) => {
    const dataDir = largeData(t, kind)
    const server = await startLimited(t, { dataDir })
    const { port } = server
    await post(port, rpc('ping'))
    const read = async (id: string): Promise<string> =>
      JSON.parse((await send(port, { path: `/api/v1/services/${id}.json` })).body).summary
    const words = [await read('service-7'), await read('service-8')].join(' ').split(' ')
    const short = words.toSorted((a, b) => a.length - b.length)

    const messages: [name: string, message: object][] = [
      ['a question of 300 characters', search(words.join(' '))],
      ['the shortest words', search(short.join(' '))],
      ['prefixes of words', search(words.map((word) => word.slice(0, 3)).join(' '))],
      ['single letters', search([...'abcdefghijklmnopqrstuvwxyz'].join(' '))],
      [
        'words that are similar to many others',
        search('aaaa aaaab aaaac aaaad aaaae aaaaf aaaag aaaah aaaai aaaaj')
      ],
      ['one word', search(words[0] ?? '')],
      ['the tools', rpc('tools/list')],
      ['the resources', rpc('resources/list')],
      ['the last resources', rpc('resources/list', { cursor: '4000' })],
      [
        'the last service as a resource',
        rpc('resources/read', { uri: `${baseUrl}/api/v1/services/${last}.json` })
      ],
      ['all services as a resource', rpc('resources/read', { uri: `${baseUrl}/api/v1/services.json` })],
      ['the page of a service', rpc('resources/read', { uri: `${baseUrl}/services/${last}.md` })],
      ['a missing resource', rpc('resources/read', { uri: `${baseUrl}/api/v1/services/nope.json` })],
      ['the templates', rpc('resources/templates/list')],
      ['all services', callTool('list_services')],
      ['the last service', callTool('get_service', { id: last })],
      ['a missing service', callTool('get_service', { id: 'nope' })],
      ['the last document', callTool('fetch', { id: `services/${last}` })],
      ['the prompts', rpc('prompts/list')],
      ['a prompt', rpc('prompts/get', { name: 'first_message', arguments: { need: 'x', topic: last } })],
      [
        'a prompt without its topic',
        rpc('prompts/get', { name: 'first_message', arguments: { need: 'x', topic: 'x' } })
      ],
      [
        'a completion',
        completion({ type: 'ref/resource', uri: `${baseUrl}/api/v1/services/{id}.json` }, 'id')
      ],
      ['a completion of a prompt', completion({ type: 'ref/prompt', name: 'first_message' }, 'topic')]
    ]
    const costsLittle = async () => {
      const blockMs = await measureLongestBlock(server, () => post(port, search('first')))
      t.ok(blockMs < maxCostMs, `the first search blocks the event loop for ${blockMs} ms`)
      for (const [name, message] of messages) {
        const cost = await costOf(server, async () => {
          t.equal((await post(port, message)).status, 200)
        })
        t.ok(cost < maxCostMs, `${name}: ${cost} ms`)
      }
      for (const path of ['/.well-known/mcp', '/mcp/server-card']) {
        const cost = await costOf(server, () => send(port, { path }))
        t.ok(cost < maxCostMs, `${path}: ${cost} ms`)
      }
    }

    t.test('costs little, including the first call', costsLittle)

    t.test('lists no more than 20 ids in a text', async (t) => {
      const prompt = rpc('prompts/get', { name: 'first_message', arguments: { need: 'x', topic: 'x' } })
      const { error } = JSON.parse((await post(port, prompt)).body)
      t.match(error.message, /service-19 and 19\d\d more/)
      t.ok(error.message.length < 1000)
    })

    // A reload does not depend on the kind of words, so one kind is tested.
    const afterReload = kind === 'natural' ? {} : { skip: 'once is enough' }
    t.test('costs little after a reload', afterReload, async () => {
      const prepared = server.logged('prepared')
      server.signal('SIGHUP')
      await prepared
      await costsLittle()
    })

    t.test('stays within its memory limit and logs no failure', async (t) => {
      t.ok(server.isUp(), `${server.memoryMb()} MB, peak ${server.peakMb()} MB`)
      t.same(
        server.log.filter(({ level }) => Number(level) >= 50),
        []
      )
    })
  })
}
