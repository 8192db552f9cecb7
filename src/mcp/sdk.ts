import type { IncomingHttpHeaders } from 'node:http'
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport
} from '@modelcontextprotocol/server'
import type { SurfaceContext } from '../surfaces/surface-context.ts'
import type { ReadSkill } from './resources.ts'
import { createServerFactory, type Outcome } from './server.ts'
import type { Tool } from './tool.ts'

/** The response of the SDK, with the handler's result in place of the empty one that the SDK processed. */
interface SdkResponse {
  status: number
  /** Undefined for a notification. */
  response: { result?: Record<string, unknown>; error?: object } | undefined
}

/** Passes a JSON-RPC message with these headers to the SDK. Rejects if the server fails. */
export type SdkHandler = (headers: IncomingHttpHeaders, message: unknown) => Promise<SdkResponse>

/** Creates a handler without sessions and streams: each message gets a server of its own, for the message's era. */
export function createSdkHandler(context: SurfaceContext, tools: Tool[], readSkill: ReadSkill): SdkHandler {
  const createServer = createServerFactory(context, tools, readSkill)
  const outcomes = new WeakMap<Request, Outcome>()
  const modern = createMcpHandler(
    ({ requestInfo }) => createServer(requestInfo && outcomes.get(requestInfo)),
    { legacy: 'reject' }
  )

  // The SDK's own fallback responds with an event stream.
  async function handleLegacy(request: Request, message: unknown, outcome: Outcome): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    const server = createServer(outcome)
    await server.connect(transport)
    const response = await transport.handleRequest(request, { parsedBody: message })
    await server.close()
    return response
  }

  return async (headers, message) => {
    const request = createRequest(headers, context.baseUrl)
    const outcome: Outcome = {}
    outcomes.set(request, outcome)
    const httpResponse = await ((await isLegacyRequest(request, message))
      ? handleLegacy(request, message, outcome)
      : modern.fetch(request, { parsedBody: message }))
    const body = await httpResponse.text()
    if ('failure' in outcome) throw outcome.failure
    const response = body === '' ? undefined : JSON.parse(body)
    if (response?.result) Object.assign(response.result, outcome.result)
    return { status: httpResponse.status, response }
  }
}

/** Returns a request for the SDK, with only the headers that the response depends on. */
function createRequest(headers: IncomingHttpHeaders, baseUrl: string): Request {
  const request = new Request(`${baseUrl}/mcp`, { method: 'POST' })
  request.headers.set('content-type', 'application/json')
  // The SDK requires both types in Accept; for this server JSON is enough.
  request.headers.set('accept', 'application/json, text/event-stream')
  for (const name of ['mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = headers[name]
    if (value !== undefined) request.headers.set(name, String(value))
  }
  return request
}
