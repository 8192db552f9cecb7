import type { IncomingHttpHeaders } from 'node:http'
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport
} from '@modelcontextprotocol/server'
import { createServers } from './server.ts'
import type { Source } from './source.ts'

/** Answers one JSON-RPC message that came with these headers; the body is empty for a notification. */
export type Exchange = (
  headers: IncomingHttpHeaders,
  message: unknown
) => Promise<{ status: number; body: string }>

/** The SDK without sessions and streams: each message has a server of its own, of the message's era. */
export function createExchange(source: Source): Exchange {
  const createServer = createServers(source)
  const modern = createMcpHandler(createServer, { legacy: 'reject' })

  // The SDK's own fallback answers as an event stream.
  async function legacy(request: Request, message: unknown): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    const server = createServer()
    await server.connect(transport)
    const response = await transport.handleRequest(request, { parsedBody: message })
    await server.close()
    return response
  }

  return async (headers, message) => {
    const request = requestWith(headers, source.baseUrl)
    const response = await ((await isLegacyRequest(request, message))
      ? legacy(request, message)
      : modern.fetch(request, { parsedBody: message }))
    return { status: response.status, body: await response.text() }
  }
}

/** The request as the SDK reads it: of the headers, those that the answer depends on. */
function requestWith(headers: IncomingHttpHeaders, baseUrl: string): Request {
  const request = new Request(`${baseUrl}/mcp`, { method: 'POST' })
  request.headers.set('content-type', 'application/json')
  // Whoever takes JSON need not say that he also takes a stream.
  request.headers.set('accept', 'application/json, text/event-stream')
  for (const name of ['mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = headers[name]
    if (value !== undefined) request.headers.set(name, String(value))
  }
  return request
}
