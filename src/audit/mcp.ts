import { isObject, type JsonObject, parseIfJson, read, readObjects, readText } from '../base/json-value.ts'
import type { AuditedSite } from './audited-site.ts'
import type { SiteResponse } from './client.ts'

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

const path = '/mcp'
const maxToolPages = 20

type Outcome = { body: unknown; failure?: undefined } | { body?: undefined; failure: string }

/** The result of a call: its structured content and the JSON of its text, each undefined if missing. */
interface ToolResult {
  structured?: JsonObject | undefined
  text?: JsonObject | undefined
  /** Empty if the call succeeded. */
  failure: string
}

export class McpClient {
  readonly url: string
  readonly #send: (method: string, params: JsonObject) => Promise<Outcome>
  #tools: JsonObject[] = []

  private constructor(url: string, send: (method: string, params: JsonObject) => Promise<Outcome>) {
    this.url = url
    this.#send = send
  }

  /** The tools, except those that state `readOnlyHint: false`. */
  get tools(): JsonObject[] {
    return this.#tools.filter((tool) => read(tool, 'annotations', 'readOnlyHint') !== false)
  }

  /** Connects to the server and lists its tools. Returns undefined if the site has no server. Rejects if the server fails. */
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
    const initialized = await post({ id: 1, ...initialize })
    if (initialized.status !== 200) {
      if (await isAnnounced(site, initialized)) throw new Error(`${path} returns ${initialized.status}`)
      return undefined
    }
    const id = initialized.headers.get('mcp-session-id')
    if (id !== null) session = { 'mcp-session-id': id }
    await post({ method: 'notifications/initialized' })
    const client = new McpClient(site.origin + path, async (method, params) =>
      readOutcome(await post({ id: 1, method, params }))
    )
    await client.#listTools()
    return client.#tools.length > 0 ? client : undefined
  }

  async #listTools(): Promise<void> {
    let cursor = ''
    for (let page = 0; page < maxToolPages; page++) {
      const { body, failure } = await this.#send('tools/list', cursor === '' ? {} : { cursor })
      if (failure !== undefined) throw new Error(`${path} returns ${failure} for tools/list`)
      for (const tool of readObjects(body, 'tools')) this.#tools.push(tool)
      cursor = readText(body, 'nextCursor')
      if (cursor === '') return
    }
  }

  async call(name: string, values: JsonObject): Promise<ToolResult> {
    const { body, failure } = await this.#send('tools/call', { name, arguments: values })
    if (failure !== undefined) return { failure }
    const text = readText(readObjects(body, 'content')[0], 'text')
    if (read(body, 'isError') === true) return { failure: `the error "${text}"` }
    const [structured, parsed] = [read(body, 'structuredContent'), parseIfJson(text)].map((value) =>
      isObject(value) ? value : undefined
    )
    return { structured, text: parsed, failure: '' }
  }

  hasTool(name: string, parameter: string): boolean {
    const tool = this.tools.find((other) => readText(other, 'name') === name)
    return read(tool, 'inputSchema', 'properties', parameter) !== undefined
  }
}

function readOutcome({ status, text }: SiteResponse): Outcome {
  const message = parseIfJson(readMessage(text))
  const error = readText(message, 'error', 'message')
  if (error !== '') return { failure: `the error "${error}"` }
  return status === 200 ? { body: read(message, 'result') } : { failure: `status ${status}` }
}

/** Returns whether an error of the server is a failure: its status is 5xx, or the site announces the server. */
async function isAnnounced(site: AuditedSite, { status }: SiteResponse): Promise<boolean> {
  // 501 is the response of a server that knows no POST.
  if (status >= 500 && status !== 501) return true
  const card = await site.get('/.well-known/mcp/server-card.json')
  const llms = await site.get('/llms.txt')
  const isMentioned = llms.status === 200 && !llms.type.startsWith('text/html') && /\/mcp\b/.test(llms.text)
  return read(parseIfJson(card.text), 'transport') !== undefined || isMentioned
}
