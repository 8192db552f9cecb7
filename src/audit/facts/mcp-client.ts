import type { AuditedSite } from '../audited-site.ts'
import { initialize, readMessage } from '../mcp.ts'
import { isObject, type JsonObject, parseIfJson, read, readObjects, readText } from './json.ts'

const path = '/mcp'

/** A client of the MCP server of a site (MCP, Streamable HTTP). */
export class McpClient {
  readonly url: string
  readonly tools: JsonObject[]
  readonly #send: (method: string, params: JsonObject) => Promise<unknown>

  private constructor(
    url: string,
    tools: JsonObject[],
    send: (method: string, params: JsonObject) => Promise<unknown>
  ) {
    this.url = url
    this.tools = tools
    this.#send = send
  }

  /** Connects to the server and lists its tools. Returns undefined if the site has no server. */
  static async connect(site: AuditedSite): Promise<McpClient | undefined> {
    let session: Record<string, string> = {}
    const post = (message: JsonObject) =>
      site.send(path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': initialize.params.protocolVersion,
          ...session
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...message })
      })
    const send = async (method: string, params: JsonObject) => {
      const { text } = await post({ id: 1, method, params })
      return read(parseIfJson(readMessage(text)), 'result')
    }
    const initialized = await post({ id: 1, ...initialize })
    if (initialized.status !== 200) return undefined
    const id = initialized.headers.get('mcp-session-id')
    if (id !== null) session = { 'mcp-session-id': id }
    await post({ method: 'notifications/initialized' })
    const tools = readObjects(await send('tools/list', {}), 'tools')
    return tools.length > 0 ? new McpClient(site.origin + path, tools, send) : undefined
  }

  /** Calls a tool. Returns its structured result, or the JSON of its text; undefined if it fails. */
  async call(name: string, values: JsonObject): Promise<unknown> {
    const result = await this.#send('tools/call', { name, arguments: values })
    if (read(result, 'isError') === true) return undefined
    const structured = read(result, 'structuredContent')
    return isObject(structured)
      ? structured
      : parseIfJson(readText(readObjects(result, 'content')[0], 'text'))
  }

  /** Returns whether the server has a tool with this name and parameter. */
  hasTool(name: string, parameter: string): boolean {
    const tool = this.tools.find((other) => readText(other, 'name') === name)
    return read(tool, 'inputSchema', 'properties', parameter) !== undefined
  }
}
