import type { IncomingHttpHeaders } from 'node:http'
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport
} from '@modelcontextprotocol/server'
import { createServers, type Outcome } from './server.ts'
import type { Source } from './source.ts'
import type { Tool } from './tools.ts'

/** What the SDK answers, in which the result of a handler stands for the empty one that the SDK has seen. */
export interface Exchanged {
  status: number
  /** Undefined for a notification. */
  response: { result?: Record<string, unknown>; error?: object } | undefined
}

/** Answers one JSON-RPC message that came with these headers. Rejects if the server fails. */
export type Exchange = (headers: IncomingHttpHeaders, message: unknown) => Promise<Exchanged>

/** The SDK without sessions and streams: each message has a server of its own, of the message's era. */
export function createExchange(source: Source, tools: Tool[]): Exchange {
  const createServer = createServers(source, tools)
  const outcomes = new WeakMap<Request, Outcome>()
  const modern = createMcpHandler(({ requestInfo }) => createServer(outcomes.get(Object(requestInfo))), {
    legacy: 'reject'
  })

  // The SDK's own fallback answers as an event stream.
  async function legacy(request: Request, message: unknown, outcome: Outcome): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    const server = createServer(outcome)
    await server.connect(transport)
    const response = await transport.handleRequest(request, { parsedBody: message })
    await server.close()
    return response
  }

  return async (headers, message) => {
    const request = requestWith(headers, source.baseUrl)
    const outcome: Outcome = {}
    outcomes.set(request, outcome)
    const answered = await ((await isLegacyRequest(request, message))
      ? legacy(request, message, outcome)
      : modern.fetch(request, { parsedBody: message }))
    const body = await answered.text()
    if ('failure' in outcome) throw outcome.failure
    const response = body === '' ? undefined : JSON.parse(body)
    if (response?.result) Object.assign(response.result, outcome.result)
    return { status: answered.status, response }
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
