import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Test } from 'tap'

/** The supported revisions, the newest first. */
export const revisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const

/** Connects the SDK's client to a server in this revision until the end of the test. */
export async function connect(t: Test, address: string, revision: (typeof revisions)[number]) {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    revision === '2026-07-28'
      ? { versionNegotiation: { mode: { pin: revision } } }
      : { supportedProtocolVersions: [revision] }
  )
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', address)))
  t.teardown(() => client.close())
  return client
}

/** Returns the headers and the message of a request in the newest revision. */
export function modern(
  method: string,
  params: Record<string, unknown> = {},
  meta: Record<string, unknown> = {}
) {
  const name = params.name ?? params.uri
  return {
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': typeof name === 'string' ? name : JSON.stringify(name) })
    },
    message: {
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
          'io.modelcontextprotocol/clientCapabilities': {},
          ...meta
        }
      }
    }
  }
}
