import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { call, newConnections, send } from '../../../harness/exchange.ts'
import { modern } from '../../mcp/connect.ts'
import { health, type LimitedServer } from './limited-server.ts'
import { rpc } from './post.ts'
import { closeAll } from './sockets.ts'

const clients = 1000
const maxBodyLength = 65_536

type Build = (text: string) => object

/** Returns a POST request whose body has the maximum length; `build` gets a text of one character that fills it. */
function post(build: Build, { character = 'x', headers = {}, length = maxBodyLength } = {}): string {
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

const icon = (text: string) => ({
  name: 'attack',
  version: '1',
  icons: [{ src: `data:image/png;base64,${text}` }]
})

/** Returns a request of the newest revision, whose `_meta` has a long icon. */
const newest = (method: string, params: Record<string, unknown> = {}) =>
  post(
    (text) => modern(method, params, { 'io.modelcontextprotocol/clientInfo': icon(text) }).message,
    modern(method, params)
  )

const search =
  (build: Build): Build =>
  (text) =>
    rpc('tools/call', { name: 'search', arguments: build(text) })

/** The requests of the floods, most of which are as long as they may be. */
export const requests: [name: string, bytes: string][] = [
  ['an id of Hebrew letters', post((id) => ({ ...rpc('resources/list'), id }), { character: 'א' })],
  ['an unread field', post((note) => rpc('resources/list', { _meta: { note } }), { character: 'א' })],
  [
    'an icon of the client',
    post((text) =>
      rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: icon(text) })
    )
  ],
  ['an icon of the client in a call', newest('tools/call', { name: 'list_services', arguments: {} })],
  ['an unread argument', post(search((note) => ({ query: 'bot', note })))],
  ['a long argument', post(search((query) => ({ query })))],
  [
    'a long argument of a prompt',
    post((need) => rpc('prompts/get', { name: 'first_message', arguments: { need } }), {
      character: '\u0001'
    })
  ],
  ['a long URI', post((uri) => rpc('resources/read', { uri }))],
  ['a notification', post((note) => ({ jsonrpc: '2.0', method: 'notifications/x', params: { note } }))],
  ['a body that is not JSON', post((text) => [text]).replace('["', '[[')],
  ['a body beyond the limit', post((note) => rpc('ping', { note }), { length: 2 * maxBodyLength })]
]

/** How the clients of a flood behave after they have sent their request; none reads its response. */
export const behaviours: [name: string, end: (socket: Socket) => void][] = [
  ['stay', () => {}],
  ['close their side', (socket) => socket.end()],
  ['leave', (socket) => socket.destroy()]
]

/** Whether a client has its response, or may send the request again: on a busy machine, it may arrive too slowly (408). */
export const isServed = (status: number | undefined) => [200, 408, 503].includes(Number(status))

/** Sends a request over many connections at once, and one of another client in between. Returns the status of its response. */
export async function flood({ port }: LimitedServer, bytes: string, end: (socket: Socket) => void) {
  const sockets = Array.from({ length: clients }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.on('connect', () => socket.pause())
    return socket
  })
  const sent = sockets.map((socket) => {
    const written = new Promise((resolve) => socket.write(bytes, resolve))
    return Promise.race([written, once(socket, 'close')]).then(() => end(socket))
  })
  await Promise.all(sent.slice(0, clients / 2))
  const { headers, ...list } = call('tools/list', {})
  const request = { ...list, headers: { ...headers, host: 'nahat.example' } }
  const askAnother = () => send(port, request, newConnections)
  // Again if there was no room: a proxy in front of a container may still be closing the connections of the flood before.
  const { status } = await askAnother().catch(askAnother)
  await Promise.all(sent)
  await health(port).catch(() => health(port))
  closeAll(sockets)
  return status
}
