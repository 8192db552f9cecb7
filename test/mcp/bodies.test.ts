import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import t from 'tap'
import { createLimits } from '../../src/http/limits.ts'
import { baseUrl, build, listen, openSocket, waitForClose } from '../helper.ts'
import { startServer } from './context.ts'

t.test('POST /mcp', async (t) => {
  const limits = createLimits({ warn: () => {} }, 0)
  const app = await build(t, { limits })
  const url = new URL(await listen(t, app.routing))
  const head = `POST /mcp HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\n`
  const ask = async (bytes: string) => {
    const socket = openSocket(url, head + bytes)
    const [response] = await once(socket, 'data')
    socket.destroy()
    return String(response)
  }

  t.test('returns 503 with Retry-After while other bodies fill the budget', async (t) => {
    const response = await ask(`Content-Length: 5000\r\n\r\n${'x'.repeat(5000)}`)
    t.match(response, /^HTTP\/1.1 503 .*\r\nretry-after: 5\r\n/is)
    t.match(response, '{"jsonrpc":"2.0","error":{"code":-32000,')
    t.equal(limits.log.counts.bodies, 1)
    const chunks = [1000, 5000].map((size) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`)
    const later = await ask(`Transfer-Encoding: chunked\r\n\r\n${chunks.join('')}`)
    t.match(later, /^HTTP\/1.1 503 /)
    t.equal(limits.log.counts.bodies, 2)
  })

  t.test('keeps the connection of a body that it rejects with 413, and discards the rest', async (t) => {
    const socket = openSocket(url, `${head}Content-Length: 200000\r\n\r\n`)
    let received = ''
    socket.on('data', (bytes) => {
      received += bytes
    })
    await once(socket, 'data')
    socket.write('x'.repeat(200_000))
    socket.write(`GET /healthz HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`)
    await waitForClose(socket)
    t.match(received, /^HTTP\/1.1 413 .*HTTP\/1.1 200 /s)
  })

  t.test('returns 400 for a body in too many chunks, and closes the connection', async (t) => {
    const response = await ask(`Transfer-Encoding: chunked\r\n\r\n${'0001\r\nx\r\n'.repeat(1001)}`)
    t.match(response, /^HTTP\/1.1 400 .*\r\nconnection: close\r\n/is)
    t.match(response, '{"jsonrpc":"2.0","error":{"code":-32600,')
  })
})

t.test('the budget holds a body until its response is sent, even if its client has left', async (t) => {
  // Enough for one body with its copies.
  const limits = createLimits({ warn: () => {} }, 50_000)
  const gates: (() => void)[] = []
  const conversions = new EventEmitter()
  const markdown = async () => {
    const opened = new Promise<void>((resolve) => gates.push(resolve))
    conversions.emit('start')
    await opened
    return '# Page'
  }
  const { app } = await startServer(t, markdown, ['/'], limits)
  const http = createServer(app.routing)
  await app.ready()
  const url = await listen(t, app.routing, http)
  const _meta = { note: 'x'.repeat(5000) }
  const bodyOf = (method: string, params?: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } })
  const headers = { 'content-type': 'application/json' }
  const ping = async () =>
    (await fetch(`${url}/mcp`, { method: 'POST', body: bodyOf('ping'), headers })).status
  t.equal(await ping(), 200)
  t.equal(await ping(), 200)

  const started = once(conversions, 'start')
  const connected = once(http, 'connection')
  const body = bodyOf('resources/read', { uri: `${baseUrl}/index.md` })
  const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const client = openSocket(url, `${head}Content-Length: ${body.length}\r\n\r\n${body}`)
  const [socket] = await connected
  await started
  t.equal(await ping(), 503, 'while the response is created')
  client.destroy()
  await once(socket, 'close')
  t.equal(await ping(), 503, 'after the client has left')
  for (const open of gates) open()
  let status = await ping()
  while (status === 503) status = await ping()
  t.equal(status, 200)
})
