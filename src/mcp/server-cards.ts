import type { FastifyInstance } from 'fastify'
import { type RepresentOptions, represent } from '../http/represent.ts'
import { agentResources } from '../surfaces/agent-resources.ts'
import type { SurfaceContext } from '../surfaces/surface-context.ts'
import { describeServer, listCapabilities, protocolVersions, writeInstructions } from './identity.ts'
import { listTool, type Tool } from './tool.ts'

interface Options extends RepresentOptions {
  context: SurfaceContext
  tools: Tool[]
}

/** Serves the documents by which clients discover the server before they connect. */
export async function cards(app: FastifyInstance, { context, tools, ...representOptions }: Options) {
  await app.register(represent, representOptions)
  const card = createServerCard(context)
  const full = Buffer.from(JSON.stringify({ ...card, ...listDetails(context, tools) }))
  const { serverCard } = agentResources
  const json = 'application/json; charset=utf-8'
  const documents: [path: string, mediaType: string, body: Buffer][] = [
    [serverCard.path, serverCard.type, Buffer.from(JSON.stringify(card))],
    ['/.well-known/mcp', json, full],
    ['/.well-known/mcp.json', json, full],
    ['/.well-known/mcp/server-card.json', json, full]
  ]
  for (const [path, mediaType, body] of documents) {
    if (!context.hasFile(path)) app.get(path, (_request, reply) => reply.type(mediaType).send(body))
  }
}

/** Returns the server card (SEP-2127, ext-server-card): the server's URL and the supported revisions. */
function createServerCard(context: SurfaceContext) {
  const { name, version, title, description, websiteUrl, icons } = describeServer(context)
  const url = context.baseUrl + agentResources.mcp.path
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
function listDetails(context: SurfaceContext, tools: Tool[]) {
  const { name, title, version } = describeServer(context)
  const url = context.baseUrl + agentResources.mcp.path
  return {
    protocolVersion: protocolVersions[0],
    serverInfo: { name, title, version },
    serverUrl: url,
    endpoint: url,
    transport: { type: 'streamable-http', endpoint: agentResources.mcp.path, url },
    capabilities: listCapabilities(context),
    authentication: { required: false },
    instructions: writeInstructions(context),
    tools: tools.map(listTool)
  }
}
