import type { FastifyInstance } from 'fastify'
import { Representation, representJson } from '../http/representation.ts'
import { Resource } from '../http/resource.ts'
import { type Sending, sendResource } from '../http/send.ts'
import type { McpContext } from './context.ts'
import { capabilities, describeServer, protocolVersions, writeInstructions } from './identity.ts'
import { listTool, type Tool } from './tools.ts'

interface Options extends Sending {
  context: McpContext
  tools: Tool[]
}

/** Serves the documents by which clients discover the server before they connect. */
export function cards(app: FastifyInstance, { context, tools, ...sending }: Options, done: () => void) {
  const card = createServerCard(context)
  const whole = representJson({ ...card, ...listDetails(context, tools) })
  const cardType = 'application/mcp-server-card+json'
  const documents = new Map([
    ['/mcp/server-card', new Representation(JSON.stringify(card), cardType)],
    ['/.well-known/mcp', whole],
    ['/.well-known/mcp.json', whole],
    ['/.well-known/mcp/server-card.json', whole]
  ])
  for (const [path, representation] of documents) {
    if (context.hasFile(path)) continue
    const resource = new Resource(representation)
    app.get(path, (request, reply) => sendResource(request, reply, sending, path, resource))
  }
  done()
}

/** Returns the server card (SEP-2127, ext-server-card): the server's URL and the supported revisions. */
function createServerCard(context: McpContext) {
  const { name, version, title, description, websiteUrl, icons } = describeServer(context)
  const url = `${context.baseUrl}/mcp`
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name,
    version,
    title,
    description,
    websiteUrl,
    ...(icons && { icons }),
    remotes: [{ type: 'streamable-http', url, supportedProtocolVersions: protocolVersions }]
  }
}

/** Returns the fields that clients of the earlier draft read (SEP-1649). */
function listDetails(context: McpContext, tools: Tool[]) {
  const { name, title, version } = describeServer(context)
  const url = `${context.baseUrl}/mcp`
  return {
    protocolVersion: protocolVersions[0],
    serverInfo: { name, title, version },
    serverUrl: url,
    endpoint: url,
    transport: { type: 'streamable-http', endpoint: '/mcp', url },
    capabilities,
    authentication: { required: false },
    instructions: writeInstructions(context),
    tools: tools.map(listTool)
  }
}
