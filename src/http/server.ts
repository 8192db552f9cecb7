import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { codeOf } from '../base/json-value.ts'
import type { Errors } from './errors.ts'
import { allow, hasEncodedBody, publicHeaders } from './headers.ts'
import { createSlots, type Limits } from './limits.ts'

// An import of this module loads WebSocket too, with all of undici, which takes longer than Fastify.
const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')

// An idle connection takes 20 KB, and one with unfinished headers 40 KB. With this limit, all fit in 256 MB.
const maxConnections = 1024
// As in Apache. Node.js ignores further headers, so a request with as many is rejected.
const maxHeaders = 100
// For short requests, such as a health check, while clients use all the others.
const maxSpareConnections = 256

export function createHttpServer(listener: RequestListener, errors: Errors, log: Limits['log']): Server {
  const connections = createSlots(maxConnections, () => log.count('connections'), maxSpareConnections)
  const guardedListener = rejectPipelined(discardBodies(rejectInvalidHeads(listener, errors)))
  // Creates no stream for a request without a body. Node.js before 24.12 ignores the option, and its types lack it.
  const options = { optimizeEmptyRequests: true }
  const server = createServer(
    {
      ...options,
      // Requests are small, so a client that needs longer is only holding a connection open (slowloris).
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 2_000,
      // Longer than the idle timeout of common proxies (Caddy 120 s, nginx 60 s), so the proxy closes first, and never sends
      // a request over a connection that the server is closing.
      keepAliveTimeout: 130_000,
      // The most that common proxies forward. Larger headers get 431.
      maxHeaderSize: 16_384,
      // Node.js would send an empty 400.
      requireHostHeader: false
    },
    (request, response) => {
      if (response.socket) connections.use(response.socket, response)
      guardedListener(request, response)
    }
  )
  server.on('connection', (socket) => connections.add(socket))
  // Closes a connection whose client has read nothing of a response for 30 seconds.
  server.setTimeout(30_000)
  // RFC 9110, section 10.1.1.
  const message = 'The only expectation that the server supports is 100-continue.'
  const rejectExpectation = errors.createListener('bad_request', message, 417, { connection: 'close' })
  server.on('checkExpectation', rejectPipelined(discardBodies(rejectExpectation)))
  server.on('clientError', (error, socket) => {
    const newest = connections.responseOf(socket)
    // The client would read the error as a part of a response that is being sent.
    if (newest && !newest.writableFinished && newest.headersSent) return socket.destroy()
    // The error is in the body of a request that has its response, or the body is too slow.
    if (newest?.headersSent && !newest.req.complete) return closeSoon(socket)
    const code = codeOf(error)
    const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
    const message = `${STATUS_CODES[status]}: the request cannot be read as HTTP/1.1.`
    return closeWithError(socket, errors.create('bad_request', message, status))
  })
  // Node.js closes the connection without a response otherwise, and handles neither errors nor data of this socket any more.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {}).resume()
    if (connections.responseOf(socket)?.writableFinished === false) return socket.destroy()
    return closeWithError(
      socket,
      errors.create('method_not_allowed', 'This server is not a proxy.', 405, { allow })
    )
  })
  // 1,000 connections with thousands of short headers would fill the heap.
  server.maxHeadersCount = maxHeaders
  return server
}

