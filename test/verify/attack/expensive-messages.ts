import { baseUrl } from '../../helper.ts'
import { modern } from '../../mcp/connect.ts'
import { rpc } from './post.ts'

const client = { name: 'attack', version: '1' }
const initialize = (clientInfo: object, capabilities: object = {}) =>
  rpc('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo })
const callTool = (name: string, args: object) => rpc('tools/call', { name, arguments: args })
const list = <Item>(length: number, item: Item) => Array.from({ length }, () => item)
const object = (length: number) =>
  Object.fromEntries(list(length, 0).map((value, index) => [`a${index}`, value]))
const nested = (levels: number) => '{"a":'.repeat(levels) + 1 + '}'.repeat(levels)
const long = 'ab'.repeat(32_000)
const template = `${baseUrl}/api/v1/services/{id}.json`
const completion = (argument: unknown) =>
  rpc('completion/complete', { ref: { type: 'ref/resource', uri: template }, argument })
const envelope = modern(
  'resources/templates/list',
  {},
  { 'io.modelcontextprotocol/clientInfo': { ...client, icons: list(400, 1) } }
)

/** As many mistakes as fit into a body, as many as are accepted, and long texts that error messages could repeat. */
export const expensiveMessages: [name: string, message: string | object, headers?: Record<string, string>][] =
  [
    ['32,000 numbers as icons', initialize({ ...client, icons: list(32_000, 1) })],
    ['400 numbers as icons', initialize({ ...client, icons: list(400, 1) })],
    [
      '30,000 numbers as sizes of an icon',
      initialize({ ...client, icons: [{ src: 'a', sizes: list(30_000, 1) }] })
    ],
    [
      '400 numbers as sizes of an icon',
      initialize({ ...client, icons: [{ src: 'a', sizes: list(400, 1) }] })
    ],
    [
      '400 numbers as capabilities',
      initialize(client, { experimental: object(400), extensions: object(50) })
    ],
    ['400 icons in the envelope of a request', envelope.message, envelope.headers],
    ['6,600 unknown arguments of a tool', callTool('get_service', object(6600))],
    ['400 unknown arguments of a tool', callTool('get_service', object(400))],
    ['30,000 numbers as an argument of a completion', completion(list(30_000, 1))],
    ['400 fields as an argument of a completion', completion(object(400))],
    [
      '400 numbers as arguments of a prompt',
      rpc('prompts/get', { name: 'first_message', arguments: object(400) })
    ],
    ['10,000 levels of objects', `{"jsonrpc":"2.0","id":1,"method":"ping","params":${nested(10_000)}}`],
    ['25 levels of objects', completion(JSON.parse(nested(25)))],
    ['a long method', rpc(long)],
    ['a long name of a tool', callTool(long, {})],
    ['a long argument of a tool', callTool('get_service', { id: long })],
    ['a long name of an argument', callTool('get_service', { [long]: 1 })],
    ['a long question', callTool('search', { query: long })],
    ['a long URI', rpc('resources/read', { uri: `${baseUrl}/${long}` })],
    ['a long cursor', rpc('tools/list', { cursor: long })],
    ['a long name of a prompt', rpc('prompts/get', { name: long })],
    ['a long text to complete', completion({ name: 'id', value: long })],
    ['a long revision in a header', rpc('tools/list'), { 'mcp-protocol-version': 'x'.repeat(15_000) }],
    ['a long name in a header', envelope.message, { ...envelope.headers, 'mcp-name': 'x'.repeat(15_000) }]
  ]
