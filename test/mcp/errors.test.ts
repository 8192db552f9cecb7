import t from 'tap'
import { baseUrl, build } from '../helper.ts'
import { modern } from './connect.ts'
import { buildBoth } from './edge.ts'

t.test('POST /mcp', async (t) => {
  const app = await buildBoth(t)
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const post = (payload: unknown, more: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...headers, ...more },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload)
    })
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

  t.test('rejects an invalid request with a JSON-RPC error', async (t) => {
    const { headers: own, message } = modern('tools/list')
    const later = { 'mcp-protocol-version': '2199-01-01' }
    const unsupported = modern('tools/list', {}, { 'io.modelcontextprotocol/protocolVersion': '2199-01-01' })
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    type Case = [payload: unknown, more: Record<string, string>, status: number, code: number, reason: RegExp]
    const encodings = ['gzip', 'br', 'deflate', 'GZIP', 'identity, gzip', 'x']
    const cases: Case[] = [
      ['', {}, 400, -32700, /not JSON/],
      ['{"jsonrpc":', {}, 400, -32700, /not JSON/],
      [[ping], {}, 400, -32600, /batches are not supported/],
      [[], {}, 400, -32600, /batches are not supported/],
      ['null', {}, 400, -32600, /not a valid JSON-RPC message/],
      [{ id: 1, method: 'ping' }, {}, 400, -32600, /not a valid JSON-RPC message/],
      [{ ...ping, id: null }, {}, 400, -32600, /not a valid JSON-RPC message/],
      [{ jsonrpc: '2.0', result: {} }, {}, 400, -32600, /not a valid JSON-RPC message/],
      [{ jsonrpc: '2.0', id: 1, error: [] }, {}, 400, -32600, /not a valid JSON-RPC message/],
      [{ ...ping, id: 'א'.repeat(257) }, {}, 400, -32600, /more than 256 characters/],
      [nested(33), {}, 400, -32600, /more than 32 levels/],
      [nested(10_000), {}, 400, -32600, /more than 32 levels/],
      [{ ...ping, params: { a: Array(500).fill(0) } }, {}, 400, -32600, /more than 500 values/],
      [{ ...ping, params: [1] }, {}, 400, -32602, /params must be an object, got \[1\]/],
      [{ ...ping, params: { _meta: 7 } }, {}, 400, -32602, /params\._meta must be an object, got 7/],
      [ping, { 'content-type': 'text/plain' }, 415, -32600, /application\/json/],
      [ping, { 'content-type': 'application/x-www-form-urlencoded' }, 415, -32600, /application\/json/],
      ...encodings.map(
        (name): Case => [ping, { 'content-encoding': name }, 415, -32600, /without Content-Encoding/]
      ),
      ['x'.repeat(65_537), {}, 413, -32600, /larger than 64 KiB/],
      [ping, { accept: 'text/event-stream' }, 406, -32600, /application\/json/],
      [ping, later, 400, -32602, /2199-01-01/],
      [unsupported.message, { ...own, ...later }, 400, -32022, /2199-01-01/],
      [ping, { 'mcp-protocol-version': '1999-01-01' }, 400, -32000, /Unsupported protocol version/],
      [message, { ...own, 'mcp-protocol-version': '2025-11-25' }, 400, -32020, /disagree/],
      [message, { ...own, 'mcp-method': 'tools/call' }, 400, -32020, /disagree/],
      [message, { 'mcp-protocol-version': '2026-07-28' }, 400, -32020, /Mcp-Method/],
      [{ ...ping, method: 'tools/list' }, { 'mcp-protocol-version': '2026-07-28' }, 400, -32602, /_meta/]
    ]
    for (const [payload, more, status, code, reason] of cases) {
      const response = await post(payload, more)
      const name = `${JSON.stringify(payload).slice(0, 60)} ${JSON.stringify(more)}`
      t.equal(response.statusCode, status, name)
      t.match(response.headers, { 'content-type': /^application\/json/, 'access-control-allow-origin': '*' })
      t.match(response.json(), { jsonrpc: '2.0', error: { code, message: reason } }, name)
      t.ok(response.body.length < 3000, name)
      t.notMatch(response.body, /\n\s+at |node_modules/)
    }
    const { accept: _, ...typed } = { ...headers, host: new URL(baseUrl).host }
    for (const [given, status] of [
      [{}, 415],
      [typed, 400]
    ] as const)
      t.equal((await app.inject({ method: 'POST', url: '/mcp', headers: given })).statusCode, status)
  })

  t.test('states that it accepts no content encoding, and ignores identity', async (t) => {
    const { headers } = await post(ping, { 'content-encoding': 'gzip' })
    t.match(headers, { 'accept-encoding': 'identity', 'cache-control': 'no-store' })
    for (const encoding of ['identity', 'Identity', ' identity , ', ''])
      t.equal((await post(ping, { 'content-encoding': encoding })).statusCode, 200, encoding)
  })

  t.test('rejects parameters that its method does not accept, with the id of the request', async (t) => {
    const argument = { name: 'id', value: '' }
    const needs = { name: 'compare_packages', arguments: { need: true } }
    const complete = (ref: object) => ({ ref, argument })
    const cases: [method: string, params: object | undefined, reason: RegExp][] = [
      ['tools/list', { cursor: 1 }, /params\.cursor must be a string, got 1/],
      ['resources/read', {}, /params\.uri is missing; it must be a string/],
      ['initialize', {}, /params\.protocolVersion is missing/],
      ['initialize', undefined, /params\.protocolVersion is missing/],
      ['tools/call', { name: 'list_faq', arguments: [1] }, /params\.arguments must be an object, got \[1\]/],
      [
        'tools/call',
        { name: 'order_service' },
        /^Unknown tool: order_service\. .*: get_service, .*, fetch\.$/
      ],
      ['prompts/get', needs, /params\.arguments\.need must be a string, got true/],
      ['completion/complete', { ref: 7, argument }, /params\.ref must be an object, got 7/],
      ['completion/complete', { argument }, /params\.ref is missing; it must be an object/],
      ['completion/complete', complete({ type: 'ref/tool' }), /type must be one of: .*; got "ref\/tool"/],
      ['completion/complete', complete({ type: 'ref/prompt' }), /^Unknown prompt: \. It must be one of: c/],
      ['completion/complete', complete({ type: 'ref/resource' }), /^Unknown resource template: /],
      ['prompts/get', { name: 'x', arguments: { ['x'.repeat(9000)]: 1 } }, /^.{200,300}$/],
      ['resources/read', { uri: `${baseUrl}/${'x'.repeat(9000)}` }, /^.{1000}$/]
    ]
    for (const [method, params, reason] of cases) {
      const response = await post({ ...ping, id: 'mine', method, params })
      t.equal(response.statusCode, 200)
      t.match(response.json(), { id: 'mine', error: { code: -32602, message: reason } })
    }
  })

  t.test('shortens a long header that it repeats', async (t) => {
    for (const name of ['mcp-protocol-version', 'host', 'origin'])
      t.ok((await post(ping, { [name]: `x${'y'.repeat(9000)}` })).body.length < 3000, name)
  })

  t.test('rejects an unknown method with the status that its revision requires', async (t) => {
    // The newest revision has removed the second.
    for (const method of ['tools/order', 'initialize']) {
      const { headers: own, message } = modern(method)
      const newer = await post(message, own)
      t.equal(newer.statusCode, 404, method)
      t.match(newer.json(), { id: 1, error: { code: -32601 } }, method)
    }
    const older = await post({ ...ping, method: 'resources/subscribe', params: { uri: baseUrl } })
    t.equal(older.statusCode, 200)
    t.match(older.json(), { id: 1, error: { code: -32601 } })
  })

  t.test('repeats the id of the request in every error of the SDK', async (t) => {
    for (const version of ['1999-01-01', '2024-11-05', '2199-01-01']) {
      const response = await post({ ...ping, id: 'a' }, { 'mcp-protocol-version': version })
      t.equal(response.statusCode, 400)
      t.equal(response.json().id, 'a', version)
    }
  })

  t.test('does not stream', async (t) => {
    const { headers: own, message } = modern('subscriptions/listen', { notifications: {} })
    const response = await post(message, own)
    t.equal(response.statusCode, 404)
    t.match(response.json(), { id: 1, error: { code: -32601, message: /does not support subscriptions/ } })
    const clientInfo = { name: 'claude-ai', version: '0.1.0' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    // Claude sends both before a connector appears in claude.ai.
    for (const more of [{}, { accept: '*/*', 'mcp-protocol-version': '2025-11-25' }]) {
      const first = await post({ ...ping, id: 0, method: 'initialize', params }, more)
      t.equal(first.headers['content-type'], 'application/json')
      t.notOk(first.headers['mcp-session-id'])
      t.match(first.json(), {
        id: 0,
        result: { protocolVersion: '2025-11-25', serverInfo: { name: String } }
      })
    }
  })

  t.test('rejects a cursor that no list returned', async (t) => {
    for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']) {
      for (const cursor of ['1', '200', '-200', ' ', 'x', '0x0']) {
        const response = await post({ ...ping, method, params: { cursor } })
        t.equal(response.json().error?.code, -32602, cursor)
      }
      const { result } = (await post({ ...ping, method, params: { cursor: '0' } })).json()
      t.equal(result.nextCursor, undefined)
    }
  })

  t.test('accepts a notification and a response without a body', async (t) => {
    for (const message of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 1, result: {} }
    ]) {
      const response = await post(message)
      t.equal(response.statusCode, 202)
      t.equal(response.body, '')
    }
  })

  t.test('responds to clients that accept JSON, with the id of the request', async (t) => {
    for (const accept of ['*/*', 'application/*', 'application/json', 'text/html, application/json;q=0.5'])
      t.equal((await post(ping, { accept })).statusCode, 200, accept)
    t.equal((await app.inject({ method: 'POST', url: '/mcp', payload: ping })).statusCode, 200)
    const long = 'text/html,'.repeat(103)
    t.equal((await post(ping, { accept: long })).statusCode, 200, 'more than 1 KB is not parsed')
    t.equal((await post(ping, { accept: long.slice(0, 1024) })).statusCode, 406)
    for (const id of [0, -1, 'א"\n', '', 'א'.repeat(256)])
      t.same((await post({ ...ping, id })).json(), { jsonrpc: '2.0', id, result: {} })
  })

  const hosts = {
    allowed: `
      nahat.example Nahat.Example:443 localhost localhost:3000 shop.localhost:3000 127.0.0.1:3000 [::1]:3000
      server Business_facts-1:3000 4f3c2a1b9d0e:3000 _server server. localhost. nahat.example.`,
    rejected: `
      evil.example nahat.example.evil.example 169.254.169.254 2130706433 localhost.evil.example
      evillocalhost.example`
  }
  const origins = {
    allowed: `
      https://claude.ai http://localhost:6274 http://tauri.localhost http://nahat.example http://localhost.:1420 vscode-webview://abc`,
    rejected: 'http://evil.example http://tauri.localhost.evil.example http://server null nonsense'
  }
  for (const [name, { allowed, rejected }] of Object.entries({ host: hosts, origin: origins }))
    t.test(`allows its own ${name} and a local client's, and names the setting`, async (t) => {
      for (const value of allowed.trim().split(/\s+/))
        t.equal((await post(ping, { [name]: value })).statusCode, 200, value)
      for (const value of rejected.trim().split(/\s+/)) {
        const response = await post(ping, { [name]: value })
        t.equal(response.statusCode, 403, value)
        t.match(response.json(), { jsonrpc: '2.0', error: { code: -32600, message: /BASE_URL/ }, id: null })
      }
    })

  t.test('ignores X-Forwarded-Host', async (t) => {
    const forwarded = { host: 'evil.example', 'x-forwarded-host': 'localhost' }
    const request = { method: 'POST', url: '/mcp', headers: forwarded, payload: ping } as const
    for (const server of [app, await build(t, {}, { trustProxy: 1 })])
      t.equal((await server.inject(request)).statusCode, 403)
  })
})
