import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import t from 'tap'
import { newConnections, send } from '../../../harness/exchange.ts'
import { start } from '../../process.ts'
import { amount } from '../../random.ts'
import { measure } from '../measured.ts'
import { residentMemory } from './memory.ts'
import { statuses, talk } from './talk.ts'

const text = fc.string({ unit: 'binary', maxLength: 60 })
const method = fc.oneof(
  fc.constantFrom(
    ...['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'QUERY']
  ),
  fc.constantFrom('', 'get', 'GET GET', 'X'.repeat(9000)),
  text
)
const path = fc.oneof(
  fc.constantFrom(
    ...[
      '/',
      '*',
      '',
      '//',
      '/mcp',
      '/api/v1/faq.json',
      '/pricing/',
      '/pricing.md',
      '/metrics',
      '/icon-512.png',
      '/.env',
      '/.git/config'
    ],
    ...['/../../etc/passwd', '/..%2f..%2fetc/passwd', '/..%5c..%5cetc/passwd', '/assets/../../package.json'],
    ...[
      '/assets/..%2f..%2fpackage.json',
      '/%00',
      '/%',
      '/%ff%fe',
      '/pricing%00.md',
      '/%2e%2e/%2e%2e/package.json'
    ],
    ...[
      '/api/v1/services/__proto__.json',
      '/api/v1/services/constructor.json',
      '/api/v1/services/%2e%2e.json'
    ],
    ...[
      'http://elsewhere.example/',
      'https://nahat.example/faq/',
      '//elsewhere.example/%2e%2e',
      'elsewhere.example:443'
    ],
    ...['/\\elsewhere.example', `/${'a'.repeat(20_000)}`, `/${'a/'.repeat(3000)}`, `/${'%41'.repeat(3000)}`],
    ...[
      `/pricing?${'x'.repeat(8000)}`,
      '/pricing/?a[b]=c&a=1&__proto__[x]=y',
      '/pricing/#x',
      '/fàq/',
      '/שאלות/'
    ]
  ),
  fc.webPath(),
  text.map((value) => `/${value}`)
)
const header = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      ...[
        'Accept',
        'Accept-Encoding',
        'If-None-Match',
        'If-Modified-Since',
        'If-Unmodified-Since',
        'If-Match',
        'If-Range',
        'Range',
        'Origin',
        'Content-Type'
      ],
      ...[
        'Content-Length',
        'Transfer-Encoding',
        'Expect',
        'Upgrade',
        'Connection',
        'Host',
        'Cookie',
        'User-Agent'
      ],
      ...[
        'X-Forwarded-For',
        'X-Forwarded-Host',
        'X-HTTP-Method-Override',
        'Forwarded',
        'Mcp-Protocol-Version'
      ],
      ...['Mcp-Session-Id', 'Mcp-Method', 'Last-Event-ID', 'Access-Control-Request-Method', 'TE', 'Trailer']
    ),
    fc.oneof(
      fc.constantFrom(
        ...[
          '*',
          '*/*',
          'text/markdown',
          'br;q=0, *;q=0',
          ',,,',
          ';q=',
          '"',
          '"\\',
          'text/html;q=NaN',
          '100-continue'
        ],
        ...[
          'websocket',
          'h2c',
          'close, upgrade',
          'bytes=0-0,1-1,2-2',
          'bytes=-1',
          'bytes=99999999-',
          '"x"',
          'Thu, 01 Jan 1970 00:00:00 GMT',
          '-1',
          '1e9',
          '0x10',
          '99999999999999'
        ],
        ...[
          'chunked',
          'identity',
          'gzip, chunked',
          'null',
          'file://',
          'application/json',
          'multipart/form-data',
          'Infinity'
        ],
        ...['a,'.repeat(4000), '"'.repeat(8000), 'text/html;'.repeat(800), 'q'.repeat(15_000)]
      ),
      text
    )
  ),
  fc.tuple(text, text)
)
const message = fc.oneof(
  fc.constantFrom(
    '',
    '0\r\n\r\n',
    '5\r\nhello\r\n0\r\n\r\n',
    'ffffffffffffffff\r\n',
    '{',
    '[',
    'null',
    '[[[[',
    '{"__proto__":1}'
  ),
  fc.json().map(String),
  fc
    .record({ jsonrpc: fc.constant('2.0'), id: fc.jsonValue(), method: text, params: fc.jsonValue() })
    .map((value) => JSON.stringify(value)),
  fc
    .record({
      jsonrpc: fc.constant('2.0'),
      id: fc.constant(1),
      method: fc.constantFrom(
        ...['initialize', 'tools/call', 'resources/read', 'prompts/get', 'completion/complete', 'ping']
      ),
      params: fc.jsonValue()
    })
    .map((value) => JSON.stringify(value)),
  text
)
const request = fc
  .record({
    method,
    path,
    version: fc.constantFrom('1.1', '1.1', '1.1', '1.0', '0.9', '2.0', ''),
    headers: fc.array(header, { maxLength: 6 }),
    message,
    hasHost: fc.boolean(),
    tellsLength: fc.boolean()
  })
  .map(({ method, path, version, headers, message, hasHost, tellsLength }) => {
    const body = Buffer.from(message)
    const lines = [
      `${method} ${path} HTTP/${version}`,
      ...(hasHost ? ['Host: nahat.example'] : []),
      ...headers.map(([name, value]) => `${name}: ${value}`),
      ...(tellsLength ? [`Content-Length: ${body.length}`] : [])
    ]
    return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8'), body])
  })

