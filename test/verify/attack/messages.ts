import { type Reply, send } from '../../../harness/exchange.ts'
import { baseUrl } from '../../helper.ts'
import { modern } from '../../mcp/connect.ts'

/** Posts a body to /mcp as a client does. The revision is 2025-11-25 unless the headers declare another. */
export const post = (port: number, body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  send(port, {
    method: 'POST',
    path: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers
    },
    body: typeof body === 'string' ? body : JSON.stringify(body)
  })

export const rpc = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 1, method, params })
export const callTool = (name: string, args: object = {}) => rpc('tools/call', { name, arguments: args })
export const getPrompt = (args: object) => rpc('prompts/get', { name: 'first_message', arguments: args })
export const complete = (argument: unknown) =>
  rpc('completion/complete', {
    ref: { type: 'ref/resource', uri: `${baseUrl}/api/v1/services/{id}.json` },
    argument
  })
export const initialize = (clientInfo: object, capabilities: object = {}) =>
  rpc('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo })

const client = { name: 'attack', version: '1' }
const ones = (length: number) => Array.from({ length }, () => 1)
const object = (length: number) => Object.fromEntries(ones(length).map((_, index) => [`a${index}`, 0]))
const nested = (levels: number) => '{"a":'.repeat(levels) + 1 + '}'.repeat(levels)
const long = 'ab'.repeat(32_000)
const envelope = modern(
  'resources/templates/list',
  {},
  { 'io.modelcontextprotocol/clientInfo': { ...client, icons: ones(400) } }
)

type Message = [name: string, message: string | object, headers?: Record<string, string>]

/** As many mistakes as fit into a body, as many as are accepted, and long texts that error messages could repeat. */
export const expensiveMessages: Message[] = [
  ...[32_000, 400].map((count): Message => [`${count} icons`, initialize({ ...client, icons: ones(count) })]),
  ...[30_000, 400].map(
    (count): Message => [
      `${count} sizes of an icon`,
      initialize({ ...client, icons: [{ src: 'a', sizes: ones(count) }] })
    ]
  ),
  ['400 capabilities', initialize(client, { experimental: object(400), extensions: object(50) })],
  ['400 icons in the envelope of a request', envelope.message, envelope.headers],
  ['6,600 unknown arguments of a tool', callTool('get_service', object(6600))],
  ['400 unknown arguments of a tool', callTool('get_service', object(400))],
  ['30,000 numbers as an argument of a completion', complete(ones(30_000))],
  ['400 fields as an argument of a completion', complete(object(400))],
  ['400 numbers as arguments of a prompt', getPrompt(object(400))],
  ['10,000 levels of objects', `{"jsonrpc":"2.0","id":1,"method":"ping","params":${nested(10_000)}}`],
  ['25 levels of objects', complete(JSON.parse(nested(25)))],
  ['a long method', rpc(long)],
  ['a long name of a tool', callTool(long)],
  ['a long argument of a tool', callTool('get_service', { id: long })],
  ['a long name of an argument', callTool('get_service', { [long]: 1 })],
  ['a long question', callTool('search', { query: long })],
  ['a long URI', rpc('resources/read', { uri: `${baseUrl}/${long}` })],
  ['a long cursor', rpc('tools/list', { cursor: long })],
  ['a long name of a prompt', rpc('prompts/get', { name: long })],
  ['a long text to complete', complete({ name: 'id', value: long })],
  ['a long revision in a header', rpc('tools/list'), { 'mcp-protocol-version': 'x'.repeat(15_000) }],
  ['a long name in a header', envelope.message, { ...envelope.headers, 'mcp-name': 'x'.repeat(15_000) }]
]

const maxBodyLength = 65_536

/** Returns a POST request whose body has the maximum length; `build` gets a text of one character that fills it. */
function fill(
  build: (text: string) => object,
  { character = 'x', headers = {}, length = maxBodyLength } = {}
): string {
  const [empty, one] = ['', character].map((text) => Buffer.byteLength(JSON.stringify(build(text))))
  const count = Math.floor((length - Number(empty)) / (Number(one) - Number(empty)))
  const body = JSON.stringify(build(character.repeat(count)))
  const lines = Object.entries({
    host: 'nahat.example',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers
  })
  return `POST /mcp HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

const withIcon = (text: string) => ({ ...client, icons: [{ src: `data:image/png;base64,${text}` }] })
const call = { name: 'list_services', arguments: {} }

/** The requests of the floods, most of which are as long as they may be. */
export const longRequests: [name: string, bytes: string][] = [
  ['an id of Hebrew letters', fill((id) => ({ ...rpc('resources/list'), id }), { character: 'א' })],
  ['an unread field', fill((note) => rpc('resources/list', { _meta: { note } }), { character: 'א' })],
  ['an icon of the client', fill((text) => initialize(withIcon(text)))],
  [
    'an icon of the client in a call',
    fill(
      (text) => modern('tools/call', call, { 'io.modelcontextprotocol/clientInfo': withIcon(text) }).message,
      modern('tools/call', call)
    )
  ],
  ['an unread argument', fill((note) => callTool('search', { query: 'bot', note }))],
  ['a long argument', fill((query) => callTool('search', { query }))],
  ['a long argument of a prompt', fill((need) => getPrompt({ need }), { character: '\u0001' })],
  ['a long URI', fill((uri) => rpc('resources/read', { uri }))],
  ['a notification', fill((note) => ({ jsonrpc: '2.0', method: 'notifications/x', params: { note } }))],
  ['a body that is not JSON', fill((text) => [text]).replace('["', '[[')],
  ['a body beyond the limit', fill((note) => rpc('ping', { note }), { length: 2 * maxBodyLength })]
]

const head = 'POST /mcp HTTP/1.1\r\nHost: nahat.example\r\nContent-Type: application/json\r\n'
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`
const padding = 'x'.repeat(64_000)

/** Each is sent over many connections and never completed. */
export const partialRequests: [name: string, bytes: string][] = [
  ['a body with Content-Length', `${head}Content-Length: 65500\r\n\r\n${padding}`],
  ['a chunked body', `${chunked}${padding.length.toString(16)}\r\n${padding}\r\n`],
  ['a chunked body with chunks of one byte', `${chunked}${'1\r\nx\r\n'.repeat(900)}`],
  [
    'a body that the method does not need',
    `GET /services/ HTTP/1.1\r\nHost: a\r\nContent-Length: 65500\r\n\r\n${padding}`
  ],
  ['headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(16_000)}`],
  ['many headers', `GET / HTTP/1.1\r\nHost: a\r\n${'a:b\r\n'.repeat(1900)}`]
]
