import type { FastifyInstance } from 'fastify'
import { call } from '../harness/exchange.ts'

export const toolCall = call('tools/call', { name: 'get_service', arguments: { id: 'leads' } })

type App = Pick<FastifyInstance, 'inject'>

/** Sends a message to the MCP server of an app; returns the response. */
export async function sendMcp(
  app: App,
  method: string,
  params?: unknown,
  headers: Record<string, string> = {}
) {
  const payload = { jsonrpc: '2.0', id: 1, method, params }
  return (await app.inject({ method: 'POST', url: '/mcp', headers, payload })).json()
}

export const callMcp = async (app: App, method: string, params: object = {}) =>
  (await sendMcp(app, method, params)).result

/** Calls a tool; returns its structured content. */
export const callTool = async (app: App, name: string, args: object = {}) =>
  (await callMcp(app, 'tools/call', { name, arguments: args })).structuredContent

export const writePrompt = async (app: App, name: string, args: object): Promise<string> =>
  (await callMcp(app, 'prompts/get', { name, arguments: args })).messages[0].content.text
