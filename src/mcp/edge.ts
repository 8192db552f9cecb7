import { createMidnights } from '../business/opening-hours.ts'
import { publicHeaders } from '../http/headers.ts'
import { BodyError, maxBodyBytes } from '../http/limits.ts'
import { openEdgeFiles } from './edge-files.ts'
import { cors, createResponder, failure, headersOf } from './responder.ts'
import { createSdkHandler } from './sdk.ts'

/** Creates the MCP endpoint of an export. `read` returns a file that the export wrote for it, and `now` is the clock. */
export function createEdgeServer(read: (file: string) => Promise<string>, now: () => Date) {
  const open = async () => {
    const { introduction, places, features } = await openEdgeFiles(read, now)
    return createResponder(
      { baseUrl: introduction.baseUrl, now, factsExpire: createMidnights(places) },
      features,
      async () => createSdkHandler(introduction),
      { run: (task) => task() }
    )
  }
  // A result, not a promise: in a worker, a request cannot wait for what another one reads.
  let opened: Awaited<ReturnType<typeof open>> | undefined

  const respond = async ({ method, headers: sent, body }: Request) => {
    opened ??= await open()
    const headers = { ...Object.fromEntries(sent), ...(body && { 'transfer-encoding': 'chunked' }) }
    return opened({ method, headers, readBody: async () => (body ? readBody(body) : '') })
  }

  return async (request: Request): Promise<Response> => {
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

async function readBody(body: NonNullable<Request['body']>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let text = ''
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBodyBytes) throw new BodyError(413)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
