import type { IncomingMessage, RequestListener } from 'node:http'
import { destroyWithParser } from './pipelining.ts'

// Each chunk costs about 2 µs, however short it is, and a client can send them for as long as a request may take.
const maxDiscardedChunks = 1000

/**
 * Discards request bodies that no handler reads, because Node.js would keep up to 64 KB of each in memory. Only handlers
 * of POST read bodies; the rest of a body that such a handler did not read is counted and discarded after its response.
 */
export const discardBodies =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const { method, headers } = request
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    if (hasBody && method === 'POST') response.prependOnceListener('finish', () => discard(request))
    else if (hasBody) discard(request)
    listener(request, response)
  }

/** Reads the rest of a body, and closes the connection if it has too many chunks. */
function discard(request: IncomingMessage) {
  let chunks = 0
  request.on('data', () => {
    chunks += 1
    if (chunks === maxDiscardedChunks) destroyWithParser(request.socket)
  })
  // Otherwise Node.js would discard a body itself when its response is sent, without events.
  request.read(0)
}
