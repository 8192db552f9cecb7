import type { FastifyInstance } from 'fastify'
import { type Responding, represent } from '../http/represent.ts'
import { capabilities, identityOf, instructionsOf, protocolVersions } from './identity.ts'
import type { Source } from './source.ts'
import { listTool, type Tool } from './tools.ts'

interface Options extends Responding {
  source: Source
  tools: Tool[]
}

/** The documents by which the server is found before anybody connects. */
export async function cards(app: FastifyInstance, { source, tools, ...responding }: Options) {
  await app.register(represent, responding)
  const card = cardOf(source)
  const whole = Buffer.from(JSON.stringify({ ...card, ...detailsOf(source, tools) }))
  const json = 'application/json; charset=utf-8'
  const documents: [path: string, mediaType: string, body: Buffer][] = [
    ['/mcp/server-card', 'application/mcp-server-card+json', Buffer.from(JSON.stringify(card))],
    ['/.well-known/mcp', json, whole],
    ['/.well-known/mcp.json', json, whole],
    ['/.well-known/mcp/server-card.json', json, whole]
  ]
  for (const [path, mediaType, body] of documents) {
    if (!source.hasFile(path)) app.get(path, (_request, reply) => reply.type(mediaType).send(body))
  }
}

/** The server card (SEP-2127, ext-server-card): where the server is and what it speaks. */
function cardOf(source: Source) {
  const { name, version, title, description, websiteUrl, icons } = identityOf(source)
  const url = `${source.baseUrl}/mcp`
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

/** What is read by those who follow the drafts before it (SEP-1649). */
function detailsOf(source: Source, tools: Tool[]) {
  const { name, title, version } = identityOf(source)
  const url = `${source.baseUrl}/mcp`
  return {
    protocolVersion: protocolVersions[0],
    serverInfo: { name, title, version },
    serverUrl: url,
    endpoint: url,
    transport: { type: 'streamable-http', endpoint: '/mcp', url },
    capabilities,
    authentication: { required: false },
    instructions: instructionsOf(source),
    tools: tools.map(listTool)
  }
}
