import {
  createMcpHandler,
  isLegacyRequest,
  Server,
  type StandardSchemaV1,
  WebStandardStreamableHTTPServerTransport
} from '@modelcontextprotocol/server'
import type { Introduction } from './identity.ts'
import { InvalidParams, type Message, type RequestHeaders } from './message.ts'

/**
 * Passes a JSON-RPC message to the SDK; clients may cache its result for `ttlMs`. The response to a notification is
 * undefined. Rejects if the server fails.
 */
export type SdkHandler = (
  headers: RequestHeaders,
  message: Message,
  ttlMs: number
) => Promise<{ status: number; response: { result?: Record<string, unknown>; error?: object } | undefined }>

// Parameters were checked before the SDK gets the message.
const anyParams: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'business-facts', validate: (value) => ({ value }) }
}

/** Creates a handler without sessions and streams: each message gets a server of its own, for the message's era. */
export function createSdkHandler({ baseUrl, identity, options }: Introduction): SdkHandler {
  /** Creates a server that responds to one message; `fail` gets the cause if the server fails, as opposed to the client. */
  function createServer({ method, getResult }: Message, ttlMs: number, fail: (cause: unknown) => void) {
    const cacheHints = { [method]: { ttlMs, cacheScope: 'public' as const } }
    const server = new Server(identity, { ...options, cacheHints })
    if (getResult === undefined) return server
    server.setRequestHandler(method, { params: anyParams }, async () => {
      try {
        return { ...(await getResult()) }
      } catch (error) {
        if (!(error instanceof InvalidParams)) fail(error)
        throw error
      }
    })
    return server
  }

  return async (headers, message, ttlMs) => {
    const failures: unknown[] = []
    const create = () => createServer(message, ttlMs, (cause) => failures.push(cause))
    const request = createRequest(headers, baseUrl)
    const parsedBody = message.message
    const httpResponse = (await isLegacyRequest(request, parsedBody))
      ? await handleLegacy(create(), request, parsedBody)
      : await createMcpHandler(create, { legacy: 'reject' }).fetch(request, { parsedBody })
    const body = await httpResponse.text()
    if (failures.length > 0) throw failures[0]
    return { status: httpResponse.status, response: body === '' ? undefined : JSON.parse(body) }
  }
}

// The SDK's own fallback responds with an event stream.
async function handleLegacy(server: Server, request: Request, parsedBody: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const response = await transport.handleRequest(request, { parsedBody })
  await server.close()
  return response
}

/** Returns a request for the SDK, with only the headers that the response depends on. */
function createRequest(headers: RequestHeaders, baseUrl: string): Request {
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
