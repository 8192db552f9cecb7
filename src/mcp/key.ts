import type { IncomingHttpHeaders } from 'node:http'
import { idOf } from './response.ts'

// A prompt and a completion are of what somebody typed: they hardly ever come twice.
const methods = new Set([
  'initialize',
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list'
])

const claimed = 'io.modelcontextprotocol/protocolVersion'
const able = 'io.modelcontextprotocol/clientCapabilities'

/**
 * All that the result of a request depends on, or undefined where the result is not kept. The parameters are checked:
 * what a client says of itself, or notes in `_meta` for itself (a progress token), changes nothing in the result.
 */
export function keyOf(headers: IncomingHttpHeaders, message: unknown): string | undefined {
  const { jsonrpc, id: _, method, params = {}, ...others } = Object(message)
  if (jsonrpc !== '2.0' || idOf(message) === null || !methods.has(method)) return undefined
  if (Object.keys(others).length > 0) return undefined
  const { _meta = {}, clientInfo, capabilities, ...rest } = params
  const { 'mcp-protocol-version': version, 'mcp-method': named, 'mcp-name': name } = headers
  // Only a request that claims its revision must repeat its method and its name in the headers.
  const claims = _meta[claimed] === undefined ? [] : [_meta[claimed], _meta[able] !== undefined, named, name]
  return JSON.stringify([method, rest, version, ...claims])
}
