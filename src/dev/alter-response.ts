import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

// Without these headers, the app sends a whole, uncompressed response, to which the element can be added.
const ignoredHeaders = ['accept-encoding', 'if-none-match', 'if-modified-since', 'range', 'if-range']
const removedHeaders = ['etag', 'last-modified', 'accept-ranges']

/** Makes a response one for development: no browser caches it, and a page of HTML ends with the element. */
export function alterResponse(request: IncomingMessage, response: ServerResponse, element: string): void {
  for (const name of ignoredHeaders) delete request.headers[name]
  const { writeHead, end } = response
  let isPage = false
  Object.assign(response, {
    writeHead: (status: number, headers: OutgoingHttpHeaders = {}) => {
      for (const [name, value] of Object.entries(headers)) {
        if (value !== undefined) response.setHeader(name, value)
      }
      isPage = /^text\/html/.test(String(response.getHeader('content-type'))) && request.method !== 'HEAD'
      for (const name of isPage ? [...removedHeaders, 'content-length'] : removedHeaders)
        response.removeHeader(name)
      response.setHeader('cache-control', 'no-store')
      return writeHead.call(response, status)
    },
    end: (chunk?: string | Buffer) => {
      if (!response.headersSent) response.writeHead(response.statusCode)
      if (!isPage) return end.call(response, chunk, 'utf8')
      return end.call(response, Buffer.concat([Buffer.from(chunk ?? ''), Buffer.from(element)]), 'utf8')
    }
  })
}
