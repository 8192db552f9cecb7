import t from 'tap'
import { dataWith, facts } from '../helper.ts'
import { sendMcp } from '../requests.ts'
import { modern } from './connect.ts'
import { openOnSunday } from './context.ts'
import { buildBoth } from './edge.ts'

const metaNames = ['protocolVersion', 'clientInfo', 'clientCapabilities'].map(
  (name) => `io.modelcontextprotocol/${name}`
)

t.test('a client of MCP', async (t) => {
  const app = await buildBoth(t, {
    business: await facts(dataWith(t, openOnSunday)),
    now: () => new Date('2027-01-30T12:00:00Z')
  })
  const request = (method: string, params?: unknown) => sendMcp(app, method, params)
  const requestModern = (...request: Parameters<typeof modern>) => {
    const { headers, message } = modern(...request)
    return sendMcp(app, message.method, message.params, headers)
  }
  const call = async (name: string, args?: unknown) =>
    (await request('tools/call', { name, arguments: args })).result
  const write = (args: unknown) => request('prompts/get', { name: 'first_message', arguments: args })
  const complain = async (name: string, args: unknown) => {
    const { isError, content } = await call(name, args)
    t.equal(isError, true, JSON.stringify(args))
    return content[0].text
  }

  t.test('may send null for everything that it may leave out', async (t) => {
    for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']) {
      const plain = await request(method)
      t.ok(plain.result, method)
      const metas = [{ _meta: null }, { _meta: { progressToken: null } }, { _meta: [] }]
      for (const params of [null, [], { cursor: null }, { cursor: '' }, ...metas])
        t.same(await request(method, params), plain, `${method} ${JSON.stringify(params)}`)
    }
    t.same((await request('ping', null)).result, {})
    t.same(await call('list_services', null), await call('list_services'))
    const noMeta = { _meta: Object.fromEntries(metaNames.map((name) => [name, null])) }
    t.same(await request('tools/list', noMeta), await request('tools/list'))

    const unread = { result: null, error: null, _meta: null, sessionId: 'a' }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const added = await app.inject({ method: 'POST', url: '/mcp', payload: { ...message, ...unread } })
    t.same(added.json(), await request('tools/list'), 'beside the parameters')
    t.same(await call('list_services', []), await call('list_services'))

    const client = { name: 'test', version: '1' }
    const base = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: client }
    const plain = await request('initialize', base)
    t.equal(plain.result.protocolVersion, '2025-11-25')
    const icons = [{ src: 'data:,', mimeType: null, sizes: null, theme: null }]
    for (const nulls of [
      { capabilities: null },
      { capabilities: [] },
      { capabilities: { roots: null, sampling: { tools: null }, elicitation: null, experimental: null } },
      { clientInfo: { ...client, title: null, description: null, websiteUrl: null, icons: null } },
      { clientInfo: { ...client, icons } }
    ])
      t.same(await request('initialize', { ...base, ...nulls }), plain, JSON.stringify(nulls))

    const { result } = await requestModern('tools/call', { name: 'list_services', arguments: null })
    t.same(result.structuredContent, (await call('list_services')).structuredContent)
    const nulls = {
      progressToken: null,
      'io.modelcontextprotocol/clientInfo': { ...client, title: null, icons: null },
      'io.modelcontextprotocol/clientCapabilities': null
    }
    t.ok((await requestModern('tools/list', { cursor: null }, nulls)).result.tools)
  })

  t.test('may not send null for a required parameter, which the error names', async (t) => {
    const ref = { type: 'ref/prompt', name: 'first_message', title: null }
    const misspelt = { name: 'get_opening_hours', argument: { date: '2026-01-01' }, arguments: null }
    for (const [method, params, message] of [
      ['resources/read', { uri: null }, /params\.uri/],
      ['tools/call', { name: null }, /params\.name/],
      ['tools/call', misspelt, /did you mean arguments\?/],
      ['initialize', { protocolVersion: '2025-11-25', clientInfo: null }, /params\.clientInfo/],
      ['completion/complete', { ref, argument: { name: 'topic', value: null } }, /params\.argument\.value/]
    ] as const)
      t.match(await request(method, params), { error: { code: -32602, message } })
    const hours = await request('tools/call', { name: 'get_opening_hours', argument: null })
    t.ok(hours.result, 'a name that means nothing is not misspelled')
    const completed = await request('completion/complete', { ref, argument: { name: 'topic', value: '' } })
    t.ok(completed.result.completion.values.length > 1, 'an empty text to complete is a text')
    for (const name of ['need', 'other']) {
      const free = await request('completion/complete', { ref, argument: { name, value: 'a' } })
      t.same(free.result.completion.values, [], 'nothing completes a free text')
    }
  })

  t.test('may send null or a blank text for an optional argument', async (t) => {
    const hours = await call('get_opening_hours')
    t.ok(hours.structuredContent)
    for (const date of [null, '', ' ']) t.same(await call('get_opening_hours', { date }), hours)
    const found = await call('search', { query: 'בוט' })
    for (const limit of [null, '', ' \n']) t.same(await call('search', { query: 'בוט', limit }), found)
    t.equal(await complain('search', { query: '' }), 'query must be a string of 1 to 300 characters, got "".')
    t.match(await complain('search', { query: null }), /^query is missing/)
    for (const topic of [null, '', ' ']) t.same(await write({ need: 'x', topic }), await write({ need: 'x' }))
    for (const need of [null, ''])
      t.match(await write({ need }), {
        error: { code: -32602, message: /^need (is missing|must be a string)/ }
      })
  })

  t.test('may send a whole number as text', async (t) => {
    const found = await call('search', { query: 'בוט', limit: 2 })
    t.equal(found.structuredContent.results.length, 2)
    for (const limit of ['2', ' 2 ', '\t+2\n', '2.0', '2.', 2.0])
      t.same(await call('search', { query: 'בוט', limit }), found)
    t.same(
      await call('search', { query: 48 }),
      await call('search', { query: '48' }),
      'or a text as a number'
    )
    const range = 'limit must be a whole number from 1 to 50, got'
    for (const limit of ['ten', '2.5', '0x2', 2.5, true, 51, -1])
      t.equal(await complain('search', { query: 'בוט', limit }), `${range} ${JSON.stringify(limit)}.`)
    for (const limit of ['51', '-1'])
      t.equal(await complain('search', { query: 'בוט', limit }), `${range} ${limit}.`)
  })

  t.test('may add arguments, which the server ignores', async (t) => {
    const added = { sessionId: 'a', action: 'sendMessage', toolCallId: 'call_1', list: [{ a: null }] }
    const plain: [name: string, args: Record<string, unknown>][] = [
      ['list_services', {}],
      ['get_service', { id: 'leads' }],
      ['get_opening_hours', {}],
      ['search', { query: 'בוט', limit: 2 }],
      ['fetch', { id: 'services/leads' }]
    ]
    for (const [name, args] of plain) {
      const result = await call(name, args)
      t.ok(result.structuredContent, name)
      t.same(await call(name, { ...added, ...args }), result, name)
    }
    t.same(
      await call('get_service', { date: '2027-02-01', ids: 7, id: 'leads' }),
      await call('get_service', { id: 'leads' })
    )
    t.same(await write({ need: 'x', persona: 'y' }), await write({ need: 'x' }))
    for (const name of ['__proto__', 'constructor', 'toString'])
      t.same(await call('list_services', JSON.parse(`{"${name}":1}`)), await call('list_services'), name)
  })

  t.test('may send the arguments as the text of a JSON object', async (t) => {
    const hours = await call('get_opening_hours')
    for (const text of ['', ' \n', '{}', ' {} ', '{"date":null}', '{"date":""}'])
      t.same(await call('get_opening_hours', text), hours, text)
    t.same(await call('get_service', '{"id":"leads"}'), await call('get_service', { id: 'leads' }))
    t.same(
      await call('search', '{"query":"בוט","limit":"2","a":[1]}'),
      await call('search', { query: 'בוט', limit: 2 })
    )
    t.match(await complain('get_opening_hours', '{"dat":"2027-02-01"}'), /did you mean date\?/)
    t.same(await write('{"need":"x"}'), await write({ need: 'x' }))
    const deep = `{"id":${'['.repeat(9000)}${']'.repeat(9000)}}`
    const many = `{"id":[${'0,'.repeat(600)}0]}`
    const texts = ['leads', 'null', '[]', '[{}]', '1', '{"id":"leads"', '"{}"', deep, many]
    for (const args of [...texts, [{}], 1, true])
      t.match(await request('tools/call', { name: 'get_service', arguments: args }), {
        error: { code: -32602, message: /^Invalid params: params\.arguments must be an object, got / }
      })
  })

  t.test('gets an error for an argument that is nearly the name of a missing one', async (t) => {
    for (const name of ['dat', 'Date', 'DATE', '_date', 'dates', 'daet', 'day'])
      t.equal(
        await complain('get_opening_hours', { [name]: '2027-02-01' }),
        `${name} is unknown; did you mean date?`
      )
    t.match(await complain('get_service', { ID: 'leads' }), /^ID is unknown; did you mean id\?/)
    t.match(await complain('search', { query: 'x', 'li-mit': 3 }), /^li-mit is unknown; did you mean limit\?/)
    t.match(await complain('get_service', { x: 'leads' }), /^id is missing; it must be one of: /)
    t.match(await write({ need: 'x', topics: 'leads' }), {
      error: { code: -32602, message: /topics is unknown; did you mean topic\?/ }
    })
  })
})
