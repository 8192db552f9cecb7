import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { call, type Sent, send } from '../../harness/exchange.ts'
import { startLimited, twoRounds } from './limited-server.ts'
import { closeAll, openMany } from './sockets.ts'

const post = 'POST /mcp HTTP/1.1\r\nHost: nahat.example\r\nContent-Type: application/json\r\n'
const padding = 'x'.repeat(64_000)
const chunk = `${padding.length.toString(16)}\r\n${padding}\r\n`

// Each is sent over thousands of connections and never ended.
const beginnings: [name: string, connections: number, bytes: string][] = [
  ['a body with its length', 1500, `${post}Content-Length: 65500\r\n\r\n${padding}`],
  ['a body in chunks', 1500, `${post}Transfer-Encoding: chunked\r\n\r\n${chunk}`],
  [
    'a body in chunks of one byte',
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

const message = (note: string): Sent => {
  const { headers, ...rest } = call('tools/list', { _meta: { note } })
  return { ...rest, headers: { ...headers, host: 'nahat.example' } }
}
const short = message('')
const long = message('x'.repeat(30_000))

t.test('unfinished requests leave the server up', async (t) => {
  const server = await startLimited(t)
  await twoRounds(t, server, async () => {
    for (const [name, count, bytes] of beginnings) {
      const sockets = await openMany(server.port, count, bytes)
      await sleep(500)
      // A short message needs no budget.
      const answered = await send(server.port, {
        ...short,
        headers: { ...short.headers, connection: 'close' }
      })
      t.equal(answered.status, 200, `${name} on ${count} connections`)
      closeAll(sockets)
    }
  })

  t.test('a long body is 503 while others fill the budget, and 200 after them', async (t) => {
    const sockets = await openMany(server.port, 300, beginnings[0]?.[2])
    // A proxy between client and server, as in front of a container, still passes on what the connections have sent.
    let refused = await send(server.port, long)
    for (let count = 0; refused.status === 200 && count < 50; count += 1) {
      await sleep(100)
      refused = await send(server.port, long)
    }
    t.match(refused, { status: 503, headers: { 'retry-after': '5' } })
    t.match(JSON.parse(refused.body), { jsonrpc: '2.0', error: { code: -32000 }, id: null })
    const reached = new Set(server.log.map(({ limit }) => limit))
    t.ok(reached.has('bodies') && reached.has('connections'))
    closeAll(sockets)
    await sleep(500)
    t.equal((await send(server.port, long)).status, 200)
  })
})
