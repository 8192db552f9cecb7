import t from 'tap'
import { fieldOf } from '../../src/base/json-value.ts'
import { createEdgeServer } from '../../src/mcp/edge.ts'
import type { Tool } from '../../src/mcp/methods.ts'
import { baseUrl, buildWhole, facts } from '../helper.ts'
import { callMcp } from '../requests.ts'
import { buildBoth, createEdge } from './edge.ts'

const post = (method: string, params: object = {}): RequestInit & { method: string } => ({
  method: 'POST',
  headers: { host: new URL(baseUrl).host, 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
})
const requestOf = (init: RequestInit) => new Request(`${baseUrl}/mcp`, init)
for (const folder of ['guesthouse', 'minimal'].map((name) => `test/fixtures/${name}`))
  t.test(`a worker for ${folder} › has every result of the server`, async (t) => {
    const business = await facts(folder)
    const app = await buildBoth(t, { business, now: () => new Date('2027-03-01T09:00:00Z') })
    const ask = (method: string, params?: object) => callMcp(app, method, params)
    const call = (name: string, args: object) => ask('tools/call', { name, arguments: args })
    const { tools } = await ask('tools/list')
    for (const { uri } of (await ask('resources/list')).resources) await ask('resources/read', { uri })
    const { prompts } = await ask('prompts/list')
    const { resourceTemplates } = await ask('resources/templates/list')
    for (const query of ['price', 'prix', 'מחיר', 'when are you open', 'developers'])
      for (const { id } of (await call('search', { query, limit: 50 })).structuredContent.results)
        t.notOk((await call('fetch', { id })).isError, id)
    const ids = ['']
    for (const { uriTemplate: uri } of resourceTemplates) {
      const ref = { type: 'ref/resource', uri }
      const { completion } = await ask('completion/complete', { ref, argument: { name: 'id', value: '' } })
      ids.push(...completion.values)
    }
    for (const id of ids) {
      for (const { name } of tools.filter(({ inputSchema }: Tool) => fieldOf(inputSchema.properties, 'id')))
        await call(name, { id })
      for (const { name } of prompts)
        await ask('prompts/get', { name, arguments: { need: '$& a \0', topic: id } })
    }
    for (const date of ['2027-03-01', '2027-12-31', '2028-03-01', 'tomorrow'])
      await call('get_opening_hours', { date })
  })

t.test('a worker › reads only the shard of a result', async (t) => {
  const { reads, files, respond } = await createEdge(await buildWhole(t))
  await respond(requestOf(post('tools/call', { name: 'list_faq' })), new Date())
  t.equal(reads.length, 2)
  t.match(reads[1], /^results\/\d+\.json$/)
  t.ok([...files.keys()].length > reads.length)
})

t.test('a worker › answers 500 without detail if a file cannot be read', async (t) => {
  const logged = t.capture(console, 'error', () => {}).args
  const respond = createEdgeServer(
    (file) => Promise.reject(new Error(`${file}: cannot be read`)),
    () => new Date()
  )
  const response = await respond(requestOf(post('ping')))
  t.equal(response.status, 500)
  t.match(await response.json(), { id: null, error: { code: -32603, message: /^Internal error/ } })
  t.match(logged(), [[{ message: 'server.json: cannot be read' }]])
})

t.test('a request without Host, as of HTTP/1.0, has no access to /mcp', async (t) => {
  const { respond } = await createEdge(await buildWhole(t))
  t.match(await respond(requestOf({ method: 'POST' }), new Date()), { status: 403 })
})
