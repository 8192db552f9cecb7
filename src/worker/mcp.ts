import { maxBodyBytes, publicHeaders } from '../http/headers.ts'
import {
  allow,
  allowedHeaders,
  createError,
  errorCodes,
  headersOf,
  type McpResponse,
  openEdgeServer,
  type ReadFile,
  respondToMethod,
  tooLong,
  unsupportedType
} from '../mcp/edge.ts'

/** Creates the function that serves /mcp from the files of an export, as the server does. */
export function createMcp(read: ReadFile, now: () => Date): (request: Request) => Promise<Response> {
  // A result, not a promise: in a worker, a request cannot wait for what another one reads.
  let server: Awaited<ReturnType<typeof openEdgeServer>> | undefined

  async function respond(request: Request): Promise<McpResponse> {
    const { method, body } = request
    if (method !== 'POST') return respondToMethod(method)
    server ??= await openEdgeServer(read, now)
    const headers = {
      ...Object.fromEntries(request.headers),
      ...(body && { 'transfer-encoding': 'chunked' })
    }
    const rejection = server.findRejection(headers)
    if (rejection) return rejection
    const isJson = /^\s*application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')
    if (!isJson) return unsupportedType
    const text = body === null ? '' : await readBody(body)
    return text === undefined ? tooLong : server.respond(headers, text)
  }

  return async (request) => {
    const response = await respond(request).catch((error) => {
      console.error(error)
      return createError(500, errorCodes.internal, 'Internal error: the server log has the cause.')
    })
    return toResponse(response, request)
  }
}

async function readBody(body: NonNullable<Request['body']>): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let text = ''
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBodyBytes) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function toResponse(response: McpResponse, { method }: Request): Response {
  const { status, body } = response
  const headers = {
    ...publicHeaders,
    ...(method === 'OPTIONS' && {
      'access-control-allow-methods': allow,
      'access-control-allow-headers': allowedHeaders,
      'access-control-max-age': '86400'
    }),
    ...headersOf(response)
  }
  return new Response(body === '' ? null : typeof body === 'string' ? body : new Blob([...body]), {
    status,
    headers
  })
}
