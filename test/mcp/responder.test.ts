import t from 'tap'
import { UnavailableError } from '../../src/base/tasks.ts'
import { baseUrl, createGate } from '../helper.ts'
import { modern } from './connect.ts'
import { startServer } from './context.ts'

const read = (more: object = {}, uri = `${baseUrl}/index.md`) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'resources/read',
  params: { uri, ...more }
})

t.test('a result', async (t) => {
  t.test('is created once for requests with another id or progress token', async (t) => {
    const { post, conversions } = await startServer(t)
    const first = await post(read())
    const notes = { _meta: { progressToken: 7, 'client/trace': 'x' } }
    for (const [id, more] of [
      [2, {}],
      ['two', {}],
      [3, notes],
      [4, { _meta: { progressToken: 'p' } }]
    ] as const) {
      const response = await post({ ...read(more), id })
      t.same(response.json(), { ...first.json(), id })
      t.equal(response.headers['content-type'], 'application/json')
    }
    t.equal(conversions(), 1)
  })

  t.test('is separate for each revision, not for each client, and not for invalid requests', async (t) => {
    const { post, conversions } = await startServer(t)
    const uri = `${baseUrl}/index.md`
    const older = await post(read())
    const { headers, message } = modern('resources/read', { uri })
    const newer = await post(message, headers)
    t.equal(older.json().result.resultType, undefined)
    t.match(newer.json().result, { resultType: 'complete', ttlMs: 300_000, cacheScope: 'public' })
    t.same(newer.json().result.contents, older.json().result.contents)
    const meta = { 'io.modelcontextprotocol/clientInfo': { name: 'two', version: '1', title: 'Two' } }
    const other = modern('resources/read', { uri }, meta).message
    t.same((await post({ ...other, id: 2 }, headers)).json().result, newer.json().result)
    t.equal(conversions(), 2)
    t.equal((await post(message, { ...headers, 'mcp-name': `${baseUrl}/` })).statusCode, 400)
    const changes = [read({ _meta: { progressToken: {} } }), { params: [1] }, { id: 1.5 }]
    for (const change of changes) t.equal((await post({ ...read(), ...change })).statusCode, 400)
    t.match((await post(read({ _meta: [1] }))).json(), { error: { code: Number } })
    t.equal(conversions(), 2, 'no invalid request gets the cached result')
  })

  t.test('is not cached if it is an error', async (t) => {
    let exists = false
    const { post, conversions } = await startServer(t, () => (exists ? '# Page' : undefined))
    t.equal((await post(read())).json().error.code, -32602)
    exists = true
    t.match((await post(read())).json().result.contents, [{ text: '# Page', mimeType: 'text/markdown' }])
    t.equal(conversions(), 2)
  })

  t.test('stays cached if it is used often, while others are evicted', async (t) => {
    const names = Array.from({ length: 60 }, (_, index) => `page-${index}`)
    const paths = ['/', ...names.map((name) => `/${name}/`)]
    // More than the cache has room for.
    const { post, conversions } = await startServer(t, () => 'x'.repeat(120_000), paths)
    for (const [index, name] of names.entries()) {
      if (index % 10 === 0) await post(read())
      await post(read({}, `${baseUrl}/${name}.md`))
    }
    t.equal(conversions(), 61)
  })

  t.test('is an error 503 with the id while a part of the server cannot be started', async (t) => {
    const { post } = await startServer(t, () => Promise.reject(new UnavailableError('EMFILE')))
    const response = await post({ ...read(), id: 'x' })
    t.same([response.statusCode, response.headers['retry-after']], [503, '5'])
    t.match(response.json(), { id: 'x', error: { code: -32000, message: /not available/ } })
  })

  t.test('is created for at most 16 requests at a time; 200 more wait, and the rest get 503', async (t) => {
    const { open, opened } = createGate()
    const { post, conversions } = await startServer(t, async () => {
      await opened
      return '# Page'
    })
    const posts = Array.from({ length: 300 }, (_, id) => post({ ...read(), id }))
    const rejected = await Promise.race(posts)
    t.equal(rejected.statusCode, 503)
    t.equal(rejected.headers['retry-after'], '5')
    t.match(rejected.json(), { jsonrpc: '2.0', error: { code: -32000, message: /busy/ } })
    t.equal((await post({ ...read(), id: 'late' })).json().id, 'late')
    t.equal(
      (await post({ method: 'x'.repeat(60_000), id: 1 })).statusCode,
      400,
      'what is invalid does not wait'
    )
    t.equal((await post({ jsonrpc: '2.0', id: 1, result: {} })).statusCode, 202, 'nor does a response')
    open()
    const responses = await Promise.all(posts)
    t.equal(responses.filter(({ statusCode }) => statusCode === 200).length, 216)
    t.equal(conversions(), 16)
    t.same(
      responses.map((response) => response.json().id),
      Array.from({ length: 300 }, (_, id) => id)
    )
    t.equal((await post(read())).statusCode, 200)
  })

  t.test('does not wait for the index after warming up', async (t) => {
    const { post, conversions, warmUp } = await startServer(t, () => 'giraffe')
    await Promise.all([warmUp(), warmUp()])
    t.equal(conversions(), 1)
    const params = { name: 'search', arguments: { query: 'giraffe' } }
    const found = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    t.match(found.json().result.structuredContent, { results: [{ id: 'pages/' }] })
    t.equal(conversions(), 1)
  })

  t.test('is a 500 without detail if the server fails, and the log has the cause', async (t) => {
    const { post, lines } = await startServer(t, () => {
      throw new Error('a secret of /srv')
    })
    const response = await post(read())
    t.equal(response.statusCode, 500)
    t.match(response.headers, { 'access-control-allow-origin': '*' })
    t.same(response.json(), {
      jsonrpc: '2.0',
      error: { code: -32603, message: 'Internal error: the server log has the cause.' },
      id: null
    })
    t.match(JSON.stringify(lines), /a secret of \/srv/)
  })

  t.test('is available again after a temporary failure', async (t) => {
    let isBroken = true
    const { post } = await startServer(t, () => {
      if (isBroken) throw new Error('busy')
      return '# Page'
    })
    const params = { name: 'search', arguments: { query: 'page' } }
    const search = () => post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    t.equal((await search()).statusCode, 500)
    isBroken = false
    t.match((await search()).json().result.structuredContent, { results: [{ id: 'pages/' }] })
  })
})
