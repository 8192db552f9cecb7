import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import t from 'tap'
import { send } from '../../harness/exchange.ts'
import { createLimits } from '../../src/http/limits.ts'
import { baseUrl, build, listen, openSocket, talk, waitForClose } from '../helper.ts'
import { startServer } from './context.ts'

const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
const headers = { 'content-type': 'application/json' }
const ping = (id: number | string) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })

/** Returns a request in chunks that asks the server to close the connection. */
const inChunks = (...chunks: string[]) =>
  [
    `${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ...chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`),
    '0\r\n\r\n'
  ].join('')

t.test('the body of a message', async (t) => {
  // Half of the budget is for bodies, each of which counts three times: room for one of the maximum length.
  const limits = createLimits({ warn: () => {} }, 400_000)
  const url = await listen(t, (await build(t, { limits })).routing)
  const post = (length: number) =>
    send(Number(new URL(url).port), { method: 'POST', path: '/mcp', headers, body: ping(1).padEnd(length) })
  const ask = async (length: number, status: number) => {
    let reply = await post(length)
    while (reply.status !== status) reply = await post(length)
    return reply
  }

  t.test('is read up to 64 KiB, in chunks of any size', async (t) => {
    t.equal((await post(65_536)).status, 200)
    const body = ping('שלום').padEnd(55_000)
    const parts = [body.slice(0, 5000), body.slice(5000, 5001), body.slice(5001)]
    t.match(await talk(url, inChunks(...parts)), /^HTTP\/1.1 200 .*"id":"שלום"/s)
  })

  t.test('is rejected with 413 if it is larger, and the connection serves the next request', async (t) => {
    const larger = 'x'.repeat(65_536)
    t.match(await talk(url, inChunks(larger, 'x')), /^HTTP\/1.1 413 .*The body is larger than 64 KiB\./s)
    const socket = openSocket(url, `${head}Content-Length: 200000\r\n\r\n`)
    let received = ''
    socket.on('data', (bytes) => {
      received += bytes
    })
    await once(socket, 'data')
    socket.write('x'.repeat(200_000))
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    await waitForClose(socket)
    t.match(received, /^HTTP\/1.1 413 .*HTTP\/1.1 200 /s)
  })

  t.test('is rejected with 400 if it comes in too many chunks, and the connection is closed', async (t) => {
    const bytes = inChunks(...'x'.repeat(1001)).replace('Connection: close\r\n', '')
    t.match(await talk(url, bytes), /^HTTP\/1.1 400 .*\nconnection: close\r.*"code":-32600,/is)
  })

  t.test('gets 503 while others fill the budget, unless it is short', async (t) => {
    const other = openSocket(url, `${head}Content-Length: 65500\r\n\r\n${'x'.repeat(65_000)}`)
    const { headers, body } = await ask(30_000, 503)
    t.equal(headers['retry-after'], '5')
    t.match(JSON.parse(body), {
      error: { code: -32000, message: 'The server is busy with other requests. Try again.' }
    })
    t.match(await talk(url, inChunks('x'.repeat(1000), 'x'.repeat(30_000))), /^HTTP\/1.1 503 /)
    t.equal(limits.log.counts.bodies, 2)
    t.equal((await post(4000)).status, 200)
    other.destroy()
    await ask(60_000, 200)
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
  const sendPing = async () =>
    (await fetch(`${url}/mcp`, { method: 'POST', body: ping(1).padEnd(5000), headers })).status
  t.equal(await sendPing(), 200)
  t.equal(await sendPing(), 200)

  const started = once(conversions, 'start')
  const connected = once(http, 'connection')
  const params = { uri: `${baseUrl}/index.md` }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params }).padEnd(5000)
  const client = openSocket(url, `${head}Content-Length: ${body.length}\r\n\r\n${body}`)
  const [socket] = await connected
  await started
  t.equal(await sendPing(), 503, 'while the response is created')
  client.destroy()
  await once(socket, 'close')
  t.equal(await sendPing(), 503, 'after the client has left')
  for (const open of gates) open()
  let status = await sendPing()
  while (status === 503) status = await sendPing()
  t.equal(status, 200)
})
