import type { FastifyInstance } from 'fastify'
import { languageName } from '../base/language.ts'
import { shorten } from '../base/text.ts'
import { connectorName, englishName, statesPrices } from '../business/business.ts'
import { listHoursNotes, listPriceNotes, listStated, listTerms } from '../business/notes.ts'
import { listSubjects } from '../business/operations.ts'
import { agentResources, type Context } from '../context/context.ts'
import { type RepresentOptions, represent } from '../http/represent.ts'
import { clip } from './bounds.ts'
import { listTool, type Tool } from './methods.ts'

/** The supported MCP revisions, the newest first. */
const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']

export type Introduction = ReturnType<typeof introduce>

export const introduce = (context: Context) => ({
  baseUrl: context.baseUrl,
  identity: describeServer(context),
  options: {
    capabilities,
    instructions: writeInstructions(context),
    supportedProtocolVersions: protocolVersions
  }
})

/** MCP, ServerCapabilities. The lists of the server never change, so it sends no notifications. */
const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} }

const allIcons = [
  { path: '/icon-512.png', mimeType: 'image/png', sizes: ['512x512'] },
  { path: '/favicon.svg', mimeType: 'image/svg+xml', sizes: ['any'] }
]

/** Returns the server's name in reverse-DNS form, its title, icons and more (MCP, Implementation). */
function describeServer(context: Context) {
  const { business, baseUrl, version, resources } = context
  const hostname = new URL(baseUrl).hostname.replace(/[^a-z0-9.-]/g, '-')
  const icons = allIcons.flatMap(({ path, ...icon }) =>
    resources.get(path) ? [{ src: baseUrl + path, ...icon }] : []
  )
  return {
    name: `${hostname.split('.').reverse().join('.')}/business-facts`,
    title: clip(business.profile.name, 100),
    version,
    // At most 100 characters (server card schema).
    description: `${clip(englishName(business), 30)}: ${listSubjects(business)}. Read-only.`,
    websiteUrl: `${baseUrl}/`,
    ...(icons.length > 0 && { icons })
  }
}

// Clients cut longer instructions; Claude Code does at 2,048 characters.
const maxInstructions = 2000
const maxQuote = 300

/** Returns the instructions, the most useful lines first, without those that do not fit. */
function writeInstructions({ business, factsChanged }: Context): string {
  const { profile, faq, catalog } = business
  const { name, name_en, category, contact } = profile
  const language = languageName(faq.language)
  const lines = listStated(
    `Facts that ${name_en ? `${name} (${name_en})` : name} publishes about itself: ${listSubjects(business)}.`,
    ...listPriceNotes(business),
    'This server is read-only: you cannot book, order, pay or submit anything.',
    contact.contact_page && `To go ahead, contact the business directly: ${contact.contact_page}.`,
    `The facts are in ${language}: search in ${language}, and answer in the user's language. Find documents with search and read them with fetch. The other tools return the data of the API${statesPrices(business) ? ', with exact prices' : ''}; if they shorten a list, their field \`note\` has the total and the URL of the complete list.`,
    ...listHoursNotes(business),
    ...listTerms(business),
    factsChanged && `The facts last changed on ${factsChanged.toISOString().slice(0, 10)}.`,
    category && `In its own words: ${cutSentences(category, 'get_business_profile')}`,
    catalog.pricing_note &&
      `The business says this about its prices: ${cutSentences(catalog.pricing_note, 'list_services')}`
  )
  let room = maxInstructions
  const fitting = lines.filter((line) => {
    const isFitting = line.length < room
    if (isFitting) room -= line.length + 1
    return isFitting
  })
  return fitting.join('\n')
}

/** Returns a text, or as many of its sentences, or else words, as fit into a quote, and the tool that has the rest. */
function cutSentences(text: string, tool: string): string {
  if (text.length <= maxQuote) return text
  const end = `… (${tool} has the rest.)`
  const start = shorten(text, maxQuote - end.length).slice(0, -1)
  const [sentences = start] = /^.*(?:[.!?؟]["'”’)»]?(?=\s)|[。！？])/s.exec(`${start} `) ?? []
  return `${sentences} ${end}`
}

interface Options extends RepresentOptions {
  context: Context
  tools: Tool[]
}

/** Serves the server cards, except those that SITE_DIR has. The paths of the earlier drafts have more fields. */
export async function cards(app: FastifyInstance, { context, tools, ...representOptions }: Options) {
  await app.register(represent, representOptions)
  const { identity, options } = introduce(context)
  const { path: endpoint } = agentResources.mcp
  const { type, url } = remoteOf(context)
  // SEP-2127, ext-server-card.
  const card = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...identity,
    remotes: [{ type, url, supportedProtocolVersions: protocolVersions }]
  }
  // With the fields that clients of the earlier draft read (SEP-1649).
  const details = {
    ...card,
    protocolVersion: protocolVersions[0],
    serverInfo: { name: identity.name, title: identity.title, version: identity.version },
    serverUrl: url,
    endpoint: url,
    transport: { type, endpoint, url },
    capabilities,
    authentication: { required: false },
    instructions: options.instructions,
    tools: tools.map(listTool)
  }
  const { path: cardPath, type: cardType } = agentResources.serverCard
  const detailed = ['/.well-known/mcp', '/.well-known/mcp.json', '/.well-known/mcp/server-card.json']
  for (const path of [cardPath, ...detailed]) {
    if (context.resources.get(path)) continue
    const isCard = path === cardPath
    const body = Buffer.from(JSON.stringify(isCard ? card : details))
    const mediaType = isCard ? cardType : 'application/json; charset=utf-8'
    app.get(path, (_request, reply) => reply.type(mediaType).send(body))
  }
}

const remoteOf = ({ baseUrl }: Context) => ({
  type: 'streamable-http',
  url: baseUrl + agentResources.mcp.path
})

/** Returns the server.json of the MCP registry. Clients may use its title as the name of their connector. */
export const createRegistryEntry = (context: Context) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  ...describeServer(context),
  title: connectorName(context.business).slice(0, 100).trim(),
  remotes: [remoteOf(context)]
})
