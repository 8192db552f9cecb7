import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface HttpRequest {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Reply {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: string
}

const keepAlive = new Agent({ keepAlive: true, maxSockets: 64 })

/** Opens a connection for each request: an idle one makes way if the server has too many. */
export const newConnections = new Agent()

/** Sends a request and returns the response; its body is latin1, one character per byte. Rejects if the response is truncated. */
export const send = (
  port: number,
  { method = 'GET', path, headers = {}, body }: HttpRequest,
  agent = keepAlive
) =>
  new Promise<Reply>((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('latin1')
        })
      )
    })
    outgoing.setTimeout(60_000, () => outgoing.destroy(new Error('no response within 60 s')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })

/** Sends requests every 2 ms until the server responds. Rejects after 30 s without a response. */
export async function waitForResponse(port: number, path: string): Promise<Reply> {
  const end = performance.now() + 30_000
  for (;;) {
    try {
      return await send(port, { path }, newConnections)
    } catch (error) {
      if (performance.now() > end)
        throw new Error(`no response on port ${port} within 30 s`, { cause: error })
      await sleep(2)
    }
  }
}

/** Builds the request of an MCP call (JSON-RPC 2.0). */
export const call = (method: string, params: object): HttpRequest => {
  const version = '2025-06-18'
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  }
}

/** Returns whether a request succeeded. A failed MCP call has status 200 too, with an error in its body. */
export function isSuccess({ path }: HttpRequest, { status, body }: Reply): boolean {
  if (status !== 200 || path !== '/mcp') return status === 200
  const { result } = JSON.parse(body)
  return result !== undefined && result.isError !== true
}
