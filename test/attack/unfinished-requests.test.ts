import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { call, type HttpRequest, send } from '../../harness/exchange.ts'
import { startLimited, twoRounds } from './limited-server.ts'
import { closeAll, openMany } from './sockets.ts'

const post = 'POST /mcp HTTP/1.1\r\nHost: nahat.example\r\nContent-Type: application/json\r\n'
const padding = 'x'.repeat(64_000)
const chunk = `${padding.length.toString(16)}\r\n${padding}\r\n`

// Each is sent over many connections and never completed.
const partialRequests: [name: string, connections: number, bytes: string][] = [
  ['a body with Content-Length', 1500, `${post}Content-Length: 65500\r\n\r\n${padding}`],
  ['a chunked body', 1500, `${post}Transfer-Encoding: chunked\r\n\r\n${chunk}`],
  [
    'a chunked body with chunks of one byte',
    1500,
    `${post}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(900)}`
  ],
  [
    'a body that the method does not need',
    1500,
    `GET /services/ HTTP/1.1\r\nHost: a\r\nContent-Length: 65500\r\n\r\n${padding}`
  ],
  ['headers', 1500, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(16_000)}`],
  ['many headers', 1500, `GET / HTTP/1.1\r\nHost: a\r\n${'a:b\r\n'.repeat(1900)}`]
]

const message = (note: string): HttpRequest => {
  const { headers, ...rest } = call('tools/list', { _meta: { note } })
  return { ...rest, headers: { ...headers, host: 'nahat.example' } }
}
const short = message('')
// Nearly as long as a body may be: what the other bodies leave of the budget depends on the chunks in which they arrive, but
// is less than the memory of one body.
const long = message('x'.repeat(65_400))

t.test('unfinished requests leave the server up', async (t) => {
  const server = await startLimited(t)
  await twoRounds(t, server, async () => {
    for (const [name, count, bytes] of partialRequests) {
      const sockets = await openMany(server.port, count, bytes)
      await sleep(500)
      // A short message does not count towards the budget for bodies.
      const response = await send(server.port, {
        ...short,
        headers: { ...short.headers, connection: 'close' }
      })
      t.equal(response.status, 200, `${name} on ${count} connections`)
      closeAll(sockets)
    }
  })

  t.test('a long body gets 503 while other bodies fill the budget, and 200 afterwards', async (t) => {
    const sockets = await openMany(server.port, 900, partialRequests[0]?.[2])
    // Retries, because a proxy in front of a container may still be forwarding the bodies of the connections.
    let rejected = await send(server.port, long)
    for (let count = 0; rejected.status === 200 && count < 140; count += 1) {
      await sleep(100)
      rejected = await send(server.port, long)
    }
    t.match(rejected, { status: 503, headers: { 'retry-after': '5' } })
    t.match(JSON.parse(rejected.body), { jsonrpc: '2.0', error: { code: -32000 }, id: null })
    const reached = new Set(server.log.map(({ limit }) => limit))
    t.ok(reached.has('bodies') && reached.has('connections'))
    closeAll(sockets)
    await sleep(500)
    t.equal((await send(server.port, long)).status, 200)
  })
})
