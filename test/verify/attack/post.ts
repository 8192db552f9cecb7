import { type Reply, send } from '../../../harness/exchange.ts'

/** Posts a body to /mcp as a client does. The revision is 2025-11-25 unless the headers declare another. */
export const post = (port: number, body: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
  send(port, {
    method: 'POST',
    path: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers
    },
    body: typeof body === 'string' ? body : JSON.stringify(body)
  })

/** Builds a JSON-RPC request. */
export const rpc = (method: string, params?: unknown, id: string | number = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params
})
