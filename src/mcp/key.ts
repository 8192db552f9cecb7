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

/**
 * All that the result of a request depends on, or undefined where the result is not kept. What a client notes in
 * `_meta` for itself (a progress token, a trace) changes with each request and nothing in the result.
 */
export function keyOf(headers: IncomingHttpHeaders, message: unknown): string | undefined {
  const { jsonrpc, id: _, method, params = {}, ...others } = Object(message)
  if (jsonrpc !== '2.0' || idOf(message) === null || !methods.has(method)) return undefined
  if (!isObject(params) || Object.keys(others).length > 0) return undefined
  const { _meta = {}, ...rest } = params
  if (!isObject(_meta) || !isToken(_meta.progressToken)) return undefined
  const envelope = Object.entries(_meta).filter(([name]) => name.startsWith('io.modelcontextprotocol/'))
  const named = [headers['mcp-protocol-version'], headers['mcp-method'], headers['mcp-name']]
  return JSON.stringify([method, rest, envelope, named])
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isToken = (value: unknown) =>
  value === undefined || typeof value === 'string' || Number.isSafeInteger(value)
