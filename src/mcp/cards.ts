import type { FastifyInstance } from 'fastify'
import { Representation, representJson } from '../http/representation.ts'
import { Resource } from '../http/resource.ts'
import { type Sending, sendResource } from '../http/send.ts'
import { capabilities, identityOf, instructionsOf, protocolVersions } from './identity.ts'
import type { Source } from './source.ts'
import { listTool, type Tool } from './tools.ts'

interface Options extends Sending {
  source: Source
  tools: Tool[]
}

/** The documents by which the server is found before anybody connects. */
export function cards(app: FastifyInstance, { source, tools, ...sending }: Options, done: () => void) {
  const card = cardOf(source)
  const whole = representJson({ ...card, ...detailsOf(source, tools) })
  const cardType = 'application/mcp-server-card+json'
  const documents = new Map([
    ['/mcp/server-card', new Representation(JSON.stringify(card), cardType)],
    ['/.well-known/mcp', whole],
    ['/.well-known/mcp.json', whole],
    ['/.well-known/mcp/server-card.json', whole]
  ])
  for (const [path, representation] of documents) {
    if (source.hasFile(path)) continue
    const resource = new Resource(representation)
    app.get(path, (request, reply) => sendResource(request, reply, sending, path, resource))
  }
  done()
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
