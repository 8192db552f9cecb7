import fc from 'fast-check'
import t from 'tap'
import { isObject } from '../../../src/base/json-value.ts'
import { modern } from '../../mcp/connect.ts'
import { startLimited } from './limited-server.ts'
import { post, rpc } from './post.ts'

const clientInfo = { name: 'attack', version: '1' }
const ref = { type: 'ref/prompt', name: 'first_message' }
const argument = { name: 'topic', value: 'a' }

// For each method: valid parameters, then invalid ones.
const methods: Record<string, [valid: object, ...invalid: object[]]> = {
  initialize: [
    { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    {},
    { protocolVersion: 1, capabilities: {}, clientInfo },
    { protocolVersion: '2025-11-25', capabilities: 1, clientInfo },
    { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 1 } },
    { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: null }
  ],
  ping: [{}],
  'server/discover': [{}],
  'tools/list': [{}, { cursor: 1 }, { cursor: 'x' }],
  'resources/list': [{}, { cursor: 1 }, { cursor: {} }],
  'resources/templates/list': [{}, { cursor: [] }],
  'prompts/list': [{}, { cursor: true }],
  'tools/call': [
    { name: 'list_faq' },
    {},
    { name: 1 },
    { name: 'nope' },
    { name: 'list_faq', arguments: [] }
  ],
  'resources/read': [
    { uri: 'https://nahat.example/index.md' },
    {},
    { uri: 1 },
    { uri: 'nope' },
    { uri: null }
  ],
  'prompts/get': [
    { name: 'compare_packages', arguments: { need: 'x' } },
    {},
    { name: 'compare_packages' },
    { name: 'compare_packages', arguments: { need: 1 } },
    { name: 'compare_packages', arguments: [] }
  ],
  'completion/complete': [
    { ref, argument },
    {},
    { ref, argument: 1 },
    { ref: { type: 'ref/other' }, argument },
    { ref: { type: 'ref/resource', uri: 1 }, argument },
    { ref, argument: { name: 'topic' } }
  ]
}
// The methods that each revision lacks.
const unsupportedMethods: Record<string, string[]> = {
  '2025-11-25': ['server/discover'],
  '2026-07-28': ['initialize', 'ping']
}
const malformedParams = [[], 1, 'x', true]
const malformedMeta = [1, [], { progressToken: {} }]

/** Builds a request of a revision. The newer revision is declared in `_meta` and in the headers. */
function requestOf(revision: string, method: string, params: unknown) {
  if (revision === '2025-11-25' || !isObject(params)) return { message: rpc(method, params), headers: {} }
  const texts = Object.entries(params).filter(([, value]) => typeof value === 'string')
  const { headers } = modern(method, Object.fromEntries(texts))
  const { message } = modern(method)
  const { _meta } = params
  return _meta === undefined || isObject(_meta)
    ? {
        message: { ...message, params: { ...params, _meta: { ...message.params._meta, ..._meta } } },
        headers
      }
    : { message: rpc(method, params), headers }
}

t.test('invalid parameters', async (t) => {
  const { port, log } = await startLimited(t)

  for (const revision of Object.keys(unsupportedMethods)) {
    for (const [method, [valid, ...invalid]] of Object.entries(methods)) {
      if (unsupportedMethods[revision]?.includes(method)) continue
      t.test(`of ${method} (${revision}) are -32602 with the id of the request`, async (t) => {
        const request = requestOf(revision, method, valid)
        t.match(JSON.parse((await post(port, request.message, request.headers)).body), { id: 1, result: {} })
        const malformed = [...malformedParams, ...malformedMeta.map((_meta) => ({ ...valid, _meta }))]
        for (const [status, all] of [
          [200, invalid],
          [400, malformed]
        ] as const) {
          for (const params of all) {
            const { message, headers } = requestOf(revision, method, params)
            const reply = await post(port, message, headers)
            const name = JSON.stringify(params)
            t.match(JSON.parse(reply.body), { id: 1, error: { code: -32602, message: String } }, name)
            t.equal(reply.status, status, name)
          }
        }
      })
    }
  }

  t.test('of any kind never cause a server error', async (t) => {
    const value = fc.jsonValue({ maxDepth: 3 })
    const property = fc.asyncProperty(
      fc.constantFrom(...Object.keys(unsupportedMethods)),
      fc.constantFrom(...Object.keys(methods), 'tools/order', '__proto__', 'constructor'),
      fc.oneof(
        value,
        fc.record(
          {
            protocolVersion: value,
            capabilities: fc.oneof(
              value,
              fc.dictionary(fc.constantFrom('roots', 'elicitation', 'tasks'), value)
            ),
            clientInfo: fc.oneof(value, fc.record({ name: value, version: value, icons: value })),
            cursor: value,
            uri: value,
            name: fc.oneof(value, fc.constantFrom('search', 'get_service', 'first_message')),
            arguments: fc.oneof(value, fc.dictionary(fc.constantFrom('id', 'query', 'limit', 'need'), value)),
            ref: fc.oneof(
              value,
              fc.record({ type: fc.constantFrom('ref/prompt', 'ref/resource'), name: value, uri: value })
            ),
            argument: fc.oneof(value, fc.record({ name: value, value })),
            _meta: fc.oneof(
              value,
              fc.dictionary(
                fc.constantFrom(
                  'progressToken',
                  'io.modelcontextprotocol/protocolVersion',
                  'io.modelcontextprotocol/clientInfo',
                  'io.modelcontextprotocol/clientCapabilities',
                  'io.modelcontextprotocol/logLevel',
                  'io.modelcontextprotocol/related-task'
                ),
                value
              )
            ),
            inputResponses: value,
            requestState: value,
            task: value
          },
          { requiredKeys: [] }
        )
      ),
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
    t.same(
      log.filter(({ level }) => Number(level) >= 50),
      []
    )
  })
})

// Removes other characters, because a real client encodes them and this test does not cover that.
const keepPrintable = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace(/[^ -~]/g, '')]))
