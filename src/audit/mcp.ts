/** The first message to an MCP server, without its id. */
export const initialize = {
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'business-facts-audit', version: '1.0.0' }
  }
}

/** Returns the JSON of an MCP response. A server may send it as the only event of a stream. */
export const readMessage = (text: string): string => text.match(/^data: (.*)$/m)?.[1] ?? text
