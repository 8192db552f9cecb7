import { maxBodyBytes, publicHeaders } from '../http/headers.ts'
import { cors, failure, headersOf, openEdgeServer, type ReadFile } from '../mcp/edge.ts'

export function createMcp(read: ReadFile, now: () => Date): (request: Request) => Promise<Response> {
  // A result, not a promise: in a worker, a request cannot wait for what another one reads.
  let server: Awaited<ReturnType<typeof openEdgeServer>> | undefined

  async function respond({ method, headers: sent, body }: Request) {
    server ??= await openEdgeServer(read, now)
    const headers = { ...Object.fromEntries(sent), ...(body && { 'transfer-encoding': 'chunked' }) }
    return server({ method, headers, readBody: async () => (body ? readBody(body) : '') })
  }

  return async (request) => {
    const response = await respond(request).catch((error) => {
      console.error(error)
      return failure
    })
    const { status, body } = response
    const preflight = request.method === 'OPTIONS' && {
      'access-control-allow-methods': cors.methods,
      'access-control-allow-headers': cors.allowedHeaders,
      'access-control-max-age': '86400'
    }
    return new Response(typeof body === 'string' ? body || null : new Blob([...body]), {
      status,
      headers: { ...publicHeaders, ...preflight, ...headersOf(response) }
    })
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
