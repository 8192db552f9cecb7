import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import t from 'tap'
import { newConnections, send } from '../../../harness/exchange.ts'
import { openSocket, waitForClose } from '../../helper.ts'
import { linesOf, start } from '../../process.ts'
import { amount } from '../../random.ts'

/** Sends bytes over a new connection, half-closes it, and returns all bytes until the server closes it, in latin1. */
async function talk(url: string, bytes: Buffer | string): Promise<string> {
  const socket = openSocket(url).setEncoding('latin1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.end(bytes)
  const late = sleep(60_000, 'no close within a minute', { ref: false })
  const problem = await Promise.race([waitForClose(socket), late])
  if (problem) throw new Error(`${problem}: ${JSON.stringify(bytes.toString('latin1').slice(0, 300))}`)
  return received
}

const statuses = (text: string): number[] =>
  Array.from(text.matchAll(/(?:^|\r\n\r\n[^\r]*?)HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status))

const oneOf = (words: string, ...others: string[]) => fc.constantFrom(...words.split(' '), ...others)
const text = fc.string({ unit: 'binary', maxLength: 60 })
const method = fc.oneof(
  oneOf('GET HEAD POST PUT DELETE OPTIONS TRACE CONNECT PROPFIND QUERY'),
  oneOf('get', '', 'GET GET', 'X'.repeat(9000)),
  text
)
const path = fc.oneof(
  oneOf('/ * // /mcp /api/v1/faq.json /pricing/ /pricing.md /metrics /icon-512.png /.env /.git/config', ''),
  oneOf('/../../etc/passwd /..%2f..%2fetc/passwd /..%5c..%5cetc/passwd /assets/../../package.json'),
  oneOf('/assets/..%2f..%2fpackage.json /%00 /% /%ff%fe /pricing%00.md /%2e%2e/%2e%2e/package.json'),
  oneOf('__proto__ constructor %2e%2e').map((id) => `/api/v1/services/${id}.json`),
  oneOf(
    'http://elsewhere.example/ https://nahat.example/faq/ //elsewhere.example/%2e%2e elsewhere.example:443'
  ),
  oneOf('/\\elsewhere.example', `/${'a'.repeat(20_000)}`, `/${'a/'.repeat(3000)}`, `/${'%41'.repeat(3000)}`),
  oneOf(`/pricing?${'x'.repeat(8000)}`),
  oneOf('/pricing/?a[b]=c&a=1&__proto__[x]=y /pricing/#x /fàq/ /שאלות/'),
  fc.webPath(),
  text.map((value) => `/${value}`)
)
const headerNames = [
  'Accept Accept-Encoding If-None-Match If-Modified-Since If-Unmodified-Since If-Match If-Range Range Origin',
  'Content-Type Content-Length Transfer-Encoding Expect Upgrade Connection Host Cookie User-Agent',
  'X-Forwarded-For X-Forwarded-Host X-HTTP-Method-Override Forwarded Mcp-Protocol-Version Mcp-Session-Id',
  'Mcp-Method Last-Event-ID Access-Control-Request-Method TE Trailer'
]
const headerValues = [
  '* */* text/markdown ,,, ;q= " "\\ text/html;q=NaN 100-continue websocket h2c bytes=0-0,1-1,2-2 bytes=-1',
  'bytes=99999999- "x" -1 1e9 0x10 99999999999999 chunked identity null file:// application/json',
  'multipart/form-data Infinity'
]
const longValues = ['a,'.repeat(4000), '"'.repeat(8000), 'text/html;'.repeat(800), 'q'.repeat(15_000)]
const spacedValues = ['br;q=0, *;q=0', 'close, upgrade', 'Thu, 01 Jan 1970 00:00:00 GMT', 'gzip, chunked']
const header = fc.oneof(
  fc.tuple(
    oneOf(headerNames.join(' ')),
    fc.oneof(oneOf(headerValues.join(' '), ...spacedValues, ...longValues), text)
  ),
  fc.tuple(text, text)
)
// test/verify/attack/mcp-parameters.test.ts has the requests to MCP.
const message = fc.oneof(
  fc.constantFrom('', '0\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n', 'ffffffffffffffff\r\n'),
  oneOf('{ [ null [[[[ {"__proto__":1}'),
  fc.json().map(String),
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
const { length } = hidden
const codings = ['xchunked', 'chunked, identity', 'identity', '\x0bchunked', 'chunked\x00', '"chunked"']
const lengths = [`+${length}`, '0, 4', '-1', '0x0', ' ', '1e1', '99999999999999999999']
const smuggled = [
  ...[
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n',
    'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
    'Transfer-Encoding:\r\n chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n',
    'X: y\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n',
    `Content-Length: 0\r\nContent-Length: ${length}\r\n\r\n`,
    ...[...codings, 'chunked, chunked'].map(
      (coding) => `Content-Length: 0\r\nTransfer-Encoding: ${coding}\r\n\r\n`
    ),
    ...lengths.map((length) => `Content-Length: ${length}\r\n\r\n`),
    ...['1ffffffffffffffff0\r\n', '0;x\n\r\n', '-0\r\n\r\n'].map(
      (size) => `Transfer-Encoding: chunked\r\n\r\n${size}`
    )
  ].map(
    (rest) =>
      `POST /mcp HTTP/1.1\r\nHost: nahat.example\r\nContent-Type: application/json\r\n${rest}${hidden}`
  ),
  `GET /faq/ HTTP/1.1\r\nHost: nahat.example\r\nContent-Length: ${length}\r\n\r\n${hidden}`,
  `GET /faq/ HTTP/1.1\r\nHost: nahat.example\r\nX: \r\n${hidden.replaceAll('\r\n', '\r')}\r\n`,
  `GET /faq/ HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: ${length}\r\n\r\n${hidden}`,
  `GET /faq/ HTTP/1.1\nHost: nahat.example\nTransfer-Encoding: x\n\n${hidden}`
]

// The folder of the project, a stack of calls, or a file of the code.
const leak = new RegExp(`${process.cwd()}|node_modules|\\bat \\S+ \\(|\\.[jt]s:\\d+`)

t.test('hostile clients', { timeout: 600_000 }, async (t) => {
  const { port, url, output, stop } = await start(t)
  const isWell = async () =>
    (await send(port, { path: '/api/v1/profile.json' }, newConnections)).status === 200

  t.test('never get a 5xx or internal details', async (t) => {
    const property = fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 3 }), async (requests) => {
      const answer = await talk(url, Buffer.concat(requests))
      const bad = statuses(answer).filter((status) => status < 100 || status >= 500)
      if (bad.length > 0 || leak.test(answer)) throw new Error(answer.slice(0, 2000))
    })
    await t.resolves(fc.assert(property, { numRuns: amount(400, 20_000) }))
    t.ok(await isWell())
  })

  t.test('cannot smuggle a request (RFC 9112)', async (t) => {
    for (const bytes of smuggled) {
      const answer = await talk(url, bytes)
      t.equal(statuses(answer).length, 1, JSON.stringify(bytes.slice(0, -length).slice(-80)))
      t.notMatch(answer, '"packages"')
    }
  })

  t.test('cause no logged error', async (t) => {
    t.equal(await stop(), 0)
    t.same(linesOf(output), [])
  })
})
