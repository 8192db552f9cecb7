import {
  createMcpHandler,
  isLegacyRequest,
  Server,
  type StandardSchemaV1,
  WebStandardStreamableHTTPServerTransport
} from '@modelcontextprotocol/server'
import type { Introduction } from './identity.ts'
import { InvalidParams } from './params.ts'
import type { SdkHandler } from './responder.ts'

// Parameters were checked before the SDK gets the message.
const anyParams: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'business-facts', validate: (value) => ({ value }) }
}

/** Each message gets a server of its own. */
export function createSdkHandler({ baseUrl, identity, options }: Introduction): SdkHandler {
  return async ({ message, headers, getResult }, ttlMs) => {
    const { method } = message
    let failure: { cause: unknown } | undefined
    let result: { isError?: unknown } | undefined
    const createServer = () => {
      const cacheHints = { [method]: { ttlMs, cacheScope: 'public' as const } }
      const server = new Server(identity, { ...options, cacheHints })
      if (getResult === undefined) return server
      server.setRequestHandler(method, { params: anyParams }, async () => {
        try {
          result = await getResult()
          return { ...result }
        } catch (error) {
          // The SDK sends the message of an error to the client.
          if (!(error instanceof InvalidParams)) failure = { cause: error }
          throw error
        }
      })
      return server
    }
    const request = createRequest(headers, baseUrl)
    const parsedBody = 'id' in message ? { ...message, id: 0 } : message
    const response = (await isLegacyRequest(request, parsedBody))
      ? await handleLegacy(createServer(), request, parsedBody)
      : await createMcpHandler(createServer, { legacy: 'reject' }).fetch(request, { parsedBody })
    const text = await response.text()
    if (failure) throw failure.cause
    if (result && !text.startsWith('{"result":'))
      throw new Error(`The SDK rejects the result of ${method}: ${text}`)
    return { status: response.status, text, isError: result?.isError === true }
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

function createRequest(sent: Record<string, string>, baseUrl: string): Request {
  // The SDK requires both types in Accept; for this server JSON is enough.
  const accept = 'application/json, text/event-stream'
  const headers = { ...sent, 'content-type': 'application/json', accept }
  return new Request(`${baseUrl}/mcp`, { method: 'POST', headers })
}
