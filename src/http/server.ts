import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Errors } from './errors.ts'
import type { LimitLog } from './limit-log.ts'
import { memoise } from './memoise.ts'
import { limitPipelining } from './pipelining.ts'
import { publicHeaders } from './public-headers.ts'
import { Slots } from './slots.ts'
import { discardBodies } from './unread-bodies.ts'

// An idle connection takes 20 KB, and one with unfinished headers 40 KB. With this limit, all fit in 256 MB.
const maxConnections = 1024

/**
 * Creates an HTTP server with the limits of a public, read-only service. `limitLog` counts the connections that the
 * server closes to make room for new ones.
 */
export function createHttpServer(listener: RequestListener, errors: Errors, limitLog: LimitLog): Server {
  const connections = new Slots(maxConnections, 'connections', limitLog)
  const limit = limitPipelining()
  const guardedListener = limit(discardBodies(rejectInvalidHeads(listener, errors)))
  const newestResponses = new WeakMap<Duplex, ServerResponse>()
  // Creates no stream for a request without a body. Node.js before 24.12 ignores the option, and its types lack it.
  const options = { optimizeEmptyRequests: true }
  const server = createServer(
    {
      ...options,
      // Requests are small, so a client that needs longer is only holding a connection open (slowloris).
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 2_000,
      // Longer than the idle timeout of common proxies (Caddy 120 s, nginx 60 s), so the proxy closes first and never
      // sends a request over a connection that the server is closing.
      keepAliveTimeout: 130_000,
      // The most that common proxies forward. Larger headers get 431.
      maxHeaderSize: 16_384,
      // Node.js would send an empty 400.
      requireHostHeader: false
    },
    (request, response) => {
      connections.renew(request.socket)
      newestResponses.set(request.socket, response)
      guardedListener(request, response)
    }
  )
  server.on('connection', (socket) => connections.add(socket))
  // Closes a connection whose client has read nothing of a response for 30 seconds.
  server.setTimeout(30_000)
  server.on('checkExpectation', limit(discardBodies(rejectExpectation(errors))))
  server.on('clientError', (error, socket) => {
    // The client would read the error as a part of a response that is being sent.
    if (isSending(newestResponses.get(socket))) socket.destroy()
    else sendParseError(error, socket, errors)
  })
  // The limit on their size is enough. Above a number of headers, Node.js would ignore the rest.
  server.maxHeadersCount = 0
  return server
}

/** Returns whether a connection is sending a response; `newest` is its newest one. One without a socket waits for others. */
const isSending = (newest: ServerResponse | undefined): boolean =>
  newest !== undefined && !newest.writableFinished && (newest.headersSent || newest.socket === null)

// The characters of a host with an optional port (RFC 3986, sections 3.2.2 and 3.2.3).
const isHostForm = memoise((text) => /^[\w.~!$&'()*+,;=%:[\]-]*$/.test(text))
// A name has at most 253 characters (RFC 1035, section 2.3.4). Longer values would fill the memory of `memoise`.
const isHost = (text: string) => text.length <= 300 && isHostForm(text)

/**
 * Rejects two kinds of requests with 400 that Node.js passes on: without a Host header, with two, or with one that is not a
 * host (RFC 9112, section 3.2), and with the target `*` in another method than OPTIONS (section 3.2.4).
 */
function rejectInvalidHeads(listener: RequestListener, errors: Errors): RequestListener {
  const reject = (message: string) => errors.createListener('bad_request', message, { connection: 'close' })
  const rejectHost = reject('The request must have one Host header, with a host and an optional port.')
  const rejectTarget = reject('The path of a URL must begin with /.')
  return (request, response) => {
    const { method, url = '', headers, httpVersion, rawHeaders } = request
    const { host } = headers
    const hasValidHost = host === undefined ? httpVersion === '1.0' : isHost(host) && !hasTwoHosts(rawHeaders)
    if (!hasValidHost) rejectHost(request, response)
    else if (url.startsWith('*') && method !== 'OPTIONS') rejectTarget(request, response)
    else listener(request, response)
  }
}

/** Rejects an Expect header other than 100-continue with 417 (RFC 9110, section 10.1.1) in the shape of every error. */
function rejectExpectation(errors: Errors): RequestListener {
  const message = 'The only expectation that the server supports is 100-continue.'
  return errors.createListener('bad_request', message, { status: 417, connection: 'close' })
}

/** Returns whether a list of header names and values contains Host twice. */
function hasTwoHosts(rawHeaders: string[]): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}

const statuses = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408]
])

const closeDelayMs = 500

/** Sends an error for bytes that are not an HTTP request, and closes the connection. It writes to the socket, because no response object exists. */
function sendParseError(error: Error & { code?: string }, socket: Duplex, errors: Errors) {
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
    `date: ${new Date().toUTCString()}`,
    ...Object.entries(publicHeaders).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`
  ]
  // The parser reads on until the connection closes. If the server closed it at once, a client that is still sending would lose the response.
  const close = () => setTimeout(() => socket.destroy(), closeDelayMs).unref()
  return socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, close)
}
