import t from 'tap'
import { send } from '../../../harness/exchange.ts'
import { loadTemporal } from '../../../src/business/opening-hours.ts'
import { folderWith, newFolder, readManifest, write } from '../../export/trees.ts'
import { baseUrl, build, facts } from '../../helper.ts'
import { connect, revisions } from '../../mcp/connect.ts'
import { startWorkerd } from './workerd.ts'

const dataDir = 'test/fixtures/guesthouse'
// Of the connection.
const omitted = ['connection', 'date', 'keep-alive', 'transfer-encoding']

/** Returns the headers that are the same: the errors of the OpenAPI document have no Link, and dates may change meanwhile. */
const pick = (path: string, headers: object) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) =>
        !omitted.includes(name) &&
        !(name === 'link' && path === '/api/openapi.json') &&
        !(name === 'cache-control' && /hours|security/.test(path))
    )
  )

t.test('the worker on its engine', async (t) => {
  await loadTemporal()
  const siteDir = folderWith(t, {
    'café.html': '<title>Café</title><p>Coffee.',
    'price list & more.pdf': '%PDF-1.7',
    '.well-known/proof': 'proof'
  })
  const folder = newFolder(t)
  const date = new Date().toISOString().slice(0, 10)
  await write(folder, { dataDir, siteDir, date, worker: 'dist/worker.js' })
  const business = await facts(dataDir, undefined, baseUrl, siteDir)
  const app = await build(t, { business }, { siteDir, dataDir })
  const { port, errors } = await startWorkerd(t, folder)

  t.test('serves the client of the MCP SDK in every revision', async (t) => {
    // The client cannot send the Host of BASE_URL, and the worker allows localhost.
    for (const revision of revisions) {
      const client = await connect(t, `http://127.0.0.1:${port}`, revision)
      const { tools } = await client.listTools()
      t.ok(tools.some(({ name }) => name === 'search'))
      const { structuredContent } = await client.callTool({ name: 'search', arguments: { query: 'room' } })
      t.match(structuredContent, { results: [{ url: RegExp(baseUrl) }] })
      t.ok((await client.listResources()).resources.length > 0)
      t.notOk((await client.callTool({ name: 'get_opening_hours' })).isError)
    }
  })

  t.test('answers as the server does', async (t) => {
    const paths = Object.values(readManifest(folder).files).flatMap(({ path }) =>
      path === undefined ? [] : encodeURI(path)
    )
    const others = [
      '/none',
      '/%',
      '/api/x',
      '/healthz',
      '/pricing',
      '/.business-facts/site.json',
      '/%2e%2e/x'
    ]
    const requests = [...paths, ...others].flatMap((path) =>
      (['GET', 'HEAD', 'OPTIONS'] as const).flatMap((method) =>
        ['text/html', 'text/markdown'].map((accept) => ({
          ...{ path, method },
          headers: { accept, 'accept-encoding': 'identity' }
        }))
      )
    )
    for (const request of requests) {
      const { path, method, headers } = request
      const expected = await app.inject({ url: path, method, headers })
      const response = await send(port, request)
      const name = `${method} ${path} as ${headers.accept}`
      t.equal(response.status, expected.statusCode, name)
      t.same(pick(path, response.headers), pick(path, expected.headers), name)
      if (response.body !== expected.rawPayload.toString('latin1')) t.fail(`${name} has another body`)
    }
    t.same(errors, [])
  })

  t.test('sends 304 for an ETag that a proxy has made weak', async (t) => {
    const { headers } = await send(port, { path: '/' })
    const conditional = { 'if-none-match': `W/${headers.etag}` }
    t.match(await send(port, { path: '/', headers: conditional }), { status: 304, body: '' })
  })

  t.test('serves MCP', async (t) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const response = await send(port, { method: 'POST', path: '/mcp', headers, body })
    t.match(response, { status: 200, body: /"result":\{\}/ })
  })
})
