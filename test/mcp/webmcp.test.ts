import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import type { InjectOptions } from 'fastify'
import t from 'tap'
import { build } from '../helper.ts'

interface BrowserTool {
  name: string
  execute: (input: object, options?: { signal: AbortSignal }) => Promise<string>
}

t.test('the WebMCP script', async (t) => {
  const app = await build(t)
  const script = readFileSync('src/site/assets/webmcp.js', 'utf8')
  /** A browser's fetch, as far as the script uses it. */
  const fetch = async (
    url: string,
    { body: payload, ...options }: InjectOptions & { body?: string } = {}
  ) => {
    const response = await app.inject({ url, ...options, ...(payload && { payload }) })
    return { json: async () => response.json() }
  }

  t.test('registers the tools of the MCP server, with the same names and results', async (t) => {
    const { tools } = (await app.inject('/.well-known/mcp/server-card.json')).json()
    const registered: BrowserTool[] = []
    const all = new Promise<void>((resolve) => {
      const registerTool = async (tool: BrowserTool) => {
        if (registered.push(tool) === tools.length) resolve()
      }
      runInNewContext(script, { document: { modelContext: { registerTool } }, navigator: {}, fetch })
    })
    await all
    t.same(
      registered.map(({ execute, ...tool }) => tool),
      tools.map(({ outputSchema, icons, ...tool }: { outputSchema: object; icons: object }) => tool)
    )
    const service = registered.find(({ name }) => name === 'get_service')
    const { body } = await app.inject('/api/v1/services/leads.json')
    const { signal } = new AbortController()
    t.equal(await service?.execute({ id: 'leads' }, { signal }), body)
    t.match(await service?.execute({ id: 'nope' }), /^id must be one of: leads, faq/)
    t.match(await service?.execute([1]), /^Invalid params/)
  })

  t.test('logs a warning if a tool cannot be registered', async (t) => {
    const [, error] = await new Promise<unknown[]>((resolve) => {
      const registerTool = async () => {
        throw new Error('Duplicate tool name')
      }
      const console = { warn: (...parts: unknown[]) => resolve(parts) }
      runInNewContext(script, { document: { modelContext: { registerTool } }, console, fetch })
    })
    t.match(error, { message: 'Duplicate tool name' })
  })

  t.test('does nothing in a browser without WebMCP or with an earlier version', async (t) => {
    const fail = () => t.fail('fetches or registers')
    const deprecated = { modelContext: { registerTool: fail, provideContext: fail } }
    for (const navigator of [{}, deprecated]) {
      t.doesNotThrow(() => runInNewContext(script, { document: {}, navigator, fetch: fail }))
    }
  })
})
