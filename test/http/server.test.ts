import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import t from 'tap'
import { Errors } from '../../src/http/errors.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { createLimitLog } from '../../src/http/slots.ts'
import { baseUrl, build, listen, waitForClose } from '../helper.ts'

t.test('a socket of Node.js has the private parser that the server stops', async (t) => {
  const sockets: object[] = []
  const server = createServer((request, response) => {
    sockets.push(request.socket)
    response.end()
  })
  await fetch(await listen(t, () => {}, server))
  t.match(sockets, [{ parser: { onIncoming: Function } }])
})

t.test('the HTTP server', async (t) => {
  const app = await build(t)
  const server = createHttpServer(app.routing, new Errors(baseUrl), createLimitLog({ warn: () => {} }))
  const address = new URL(await listen(t, app.routing, server))
  const open = () => connect(Number(address.port), address.hostname)

  /** Sends bytes over a new connection. Returns everything that the server sends until it closes the connection. */
  async function talk(bytes: string): Promise<string> {
    const socket = open()
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.write(bytes)
    await waitForClose(socket)
    return Buffer.concat(chunks).toString()
  }

  t.test('answers malformed requests with a JSON error and closes the connection', async (t) => {
    const cases = [
      ['nonsense\r\n\r\n', 400, 'Bad Request'],
      ['GET / HTTP/1.1\r\n\r\n', 400, ''],
      [
        'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
        400,
        'Bad Request'
      ],
      [
        `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
        431,
        'Request Header Fields Too Large'
      ]
    ] as const
    for (const [bytes, status, reason] of cases) {
      const response = await talk(bytes)
      t.match(response, new RegExp(`^HTTP/1.1 ${status} `))
      t.match(response, /connection: close/i)
      t.match(response, /^date: \w{3}, /im)
      if (reason === '') continue
      t.match(response, /content-type: application\/json; charset=utf-8\r\n/)
      t.same(JSON.parse(response.slice(response.indexOf('{'))), {
        error: {
          code: 'bad_request',
          message: `${reason}: the request cannot be read as HTTP/1.1.`,
          docs: `${baseUrl}/developers/#errors`
        }
      })
    }
  })

  t.test(
    'rejects Host and Expect headers that it cannot use, and too many headers, and closes the connection',
    async (t) => {
      const cases = [
        ['Host: a\r\nhOST: b', 400],
        // A second Host after them would be ignored.
        [`Host: a\r\n${'A: b\r\n'.repeat(99)}Host: b`, 431],
        ['X: a', 400],
        ['Host: a b', 400],
        ['Host: user@a', 400],
        ['Host: a/b', 400],
        ['Host: a\r\nExpect: tea', 417]
      ] as const
      for (const [headers, status] of cases) {
        for (const method of ['GET', 'HEAD']) {
          const response = await talk(`${method} /healthz HTTP/1.1\r\n${headers}\r\n\r\n`)
          t.match(response, new RegExp(`^HTTP/1.1 ${status} `), headers)
          t.match(response, /connection: close/i)
          t.match(response, /x-content-type-options: nosniff/)
          // Node.js 26 rejects too many headers in its parser, which does not tell the method.
          if (status !== 431) t.equal(response.includes('bad_request'), method === 'GET')
        }
      }
      for (const host of ['', 'a:1', '[::1]:1', 'a_b.%61-c']) {
        const response = await talk(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
        t.match(response, /^HTTP\/1.1 200 /, host)
      }
    }
  )

  t.test('rejects a body with a content encoding, and ignores the header without a body', async (t) => {
    const body = 'Content-Encoding: gzip\r\nContent-Length: 3'
    const cases = [
      ['GET', `${body}\r\n\r\nabc`, 415],
      ['HEAD', `${body}\r\n\r\nabc`, 415],
      ['GET', 'Content-Encoding: br\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 415],
      ['POST', `${body}\r\n\r\nabc`, 405],
      ['GET', 'Content-Encoding: identity\r\nContent-Length: 3\r\n\r\nabc', 200],
      ['GET', 'Content-Encoding: gzip\r\n\r\n', 200],
      ['GET', 'Content-Encoding: gzip\r\nContent-Length: 0\r\n\r\n', 200]
    ] as const
    for (const [method, rest, status] of cases) {
      const response = await talk(
        `${method} /api/v1/faq.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${rest}`
      )
      t.match(response, new RegExp(`^HTTP/1.1 ${status} `), `${method} ${rest}`)
      t.equal(/^accept-encoding: identity\r$/im.test(response), status === 415)
      if (status === 415 && method === 'GET') t.match(response, '"code":"bad_request"')
    }
  })

  t.test('rejects any number of further headers before a second Host header, and * as a path', async (t) => {
    const other = 'a:\r\n'.repeat(2100)
    t.match(await talk(`GET / HTTP/1.1\r\nHost: a\r\n${other}Host: b\r\n\r\n`), /^HTTP\/1.1 431 /)
    for (const target of ['*', '*api/v1/profile.json'])
      t.match(await talk(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`), /^HTTP\/1.1 400 /, target)
    const options = await talk('OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    t.match(options, /^HTTP\/1.1 204 /)
  })

  t.test('rejects CONNECT with 405 and closes the connection', async (t) => {
    const heads = [
      'Host: a:443',
      'Host: a:443\r\nContent-Length: 3',
      'Host: a:443\r\nProxy-Connection: keep-alive',
      'X: a'
    ]
    const targets = ['a.example:443', '/mcp', 'http://a.example/', '*']
    const bytes = heads.flatMap((head) =>
      targets.map((target) => `CONNECT ${target} HTTP/1.1\r\n${head}\r\n\r\n${'abc'.repeat(30_000)}`)
    )
    for (const response of await Promise.all(bytes.map(talk))) {
      t.match(response, /^HTTP\/1.1 405 Method Not Allowed\r\n/)
      t.match(response, /^connection: close\r\nallow: GET, HEAD, OPTIONS\r\n/m)
      t.match(JSON.parse(response.slice(response.indexOf('{'))), {
        error: { code: 'method_not_allowed', docs: `${baseUrl}/developers/#errors` }
      })
    }
    const both = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nCONNECT a:1 HTTP/1.1\r\n\r\n'
    t.notMatch(await talk(both), /^HTTP\/1.1 405/, 'not before the response to another request')
    for (const end of ['destroy', 'resetAndDestroy'] as const) {
      const socket = open()
      socket.write('CONNECT a:1 HTTP/1.1\r\n\r\n')
      await once(server, 'connect')
      const closed = once(socket, 'close')
      socket[end]()
      await closed
    }
    t.match(await talk('CONNECT a:1 HTTP/1.1\r\n\r\n'), /^HTTP\/1.1 405 /, 'after clients that left')
  })

  t.test('ignores Upgrade, and rejects methods that do not exist', async (t) => {
    for (const protocol of ['websocket', 'h2c', 'TLS/1.2', 'HTTP/2.0, SHTTP/1.3']) {
      const upgrade = `Connection: upgrade, close\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABk`
      const response = await talk(`GET /healthz HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n\r\n`)
      t.match(response, /^HTTP\/1.1 200 /, protocol)
      t.notMatch(response, /^upgrade:/im)
    }
    const methods = [
      ['TRACE', 405],
      ['PROPFIND', 405],
      ['M-SEARCH', 405],
      ['FOO', 400],
      ['get', 400]
    ] as const
    for (const [method, status] of methods) {
      const response = await talk(`${method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
      t.match(response, new RegExp(`^HTTP/1.1 ${status} `), method)
      t.match(response, '{"error":{"code":')
    }
    t.match(await talk('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), /^HTTP\/1.1 400 /)
  })

  t.test('writes no error into a response that it is sending, but closes the connection', async (t) => {
    const length = 4_000_000
    const slow = createHttpServer(
      ({ url }, response) => {
        if (url === '/long')
          response.writeHead(200, { 'content-length': length }).write('x'.repeat(length - 1))
      },
      new Errors(baseUrl),
      createLimitLog({ warn: () => {} })
    )
    const { port, hostname } = new URL(await listen(t, () => {}, slow))
    const connectRequest = 'CONNECT a:1 HTTP/1.1\r\n\r\n'
    const cases = [
      ['nonsense\r\n\r\n', ['/long']],
      ['nonsense\r\n\r\n', ['/long', '/waiting']],
      [connectRequest, ['/long']],
      [connectRequest, ['/long', '/waiting']],
      [connectRequest, ['/waiting']]
    ] as const
    for (const [next, paths] of cases) {
      const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join('')
      const socket = connect(Number(port), hostname)
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.write(requests)
      await once(slow, 'request')
      socket.write(next)
      await waitForClose(socket)
      t.notMatch(received, /HTTP\/1.1 4/)
    }
  })

  t.test('closes the connection of a pipelined request, and serves requests in turn', async (t) => {
    const request = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'
    for (const next of [request, request.replace('Host', 'Expect: tea\r\nHost')])
      t.ok((await talk(request + next.repeat(1600))).split('HTTP/1.1 ').length <= 2)
    const socket = open()
    for (let count = 0; count < 5; count += 1) {
      socket.write(request)
      const [response] = await once(socket, 'data')
      t.match(String(response), /^HTTP\/1.1 200 /)
    }
    socket.destroy()
  })

  t.test('answers a GET with a body and discards the body', async (t) => {
    const response = await talk(
      `GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 60000\r\n\r\n${'x'.repeat(60_000)}`
    )
    t.match(response, /^HTTP\/1.1 200 OK\r\n/)
  })

  t.test(
    'closes the connection of a request whose unread body comes in more than 1,000 chunks',
    async (t) => {
      const last = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
      for (const line of ['GET /healthz', 'POST /healthz', 'POST /mcp'])
        for (const [count, responses] of [
          [999, 2],
          [1001, 1]
        ] as const) {
          const start = `${line} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`
          const received = await talk(`${start}${'1\r\na\r\n'.repeat(count)}0\r\n\r\n${last}`)
          t.equal(received.split('HTTP/1.1 ').length - 1, responses, `${line}: ${count} chunks`)
        }
    }
  )

  t.test('sets timeouts for slow clients', async (t) => {
    t.ok(server.headersTimeout > 0 && server.headersTimeout <= 15_000)
    t.ok(server.requestTimeout > 0 && server.requestTimeout <= 30_000)
    t.ok(server.keepAliveTimeout > 120_000, 'exceeds the idle timeout of common proxies')
    t.ok(server.timeout > 0)
  })

  t.test('answers 408 to a client that exceeds a timeout, and closes the connection', async (t) => {
    const client = open()
    const [connection] = await once(server, 'connection')
    const slow = Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.emit('clientError', slow, connection)
    const [chunk] = await once(client, 'data')
    t.match(String(chunk), /^HTTP\/1.1 408 Request Timeout\r\n/)
    // The client keeps its half open.
    await once(connection, 'close')
    server.emit('clientError', slow, connection)
    t.ok(connection.destroyed)
  })

  t.test('answers another client while 300 clients have sent half a request', async (t) => {
    const slow = Array.from({ length: 300 }, open)
    t.teardown(() => {
      for (const socket of slow) socket.destroy()
    })
    await Promise.all(slow.map((socket) => once(socket, 'connect')))
    for (const socket of slow) socket.write('GET /api/v1/faq.json HTTP/1.1\r\nHost: a\r\nX-Slow: ')
    const response = await fetch(new URL('/api/v1/faq.json', address))
    t.equal(response.status, 200)
    await response.text()
    for (const socket of slow) socket.write('1\r\nConnection: close\r\n\r\n')
    const [first] = slow
    const [chunk] = first ? await once(first, 'data') : []
    t.match(String(chunk), /^HTTP\/1.1 200 OK/, 'answers a slow client too, once its request is complete')
  })

  t.test('keeps serving after a client resets its connection during a request', async (t) => {
    const socket = open()
    await once(socket, 'connect')
    const noticed = once(server, 'clientError')
    socket.write('GET / HTTP/1.1\r\nHost: ')
    setImmediate(() => socket.resetAndDestroy())
    await noticed
    t.equal((await fetch(new URL('/healthz', address))).status, 200)
  })
})
