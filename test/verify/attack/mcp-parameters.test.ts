import fc from 'fast-check'
import t from 'tap'
import { isObject } from '../../../src/base/json-value.ts'
import { modern } from '../../mcp/connect.ts'
import { startLimited } from './limited-server.ts'
import { post, rpc } from './messages.ts'

const client = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'attack', version: '1' }
}
const ref = { type: 'ref/prompt', name: 'first_message' }
const argument = { name: 'topic', value: 'a' }
const prompt = { name: 'compare_packages', arguments: { need: 'x' } }

// For each method: valid parameters, then changes that make them invalid; undefined removes a parameter.
const methods: Record<string, [valid: object, ...invalid: object[]]> = {
  initialize: [
    client,
    { protocolVersion: undefined },
    { protocolVersion: 1 },
    { capabilities: 1 },
    { clientInfo: { name: 1 } },
    { clientInfo: null }
  ],
  ping: [{}],
  'server/discover': [{}],
  'tools/list': [{}, { cursor: 1 }, { cursor: 'x' }],
  'resources/list': [{}, { cursor: 1 }, { cursor: {} }],
  'resources/templates/list': [{}, { cursor: [] }],
  'prompts/list': [{}, { cursor: true }],
  'tools/call': [{ name: 'list_faq' }, { name: undefined }, { name: 1 }, { name: 'nope' }, { arguments: [] }],
  'resources/read': [
    { uri: 'https://nahat.example/index.md' },
    ...[undefined, 1, 'nope', null].map((uri) => ({ uri }))
  ],
  'prompts/get': [
    prompt,
    { name: undefined },
    ...[undefined, { need: 1 }, []].map((args) => ({ arguments: args }))
  ],
  'completion/complete': [
    { ref, argument },
    { ref: undefined },
    { argument: 1 },
    { ref: { type: 'ref/other' } },
    { ref: { type: 'ref/resource', uri: 1 } },
    { argument: { name: 'topic' } }
  ]
}
// The methods that each revision lacks.
const unsupported = {
  '2025-11-25': ['server/discover'],
  '2026-07-28': ['initialize', 'ping']
}
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

t.test('invalid parameters', async (t) => {
  const { port, lines } = await startLimited(t)

  for (const revision of revisions) {
    for (const [method, [valid, ...invalid]] of Object.entries(methods)) {
      if (unsupported[revision].includes(method)) continue
      t.test(`of ${method} (${revision}) are -32602 with the id of the request`, async (t) => {
        const request = requestOf(revision, method, valid)
        t.match(JSON.parse((await post(port, request.message, request.headers)).body), { id: 1, result: {} })
        const cases: [status: number, params: unknown][] = [
          ...invalid.map((change): [number, unknown] => [200, { ...valid, ...change }]),
          ...[[], 1, 'x', true].map((params): [number, unknown] => [400, params]),
          ...[1, [], { progressToken: {} }].map((_meta): [number, unknown] => [400, { ...valid, _meta }])
        ]
        for (const [status, params] of cases) {
          const { message, headers } = requestOf(revision, method, params)
          const reply = await post(port, message, headers)
          const name = JSON.stringify(params)
          t.match(JSON.parse(reply.body), { id: 1, error: { code: -32602, message: String } }, name)
          t.equal(reply.status, status, name)
        }
      })
    }
  }

  t.test('of any kind never cause a server error', async (t) => {
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
        ref: orAny(
          fc.record({ type: fc.constantFrom('ref/prompt', 'ref/resource'), name: value, uri: value })
        ),
        argument: orAny(fc.record({ name: value, value })),
        _meta: fields('progressToken', ...meta.map((name) => `io.modelcontextprotocol/${name}`))
      },
      { requiredKeys: [] }
    )
    const property = fc.asyncProperty(
      fc.constantFrom(...revisions),
      fc.constantFrom(...Object.keys(methods), 'tools/order', '__proto__', 'constructor'),
      orAny(params),
      fc.oneof(fc.integer(), fc.string()),
      async (revision, method, params, id) => {
        const { message, headers } = requestOf(revision, method, params)
        const reply = await post(port, { ...message, id }, keepPrintable(headers))
        const response = JSON.parse(Buffer.from(reply.body, 'latin1').toString())
        if (Number(reply.status) >= 500 || response.id !== id)
          throw new Error(`${reply.status} ${reply.body}`)
      }
    )
    await t.resolves(fc.assert(property, { numRuns: 1500 }))
  })

  t.test('leave no failure in the log', async (t) => {
    t.same(lines(), [])
  })
})

// Removes other characters, because a real client encodes them and this test does not cover that.
const keepPrintable = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace(/[^ -~]/g, '')]))
