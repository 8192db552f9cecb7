import { isObject } from '../business/json-value.ts'
import { parseIfJson } from './json.ts'

/** The first message to an MCP server, without its id. */
export const initialize = {
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'business-facts-audit', version: '1.0.0' }
  }
}

/** Returns the JSON of an MCP response. A server may send it in a stream, after notifications and requests of its own. */
export function readMessage(text: string): string {
  if (parseIfJson(text) !== undefined) return text
  const messages = text.split(/\r?\n\r?\n/).map(readData)
  return messages.find(isResponse) ?? text
}

/** Returns the data of an event: its lines, without their names (HTML, 9.2.6). */
const readData = (event: string): string =>
  event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.replace(/^data: ?/, ''))
    .join('\n')

function isResponse(text: string): boolean {
  const message = parseIfJson(text)
  return isObject(message) && ('result' in message || 'error' in message)
}
