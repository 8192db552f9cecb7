import t, { type Test } from 'tap'
import { send } from '../../../../harness/exchange.ts'
import { baseUrl } from '../../../helper.ts'
import { largeData, maxServices, type Words } from '../large-data.ts'
import { Costs, type LimitedServer, longestBlockOf, startLimited } from '../limited-server.ts'
import { post, rpc } from '../post.ts'

const kinds: Words[] = ['natural', 'similar']

const callTool = (name: string, args: object = {}) => rpc('tools/call', { name, arguments: args })
const search = (query: string) => callTool('search', { query: query.slice(0, 300), limit: 50 })
const last = `service-${maxServices - 1}`
const completion = (ref: object, name: string) =>
  rpc('completion/complete', { ref, argument: { name, value: 'service' } })

/** Returns the messages by name. The words of the searches are those of two services. */
async function createMessages(port: number): Promise<[name: string, message: object][]> {
  const read = async (id: string): Promise<string> =>
    JSON.parse((await send(port, { path: `/api/v1/services/${id}.json` })).body).summary
  const words = [await read('service-7'), await read('service-8')].join(' ').split(' ')
  const short = words.toSorted((a, b) => a.length - b.length)

  return [
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
    ['a missing document', callTool('fetch', { id: 'nope' })],
    ['the prompts', rpc('prompts/list')],
    ['a prompt', rpc('prompts/get', { name: 'first_message', arguments: { need: 'x', topic: last } })],
    [
      'a prompt without its topic',
      rpc('prompts/get', { name: 'first_message', arguments: { need: 'x', topic: 'x' } })
    ],
    ['a completion', completion({ type: 'ref/resource', uri: `${baseUrl}/api/v1/services/{id}.json` }, 'id')],
    ['a completion of a prompt', completion({ type: 'ref/prompt', name: 'first_message' }, 'topic')]
  ]
}

async function measure(t: Test, server: LimitedServer, costs: Costs) {
  const { port } = server
  // The search first, because the first one makes the index. Another message loads the SDK before it.
  await post(port, rpc('ping'))
  costs.add('the first search', await longestBlockOf(server, () => post(port, search('first'))))
  for (const [name, message] of await createMessages(port)) {
    await costs.measure(server, name, async () => {
      t.equal((await post(port, message)).status, 200)
    })
  }
  for (const path of ['/.well-known/mcp', '/mcp/server-card'])
    await costs.measure(server, path, () => send(port, { path }))
}

for (const kind of kinds) {
  t.test(`MCP with the maximum data, of ${kind} words`, async (t) => {
    const dataDir = largeData(t, kind)
    const first = new Costs()
    await first.repeat(() =>
      t.test('after a start', async (t) => {
        const server = await startLimited(t, { dataDir })
        await measure(t, server, first)
        const prompt = rpc('prompts/get', { name: 'first_message', arguments: { need: 'x', topic: 'x' } })
        const { error } = JSON.parse((await post(server.port, prompt)).body)
        t.match(error.message, /service-19 and 19\d\d more/, 'no more than 20 ids are in a text')
        t.ok(error.message.length < 1000)
        assertUp(t, server)
      })
    )
    t.test('costs little as the first message', async (t) => first.assert(t))

    // A reload does not depend on the kind of words, so one kind is tested.
    const afterReload = kind === 'natural' ? {} : { skip: 'one kind of words is enough' }
    t.test('costs little after a reload', afterReload, async (t) => {
      const server = await startLimited(t, { dataDir })
      const costs = new Costs()
      await costs.repeat(async () => {
        const prepared = server.logged('prepared')
        server.signal('SIGHUP')
        await prepared
        await measure(t, server, costs)
      })
      costs.assert(t)
      assertUp(t, server)
    })
  })
}

function assertUp(t: Test, server: LimitedServer) {
  t.ok(server.isUp(), `${server.memoryMb()} MB, peak ${server.peakMb()} MB`)
  t.same(
    server.log.filter(({ level }) => Number(level) >= 50),
    [],
    'no failure is logged'
  )
}
