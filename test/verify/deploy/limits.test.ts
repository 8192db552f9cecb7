import { once } from 'node:events'
import { get } from 'node:https'
import t, { type Test } from 'tap'
import { call, type Reply, send } from '../../../harness/exchange.ts'
import { listen, openSocket, waitForClose } from '../../helper.ts'
import { start } from '../../process.ts'
import { clientHeader, proxies, startCaddy, startNginx, startNginxTls } from './processes.ts'

const json = { 'content-type': 'application/json' }
const faq = '/api/v1/faq.json'
const halfPost = 'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n'

/** A server that closes the connection instead of answering, twice, and the methods of the requests that it got. */
async function startDying(t: Test) {
  const methods: unknown[] = []
  const listenOnce = () =>
    listen(t, ({ url = '', method, socket }, response) => {
      if (/^\/(health|ready)z$/.test(url)) return response.end()
      methods.push(method)
      return socket.destroy()
    })
  const [first, second] = [new URL(await listenOnce()), new URL(await listenOnce())]
  const ports: [number, number] = [Number(first.port), Number(second.port)]
  return { ports, methods }
}

/** An error as the API sends it. */
const apiError = (status: number, code: string | number) => ({
  status,
  code,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'access-control-allow-origin': '*',
    'cache-control': 'no-store'
  }
})

const withCode = (reply: Reply) => ({ ...reply, code: JSON.parse(reply.body).error.code })

for (const [name, startProxy] of Object.entries(proxies)) {
  t.test(`${name}, in front of two servers that end at any request`, async (t) => {
    const { ports, methods } = await startDying(t)
    const { port } = await startProxy(t, ports)

    t.test('sends a GET to the other server too', async (t) => {
      t.match(withCode(await send(port, { path: faq })), apiError(503, 'unavailable'))
      t.ok(methods.length >= 2)
    })

    t.test('sends a POST to one server only', async (t) => {
      methods.length = 0
      t.match(withCode(await send(port, call('tools/list', {}))), apiError(503, 'unavailable'))
      t.same(methods, ['POST'])
    })
  })

  t.test(`${name}, in front of the server`, async (t) => {
    // One hop too many: the log then has what the client sent, unless the proxy removes it.
    const server = await start(t, { ACCESS_LOG: 'true', TRUST_PROXY: '2' })
    const { port } = await startProxy(t, [server.port, server.port])
    const large = 'x'.repeat(100_000)

    t.test('passes on the address of the connection instead of a forged one', async (t) => {
      const response = server.logged('response')
      const headers = { 'x-forwarded-for': '203.0.113.66' }
      await send(port, { path: '/api/v1/pricing.json?forged', headers })
      t.match(await response, { url: '/api/v1/pricing.json?forged', ip: '127.0.0.1' })
    })

    t.test('accepts a body of 64 KiB, and rejects a longer one, also in chunks', async (t) => {
      const { body = '', ...rest } = call('tools/list', {})
      for (const path of ['/mcp', '/mcp/', '/mcp/?a'])
        t.equal((await send(port, { ...rest, path, body: body.padEnd(65_536) })).status, 200, path)
      for (const headers of [json, { ...json, 'transfer-encoding': 'chunked' }])
        for (const path of ['/mcp', '/mcp/', '/mcp/?a']) {
          const reply = await send(port, { method: 'POST', path, headers, body: large })
          t.match(withCode(reply), { status: 413, code: -32600 }, path)
        }
    })

    t.test('answers other clients while one sends bodies that are too large or cut off', async (t) => {
      for (let count = 0; count < 6; count += 1) {
        await send(port, { method: 'POST', path: '/mcp', headers: json, body: large })
        const socket = openSocket(`http://127.0.0.1:${port}`, `${halfPost}\r\n{`)
        await once(socket, 'connect')
        socket.destroy()
        t.equal((await send(port, call('tools/list', {}))).status, 200)
      }
    })

    t.test('closes a connection that sends its head or body too slowly', { timeout: 45_000 }, async (t) => {
      const stalled = [halfPost, `${halfPost}\r\n{`].map((text) =>
        waitForClose(openSocket(`http://127.0.0.1:${port}`, text).resume())
      )
      await Promise.all(stalled)
      t.equal((await send(port, { path: faq })).status, 200)
    })
  })
}

t.test('HSTS is in each response of Caddy, and of nginx over TLS, and in no other', async (t) => {
  const { ports } = await startDying(t)
  const [caddy, nginx] = [await startCaddy(t, ports), await startNginxTls(t, ports)]
  const { tlsPort: port } = nginx
  const name = 'strict-transport-security'
  const read = async (port: number, path: string) => (await send(port, { path })).headers[name]
  for (const path of ['/healthz', faq]) {
    const request = get({ host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false })
    const [response] = await once(request, 'response')
    response.resume()
    const found = [await read(caddy.port, path), response.headers[name], await read(nginx.port, path)]
    t.same(found, ['max-age=31536000', 'max-age=31536000', undefined], path)
  }
})

t.test('nginx rejects a body of more than 64 KiB before any server gets it', async (t) => {
  const { ports, methods } = await startDying(t)
  const { port } = await startNginx(t, ports)
  const post = async (path: string) =>
    withCode(await send(port, { method: 'POST', path, headers: json, body: 'x'.repeat(65_537) }))
  t.match(await post('/mcp'), apiError(413, -32600))
  t.match(await post('/pricing/'), apiError(413, 'bad_request'))
  t.same(methods, [])
})

t.test('nginx limits each client', async (t) => {
  const server = await start(t)
  const { port } = await startNginx(t, [server.port, server.port])
  const ask = (client: string, path = faq) => send(port, { path, headers: { [clientHeader]: client } })
  const flood = (client: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => ask(client)))

  t.test('not before 400 requests at once', async (t) => {
    const replies = await flood('198.51.100.1', 400)
    t.same([...new Set(replies.map(({ status }) => status))], [200])
  })

  t.test('to 100 requests per second, by the network of an IPv6 address', async (t) => {
    const replies = await flood('2001:db8:1:2:aaaa::1', 1500)
    const [rejected] = replies.filter(({ status }) => status !== 200)
    t.match(rejected && withCode(rejected), apiError(429, 'unavailable'))
    t.match(rejected?.headers, { 'retry-after': '1' })
    const neighbours = await flood('2001:db8:1:2:bbbb:cccc:dddd:eeee', 400)
    const isLimited = neighbours.some(({ status }) => status === 429)
    t.ok(isLimited, 'the same network')
    t.equal((await ask('2001:db8:1:3::1')).status, 200, 'another network')
    t.equal((await ask('198.51.100.2')).status, 200, 'another address')
  })

  t.test('to 100 requests in flight', async (t) => {
    const client = '198.51.100.3'
    const half = `${halfPost}${clientHeader}: ${client}\r\n\r\n{`
    const sockets = Array.from({ length: 100 }, () => openSocket(`http://127.0.0.1:${port}`, half))
    let last: Reply
    do last = await ask(client)
    while (last.status === 200)
    t.match(withCode(last), apiError(429, 'unavailable'))
    for (const path of ['/mcp', '/mcp/']) t.match(withCode(await ask(client, path)), apiError(429, -32000))
    t.equal((await ask('198.51.100.4')).status, 200, 'another address')
    for (const socket of sockets) socket.destroy()
  })
})
