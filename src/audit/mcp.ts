import { fieldOf, isObject, type JsonObject, parseIfJson, readObjects, readText } from '../base/json-value.ts'
import { type AuditedSite, UnreadError } from './audited-site.ts'

export const forwardMcp =
  'Forward POST /mcp past any firewall, with the Host header of the site, and set BASE_URL to its public URL.'

const protocolVersion = '2025-06-18'

/** A call of a tool that needs no argument, or an id that its schema lists. */
interface Call {
  name: string
  id?: string
}

/** Connects to the MCP server and lists its tools. Rejects if the server fails. */
export async function connect(site: AuditedSite) {
  const path = '/mcp'
  const post = async (method: string, params: JsonObject): Promise<unknown> => {
    const response = await site.send(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': protocolVersion
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    })
    const message = parseIfJson(response.text)
    const result = fieldOf(message, 'result')
    const error = readText(message, 'error', 'message')
    if (response.status === 200 && isObject(result)) return result
    const problem = error ? `returns the error "${error}"` : response.summary
    throw new UnreadError(`${path} ${problem} for ${method}`, forwardMcp)
  }
  const clientInfo = { name: 'business-facts-audit', version: '1.0.0' }
  await post('initialize', { protocolVersion, capabilities: {}, clientInfo })
  return {
    url: site.origin + path,
    calls: readObjects(await post('tools/list', {}), 'tools').flatMap(listCalls),
    /** Returns the structured content and the JSON of the text, each undefined if missing; `failure` is empty if the call succeeded. */
    call: async ({ name, id }: Call) => {
      const result = await post('tools/call', { name, arguments: id === undefined ? {} : { id } })
      const text = readText(readObjects(result, 'content')[0], 'text')
      const failure = fieldOf(result, 'isError') === true ? `the error "${text}"` : ''
      return { structured: fieldOf(result, 'structuredContent'), text: parseIfJson(text), failure }
    }
  }
}

function listCalls(tool: JsonObject): Call[] {
  const name = readText(tool, 'name')
  if (fieldOf(tool, 'annotations', 'readOnlyHint') === false) return []
  const required = [fieldOf(tool, 'inputSchema', 'required') ?? []].flat()
  if (required.length === 0) return [{ name }]
  const ids = [fieldOf(tool, 'inputSchema', 'properties', 'id', 'enum') ?? []].flat().map(String)
  return required.length === 1 && required[0] === 'id' ? ids.map((id) => ({ name, id })) : []
}
