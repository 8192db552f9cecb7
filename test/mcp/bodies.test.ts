import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { BodyBudget } from '../../src/http/body-budget.ts'
import { createLimits } from '../../src/http/limits.ts'
import { build, listen } from '../helper.ts'

t.test('POST /mcp', async (t) => {
  const limits = createLimits({ warn: () => {} })
  const bodies = new BodyBudget(limits.log, { maxBodyBytes: 65_536, freeBytes: 2000, maxTotalBytes: 0 })
  const app = await build(t, { limits: { ...limits, bodies } })
  const url = new URL(await listen(t, app.routing))
  const head = `POST /mcp HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\n`
  /** Sends these bytes and returns the response. */
  const talk = async (bytes: string) => {
    const socket = connect(Number(url.port), url.hostname)
    socket.on('error', () => {})
    socket.write(head + bytes)
    const [response] = await once(socket, 'data')
    socket.destroy()
    return String(response)
  }

  t.test('returns 503 with Retry-After while other bodies fill the budget', async (t) => {
    const response = await talk(`Content-Length: 3000\r\n\r\n${'x'.repeat(3000)}`)
    t.match(response, /^HTTP\/1.1 503 .*\r\nretry-after: 5\r\n/is)
    t.match(response, '{"jsonrpc":"2.0","error":{"code":-32000,')
    t.equal(limits.log.counts.bodies, 1)
  })

  t.test('keeps the connection of a body that it rejects with 413, and discards the rest', async (t) => {
    const socket = connect(Number(url.port), url.hostname)
    let received = ''
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      received += bytes
    })
    socket.write(`${head}Content-Length: 200000\r\n\r\n`)
    await once(socket, 'data')
    socket.write('x'.repeat(200_000))
    socket.write(`GET /healthz HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`)
    await once(socket, 'close')
    t.match(received, /^HTTP\/1.1 413 .*HTTP\/1.1 200 /s)
  })

  t.test('returns 400 for a body in too many chunks, and closes the connection', async (t) => {
    const response = await talk(`Transfer-Encoding: chunked\r\n\r\n${'0001\r\nx\r\n'.repeat(1001)}`)
    t.match(response, /^HTTP\/1.1 400 .*\r\nconnection: close\r\n/is)
    t.match(response, '{"jsonrpc":"2.0","error":{"code":-32600,')
  })
})
