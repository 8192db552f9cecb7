/** A request to measure. */
export interface Case {
  name: string
  path: string
  headers: Record<string, string>
  /** The body of a POST. Without it the request is a GET. */
  body?: string
  /** Whether to send the ETag of the server in If-None-Match, so the response is 304. */
  revalidates?: boolean
}

const list = '/api/v1/faq.json'
const page = '/pricing/'

export const cases: Case[] = [
  { name: 'list', path: list, headers: {} },
  { name: 'item', path: '/api/v1/services/leads.json', headers: {} },
  { name: 'list, br', path: list, headers: { 'accept-encoding': 'br' } },
  { name: 'list, 304', path: list, headers: {}, revalidates: true },
  { name: '404', path: '/api/v1/nothing.json', headers: {} },
  { name: 'openapi.json', path: '/openapi.json', headers: {} },
  { name: 'page', path: page, headers: {} },
  { name: 'page, br', path: page, headers: { 'accept-encoding': 'br' } },
  { name: 'page, 304', path: page, headers: {}, revalidates: true },
  { name: 'Markdown', path: page, headers: { accept: 'text/markdown' } },
  { name: 'tools/list', ...call('tools/list', {}) },
  { name: 'tools/call', ...call('tools/call', { name: 'get_service', arguments: { id: 'leads' } }) }
]

/** Builds a call of MCP by a client of the newest revision. */
function call(method: string, params: { name?: string; arguments?: object }) {
  const revision = '2026-07-28'
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {}
  }
  return {
    path: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...(params.name && { 'mcp-name': params.name })
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } })
  }
}