// A second request, hidden in the first: a server that takes it for a request of its own responds twice, or keeps the
// connection open.
const hidden = 'GET /api/v1/pricing.json HTTP/1.1\r\nHost: nahat.example\r\n\r\n'
const post = 'POST /mcp HTTP/1.1\r\nHost: nahat.example\r\nContent-Type: application/json\r\n'
const smuggled = [
  `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden}`,
  ...[
    'xchunked',
    'chunked, identity',
    'identity',
    '\x0bchunked',
    'chunked\x00',
    '"chunked"',
    'chunked, chunked'
  ].map((coding) => `${post}Content-Length: 0\r\nTransfer-Encoding: ${coding}\r\n\r\n${hidden}`),
  `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`,
  `${post}Transfer-Encoding:\r\n chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${hidden}`,
  `${post}X: y\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n${hidden}`,
  `${post}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  ...[`+${hidden.length}`, '0, 4', '-1', '0x0', ' ', '1e1', '99999999999999999999'].map(
    (length) => `${post}Content-Length: ${length}\r\n\r\n${hidden}`
  ),
  `${post}Transfer-Encoding: chunked\r\n\r\n1ffffffffffffffff0\r\n${hidden}`,
  `${post}Transfer-Encoding: chunked\r\n\r\n0;x\n\r\n${hidden}`,
  `${post}Transfer-Encoding: chunked\r\n\r\n-0\r\n\r\n${hidden}`,
  `GET /faq/ HTTP/1.1\r\nHost: nahat.example\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  `GET /faq/ HTTP/1.1\r\nHost: nahat.example\r\nX: \r\n${hidden.replaceAll('\r\n', '\r')}\r\n`,
  `GET /faq/ HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
  `GET /faq/ HTTP/1.1\nHost: nahat.example\nTransfer-Encoding: x\n\n${hidden}`
]

// The folder of the project, a stack of calls, or a file of the code.
const leak = new RegExp(`${process.cwd()}|node_modules|\\bat \\S+ \\(|\\.[jt]s:\\d+`)

t.test('hostile clients', { timeout: 600_000 }, async (t) => {
  const { port, line, child, exited, output } = await start(t, { METRICS_PORT: '0' })
  const isWell = async () =>
    (await send(port, { path: '/api/v1/profile.json' }, newConnections)).status === 200

  t.test('never get a 5xx or internal details', async (t) => {
    const property = fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 3 }), async (requests) => {
      const answer = await talk(port, Buffer.concat(requests))
      const bad = statuses(answer).filter((status) => status < 100 || status >= 500)
      if (bad.length > 0 || leak.test(answer)) throw new Error(answer.slice(0, 2000))
    })
    await t.resolves(fc.assert(property, { numRuns: amount(400, 20_000) }))
    t.ok(await isWell())
  })

  t.test('cannot smuggle a request (RFC 9112)', async (t) => {
    for (const bytes of smuggled) {
      const answer = await talk(port, bytes)
      t.equal(statuses(answer).length, 1, JSON.stringify(bytes.slice(0, -hidden.length).slice(-80)))
      t.notMatch(answer, '"packages"')
    }
  })

  t.test('cannot fill the memory with responses that they do not read', async (t) => {
    const before = await residentMemory(line)
    // As much as the server reads from a connection at once.
    const bytes = 'GET /openapi.json HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(1700)
    const sockets = Array.from({ length: amount(20, 200) }, () => {
      const socket = connect(port, '127.0.0.1')
        .pause()
        .on('error', () => {})
      socket.write(bytes)
      return socket
    })
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    for (let count = 0; count < 20; count += 1) t.ok(await isWell())
    const held = await residentMemory(line)
    for (const socket of sockets) socket.destroy()
    t.comment(`${before} MB before, ${held} MB with ${sockets.length} such clients`)
    measure(t, 'memory of silent clients', held - before, 60, 'MB')
  })

  t.test('slow clients do not block others (slowloris)', async (t) => {
    const slow = Array.from({ length: amount(200, 2000) }, () =>
      connect(port, '127.0.0.1').on('error', () => {})
    )
    await Promise.all(slow.map((socket) => once(socket, 'connect')))
    for (let letter = 0; letter < 20; letter += 1) {
      for (const socket of slow) socket.write('GET /faq/ HTTP/1.1\r\nHost: a\r\n'.charAt(letter))
      t.ok(await isWell())
    }
    for (const socket of slow) socket.destroy()
  })

  t.test('cause no logged error', async (t) => {
    child.kill('SIGTERM')
    t.equal(await exited, 0)
    t.same(
      output.filter((text) => JSON.parse(text).level >= 50),
      []
    )
  })
})
