import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Errors } from './errors.ts'
import type { LimitLog } from './limit-log.ts'
import { Places } from './places.ts'
import { publicHeaders } from './public-headers.ts'

// An idle connection takes 20 KB, one with unfinished headers 40 KB: so many fit beside the rest in 256 MB.
const maxConnections = 1024

/**
 * Creates an HTTP server with the limits that a public, read-only service needs; `limitLog` counts the connections that
 * it closes to make room.
 */
export function createHttpServer(listener: RequestListener, errors: Errors, limitLog: LimitLog): Server {
  const connections = new Places(maxConnections, 'connections', limitLog)
  const answer = limitWaiting(discardBodies(rejectHosts(listener, errors)))
  // A request without a body needs no stream. Node.js before 24.12 ignores the option, and its types do not have it yet.
  const options = { optimizeEmptyRequests: true }
  const server = createServer(
    {
      ...options,
      // Requests have a few headers and no body worth waiting for: a slower client only holds a connection.
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 2_000,
      // Longer than any proxy in front keeps a connection (Caddy 120 s, nginx 60 s), so that the proxy closes first
      // and never sends a request into a connection that is being closed.
      keepAliveTimeout: 130_000,
      // What common proxies pass on at most; more is 431.
      maxHeaderSize: 16_384
    },
    (request, response) => {
      connections.renew(request.socket)
      answer(request, response)
    }
  )
  server.on('connection', (socket) => connections.add(socket))
  // A client that reads nothing for so long has gone.
  server.setTimeout(30_000)
  server.on('clientError', (error, socket) => refuse(error, socket, errors))
  return server
}

/** Answers 400 to a request with two Host headers (RFC 9112, section 3.2), of which Node.js would take the first. */
function rejectHosts(listener: RequestListener, errors: Errors): RequestListener {
  const message = 'The request must have one Host header.'
  const { status, headers, body } = errors.prepare(400, 'bad_request', message)
  const all = { ...publicHeaders, ...headers, connection: 'close' }
  return (request, response) => {
    if (!hasTwoHosts(request.rawHeaders)) return listener(request, response)
    response.writeHead(status, all).end(request.method === 'HEAD' ? undefined : body)
  }
}

/** Whether a list of names and values names Host twice. */
function hasTwoHosts(rawHeaders: string[]): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}

/** Discards the body of a request that is answered without it: unread, Node.js would hold up to 64 KB of it. */
const discardBodies =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const { method, headers } = request
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    if (hasBody && method !== 'POST') request.resume()
    listener(request, response)
  }

// Answers that wait for their turn take about 5 KB each, and clients that read none of them could fill the memory; no
// client in use sends a request before it has the answer to the last.
const mostWaiting = 200

/** Ends the connection on which an answer more than that would wait (pipelining, RFC 9112, section 9.3.2). */
function limitWaiting(listener: RequestListener): RequestListener {
  const queues = new WeakMap<Duplex, Set<ServerResponse>>()
  let waiting = 0
  const open = (socket: Duplex) => {
    const queue = new Set<ServerResponse>()
    queues.set(socket, queue)
    socket.once('close', () => {
      waiting -= queue.size
      queue.clear()
    })
    return queue
  }
  return (request, response) => {
    // A response has the connection when it is its turn.
    if (response.socket === null) {
      const { socket } = request
      if (waiting >= mostWaiting) {
        cut(socket)
        return
      }
      const queue = queues.get(socket) ?? open(socket)
      queue.add(response)
      waiting += 1
      response.once('finish', () => {
        // Once, in whatever order an answer and its connection end.
        waiting -= Number(queue.delete(response))
      })
    }
    listener(request, response)
  }
}

/**
 * Ends a connection at once. Of what Node.js has read of it, which may be thousands of requests, it would still make
 * objects that it keeps until the end of the connection, which comes when all others have had their turn; its parser is
 * told to make no more.
 */
function cut(socket: Duplex) {
  Object.assign(Object(Object(socket).parser), { onIncoming: () => 0 })
  socket.destroy()
}

const statuses = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408]
])

/** Answers what is not an HTTP request; there is no request or reply yet, only the connection. */
function refuse(error: Error & { code?: string }, socket: Duplex, errors: Errors) {
  if (!socket.writable) return socket.destroy()
  const status = statuses.get(String(error.code)) ?? 400
  const reason = STATUS_CODES[status]
  const body = JSON.stringify(
    errors.body('bad_request', `${reason}: the request cannot be read as HTTP/1.1.`)
  )
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'connection: close',
    'cache-control: no-store',
    ...Object.entries(publicHeaders).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`
  ]
  return socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
