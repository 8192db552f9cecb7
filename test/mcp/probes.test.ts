import t from 'tap'
import { send } from '../../harness/exchange.ts'
import { baseUrl, build, listen } from '../helper.ts'

// Claude sends these before a connector appears in claude.ai.
const probes: [name: string, headers: Record<string, string>][] = [
  ['any type and a revision', { accept: '*/*', 'mcp-protocol-version': '2025-11-25' }],
  ['both types and no revision', { accept: 'application/json, text/event-stream' }]
]

t.test('POST /mcp', async (t) => {
  const app = await build(t)
  const port = Number(new URL(await listen(t, app.routing)).port)

  for (const [name, headers] of probes) {
    t.test(`responds to the initialize request of claude.ai with ${name} in its headers`, async (t) => {
      const post = (path: string, message: object) =>
        send(port, {
          method: 'POST',
          path,
          headers: { host: new URL(baseUrl).host, 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ jsonrpc: '2.0', ...message })
        })
      const params = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'claude-ai', version: '0.1.0' }
      }
      for (const path of ['/mcp', '/mcp/']) {
        const { status, headers: received, body } = await post(path, { id: 0, method: 'initialize', params })
        t.equal(status, 200)
        t.match(received['content-type'], /^application\/json/)
        t.equal(received['content-length'], String(body.length))
        const { protocolVersion, capabilities, serverInfo } = JSON.parse(body).result
        t.equal(protocolVersion, '2025-11-25')
        t.match(capabilities, { tools: {}, resources: {}, prompts: {} })
        t.ok(serverInfo.name)
        t.equal((await post(path, { method: 'notifications/initialized' })).status, 202)
        const listed = await post(path, { id: 1, method: 'tools/list', params: {} })
        t.ok(JSON.parse(listed.body).result.tools.length > 0)
      }
    })
  }
})