// RFC 3986, sections 3.2.2 and 3.2.3. A name has at most 253 characters (RFC 1035, section 2.3.4).
const hostForm = /^[\w.~!$&'()*+,;=%:[\]-]{0,300}$/

/**
 * Rejects requests that Node.js passes on. 400: no Host, two, or one that is no host (RFC 9112, section 3.2), or the target
 * `*` without OPTIONS (section 3.2.4), or a body whose end is unknown (sections 6.1 and 6.3). 415: an encoded body (RFC
 * 9110, section 15.5.16). 431: too many headers (RFC 6585, section 5).
 */
function rejectInvalidHeads(listener: RequestListener, errors: Errors): RequestListener {
  const reject = (message: string, status = 400, headers: Record<string, string> = { connection: 'close' }) =>
    errors.createListener('bad_request', message, status, headers)
  const rejectHost = reject('The request must have one Host header, with a host and an optional port.')
  const rejectMany = reject(`The request must have fewer than ${maxHeaders} headers.`, 431)
  const rejectTarget = reject('The path of a URL must begin with /.')
  const rejectTransfer = reject('The last transfer encoding must be chunked, in HTTP/1.1.')
  const encodings = { 'accept-encoding': 'identity' }
  const rejectEncoding = reject('Send the request without Content-Encoding.', 415, encodings)
  return (request, response) => {
    const { method, url = '', headers, rawHeaders } = request
    if (rawHeaders.length >= 2 * maxHeaders) rejectMany(request, response)
    else if (!hasValidHost(request)) rejectHost(request, response)
    else if (url.startsWith('*') && method !== 'OPTIONS') rejectTarget(request, response)
    else if (!hasValidTransfer(request)) rejectTransfer(request, response)
    else if ((method === 'GET' || method === 'HEAD') && hasEncodedBody(headers))
      rejectEncoding(request, response)
    else listener(request, response)
  }
}

const hasValidHost = ({ headers: { host }, httpVersion, rawHeaders }: IncomingMessage): boolean =>
  host === undefined ? httpVersion === '1.0' : hostForm.test(host) && !hasTwoHosts(rawHeaders)

const hasTwoHosts = (rawHeaders: string[]): boolean =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1

const hasValidTransfer = ({
  headers: { 'transfer-encoding': list },
  httpVersion
}: IncomingMessage): boolean =>
  list === undefined || (httpVersion !== '1.0' && /(?:^|,)\s*chunked$/i.test(list))

const closeDelayMs = 500

/** Sends an error to a request without a response object, and closes its connection. */
function closeWithError(socket: Duplex, { status, headers, body }: ReturnType<Errors['create']>) {
  const date = new Date().toUTCString()
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries({ connection: 'close', date, ...publicHeaders, ...headers }).map(
      ([name, value]) => `${name}: ${value}`
    )
  ]
  closeSoon(socket, `${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Closes a connection after a delay, because a client that is still sending could lose the response. */
function closeSoon(socket: Duplex, response = '') {
  if (!socket.writable) return socket.destroy()
  return socket.end(response, () => setTimeout(() => socket.destroy(), closeDelayMs).unref())
}

// Each chunk costs about 2 µs, however short it is, and a client can send them for as long as a request may take.
const maxDiscardedChunks = 1000

/** Discards bodies, because Node.js would hold up to 64 KB of each in memory. Handlers of POST read theirs first. */
const discardBodies =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const { method, headers } = request
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    if (hasBody && method === 'POST') response.prependOnceListener('finish', () => discard(request))
    else if (hasBody) discard(request)
    listener(request, response)
  }

function discard(request: IncomingMessage) {
  let chunks = 0
  request.on('data', () => {
    chunks += 1
    if (chunks === maxDiscardedChunks) destroyWithParser(request.socket)
  })
  // Otherwise Node.js would discard a body itself when its response is sent, without events.
  request.read(0)
}

/** Clients that pipeline (RFC 9112, section 9.3.2) and never read could fill the memory with responses. None is common. */
const rejectPipelined =
  (listener: RequestListener): RequestListener =>
  (request, response) =>
    response.socket === null ? destroyWithParser(request.socket) : listener(request, response)

/** Stops the parser too, without a public way: it would create objects for thousands of pipelined requests. */
function destroyWithParser(socket: Duplex) {
  const parser: { onIncoming: () => number } | null | undefined = Reflect.get(socket, 'parser')
  if (parser) parser.onIncoming = () => 0
  socket.destroy()
}

/** The time between two checks of the event loop, its maximum lag, and how many checks in a row must exceed it. */
const overload = { intervalMs: 100, maxLagMs: 500, maxLateChecks: 3 }

/**
 * While the event loop is overloaded, sends 503 to all requests except health checks. A single delay, such as the delay of a
 * reload, is no overload: the server catches up before clients would retry.
 */
export function shedLoad(
  next: RequestListener,
  errors: Errors,
  onChange: (isOverloaded: boolean) => void,
  { intervalMs, maxLagMs, maxLateChecks } = overload
): RequestListener {
  let previous = performance.now()
  let lateCount = 0
  let isOverloaded = false
  setInterval(() => {
    const now = performance.now()
    const wasOverloaded = isOverloaded
    lateCount = now - previous - intervalMs > maxLagMs ? lateCount + 1 : 0
    previous = now
    isOverloaded = lateCount >= maxLateChecks
    if (isOverloaded !== wasOverloaded) onChange(isOverloaded)
  }, intervalMs).unref()
  const reject = errors.createListener('unavailable', 'The server is overloaded. Try again.')
  return (request, response) => {
    const isAccepted = !isOverloaded || request.url === '/healthz' || request.url === '/readyz'
    return isAccepted ? next(request, response) : reject(request, response)
  }
}
