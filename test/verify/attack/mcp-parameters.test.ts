import fc from 'fast-check'
import t from 'tap'
import { isObject } from '../../../src/base/json-value.ts'
import { modern } from '../../mcp/connect.ts'
import { startLimited } from './limited-server.ts'
import { post, rpc } from './messages.ts'

const methods = [
  'initialize ping server/discover tools/list tools/call resources/list resources/read resources/templates/list',
  'prompts/list prompts/get completion/complete tools/order __proto__ constructor'
].flatMap((line) => line.split(' '))
const revisions = ['2025-11-25', '2026-07-28'] as const

/** Builds a request of a revision. The newer revision is declared in `_meta` and in the headers. */
function requestOf(revision: string, method: string, params: unknown) {
  const plain = { message: rpc(method, params), headers: {} }
  if (revision === '2025-11-25' || !isObject(params)) return plain
  const texts = Object.entries(params).filter(([, value]) => typeof value === 'string')
  const { headers } = modern(method, Object.fromEntries(texts))
  const { _meta } = params
  if (_meta !== undefined && !isObject(_meta)) return { ...plain, headers }
  const { message } = modern(method, params, _meta)
  return { message: { ...message, params: { ...params, _meta: message.params._meta } }, headers }
}

t.test('MCP parameters of any kind never cause a server error', async (t) => {
  const { port, lines } = await startLimited(t)
  const value = fc.jsonValue({ maxDepth: 3 })
  const orAny = (model: fc.Arbitrary<unknown>) => fc.oneof(value, model)
  const fields = (...names: string[]) => orAny(fc.dictionary(fc.constantFrom(...names), value))
  const meta = ['protocolVersion', 'clientInfo', 'clientCapabilities', 'logLevel', 'related-task']
  const params = fc.record(
    {
      ...{ protocolVersion: value, cursor: value, uri: value },
      ...{ inputResponses: value, requestState: value, task: value },
      capabilities: fields('roots', 'elicitation', 'tasks'),
      clientInfo: orAny(fc.record({ name: value, version: value, icons: value })),
      name: orAny(fc.constantFrom('search', 'get_service', 'first_message')),
      arguments: fields('id', 'query', 'limit', 'need'),
      ref: orAny(fc.record({ type: fc.constantFrom('ref/prompt', 'ref/resource'), name: value, uri: value })),
      argument: orAny(fc.record({ name: value, value })),
      _meta: fields('progressToken', ...meta.map((name) => `io.modelcontextprotocol/${name}`))
    },
    { requiredKeys: [] }
  )
  const property = fc.asyncProperty(
    fc.constantFrom(...revisions),
    fc.constantFrom(...methods),
    orAny(params),
    fc.oneof(fc.integer(), fc.string()),
    async (revision, method, params, id) => {
      const { message, headers } = requestOf(revision, method, params)
      const reply = await post(port, { ...message, id }, keepPrintable(headers))
      const response = JSON.parse(Buffer.from(reply.body, 'latin1').toString())
      if (Number(reply.status) >= 500 || response.id !== id) throw new Error(`${reply.status} ${reply.body}`)
    }
  )
  await t.resolves(fc.assert(property, { numRuns: 1500 }))
  t.same(lines(), [], 'no failure is logged')
})

// Removes other characters, because a real client encodes them and this test does not cover that.
const keepPrintable = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace(/[^ -~]/g, '')]))
