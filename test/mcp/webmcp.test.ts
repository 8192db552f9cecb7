import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { build } from '../helper.ts'

interface BrowserTool {
  name: string
  execute: (input: object) => Promise<object>
}

t.test('the WebMCP script', async (t) => {
  const app = await build(t)
  const script = readFileSync('src/site/assets/webmcp.js', 'utf8')
  /** A browser's fetch, as far as the script uses it. */
  const fetch = async (url: string, { method, headers, body }: Record<string, string> = {}) => {
    const response =
      method === 'POST'
        ? await app.inject({ method, url, headers: Object(headers), payload: String(body) })
        : await app.inject(url)
    return { json: async () => response.json() }
  }

  t.test('registers the tools of the MCP server, with the same names and results', async (t) => {
    const { tools } = (await app.inject('/.well-known/mcp/server-card.json')).json()
    const registered: BrowserTool[] = []
    const all = new Promise<void>((resolve) => {
      const registerTool = (tool: BrowserTool) => {
        if (registered.push(tool) === tools.length) resolve()
      }
      runInNewContext(script, { document: {}, navigator: { modelContext: { registerTool } }, fetch })
    })
    await all
    t.same(
      registered.map(({ execute, ...tool }) => tool),
      tools.map(({ outputSchema, ...tool }: { outputSchema: object }) => tool)
    )
    const service = registered.find(({ name }) => name === 'get_service')
    const { body } = await app.inject('/api/v1/services/leads.json')
    t.match(await service?.execute({ id: 'leads' }), { content: [{ type: 'text', text: body }] })
    t.match(await service?.execute({ id: 'nope' }), { isError: true, content: [{ text: /leads, faq/ }] })
    t.match(await service?.execute([]), { isError: true, content: [{ text: /Invalid params/ }] })
  })

  t.test('does nothing in a browser without WebMCP', async (t) => {
    const fail = () => t.fail('fetches')
    t.doesNotThrow(() => runInNewContext(script, { document: {}, navigator: {}, fetch: fail }))
  })
})
