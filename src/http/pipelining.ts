import type { RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

// A limit, because each queued pipelined response takes about 5 KB, and clients that never read could exhaust the memory.
// Common clients do not pipeline.
const maxQueued = 200

/**
 * Closes a response whose connection has ended while it was queued. Node.js closes only the response that has the
 * connection, so code that waits for 'close' of the others (files, counted bodies) would wait forever.
 */
function closeQueued(response: ServerResponse): void {
  if (response.socket !== null) return
  response.destroy()
  response.emit('close')
}

/** Closes a connection whose pipelined request would exceed the limit (RFC 9112, section 9.3.2). */
export function limitPipelining(): (listener: RequestListener) => RequestListener {
  const queues = new WeakMap<Duplex, Set<ServerResponse>>()
  let queuedCount = 0
  const open = (socket: Duplex) => {
    const queue = new Set<ServerResponse>()
    queues.set(socket, queue)
    socket.once('close', () => {
      queuedCount -= queue.size
      for (const response of queue) closeQueued(response)
      queue.clear()
    })
    return queue
  }
  return (listener) => (request, response) => {
    // A response without a socket is queued: it gets the socket when the responses before it are sent.
    if (response.socket === null) {
      const { socket } = request
      if (queuedCount >= maxQueued) {
        destroyWithParser(socket)
        return
      }
      const queue = queues.get(socket) ?? open(socket)
      queue.add(response)
      queuedCount += 1
      response.once('finish', () => {
        // Counts each response once, because its connection may close before it finishes.
        queuedCount -= Number(queue.delete(response))
      })
    }
    listener(request, response)
  }
}

/**
 * Destroys a connection and stops its parser. Node.js may have read thousands of pipelined requests from it, and would
 * allocate objects for all of them before the connection closes. Node.js has no public way to stop a
 * parser.
 */
export function destroyWithParser(socket: Duplex) {
  /* c8 ignore next: a test fails if Node.js has no such member any more */
  if (hasParser(socket)) socket.parser.onIncoming = () => 0
  socket.destroy()
}

/** Returns whether a socket has the private parser of node:http, which calls `onIncoming` for each request. */
export const hasParser = (socket: object): socket is { parser: { onIncoming: () => number } } =>
  'parser' in socket &&
  typeof socket.parser === 'object' &&
  socket.parser !== null &&
  'onIncoming' in socket.parser
