import t from 'tap'
import { type Reply, send } from '../../../../harness/exchange.ts'
import { baseUrl } from '../../../helper.ts'
import { measure } from '../../measured.ts'
import { largeData, maxServices } from '../large-data.ts'
import { startLimited } from '../limited-server.ts'
import { post, rpc } from '../post.ts'

const maxUsedMb = 220
const paths = [
  ...['/services/', '/services.md', '/llms-full.txt', '/api/v1/services.json', '/openapi.json'],
  ...['/pricing/', '/faq/', '/developers/', '/sitemap-1.xml', '/services/service-7/']
]
const callTool = (name: string, args: object) => rpc('tools/call', { name, arguments: args })

/** Repeats a request while the server is overloaded, as it can be on a busy machine. Returns the response. */
async function retry(request: () => Promise<Reply>): Promise<Reply> {
  let reply = await request()
  while (reply.status === 503) reply = await request()
  return reply
}

t.test('the maximum data takes at most 220 MB, before, during and after reloads', async (t) => {
  const server = await startLimited(t, { dataDir: largeData(t) })
  const { port } = server
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, server.usedMb())
  }, 20)
  t.teardown(() => clearInterval(sampling))

  const call = (message: object) => retry(() => post(port, message))
  const callAll = async () => {
    const version = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' }
    }
    await call(rpc('initialize', version))
    await call(rpc('tools/list'))
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
      const { body } = await call(rpc('resources/list', { ...(cursor && { cursor }) }))
      cursor = JSON.parse(body).result.nextCursor
    }
    for (const [name, args] of [
      ['search', { query: 'first' }],
      ['list_services', {}],
      ['get_service', { id: `service-${maxServices - 1}` }]
    ] as const)
      t.equal((await call(callTool(name, args))).status, 200, name)
    await call(rpc('resources/read', { uri: `${baseUrl}/api/v1/services.json` }))
  }
  const readAll = async () => {
    for (const encoding of ['identity', 'gzip', 'br'])
      for (const path of paths) {
        const headers = { 'accept-encoding': encoding }
        t.equal((await retry(() => send(port, { path, headers }))).status, 200, path)
      }
  }

  await callAll()
  await readAll()
  for (let round = 0; round < 3; round += 1) {
    const prepared = server.logged('prepared')
    server.signal('SIGHUP')
    await Promise.all([callAll(), readAll()])
    await prepared
    await callAll()
    await readAll()
  }
  t.ok(server.isUp())
  t.ok(peak > 0)
  measure(t, 'peak of memory without files', peak, maxUsedMb, 'MB')
  t.same(
    server.log.filter(({ level }) => Number(level) >= 50),
    [],
    'no failure is logged'
  )
})
