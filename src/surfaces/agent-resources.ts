/** A document or an endpoint that agents can use. */
export interface AgentResource {
  path: string
  /** The media type of its response, without parameters. */
  type: string
  /** Its relation to every page, in the Link header (RFC 8288). */
  pageRelation?: string
  /** Its relation to the API, in the API catalog (RFC 9727). */
  apiRelation?: 'service-desc' | 'service-doc' | 'service-meta' | 'status'
}

/** The name of the skill, which is that of its folder (agentskills.io). */
export const skillName = 'business-facts'

/**
 * Everything for agents except pages, operations and lists of both. The Link headers and the API catalog list each entry
 * that has a relation. ARD, the server card, llms.txt, robots.txt and /for-ai/ take their paths and types from this table.
 */
export const agentResources = {
  apiCatalog: {
    path: '/.well-known/api-catalog',
    type: 'application/linkset+json',
    pageRelation: 'api-catalog'
  },
  openapi: {
    path: '/openapi.json',
    type: 'application/json',
    pageRelation: 'service-desc',
    apiRelation: 'service-desc'
  },
  documentation: {
    path: '/developers/',
    type: 'text/html',
    pageRelation: 'service-doc',
    apiRelation: 'service-doc'
  },
  documentationText: { path: '/developers.md', type: 'text/markdown', apiRelation: 'service-doc' },
  facts: { path: '/for-ai/', type: 'text/html' },
  llms: {
    path: '/llms.txt',
    type: 'text/plain',
    pageRelation: 'describedby',
    apiRelation: 'service-meta'
  },
  llmsFull: { path: '/llms-full.txt', type: 'text/plain' },
  ard: {
    path: '/.well-known/ard.json',
    type: 'application/json',
    pageRelation: 'ard',
    apiRelation: 'service-meta'
  },
  aiCatalog: {
    path: '/.well-known/ai-catalog.json',
    type: 'application/ai-catalog+json',
    apiRelation: 'service-meta'
  },
  skill: { path: `/.well-known/agent-skills/${skillName}/SKILL.md`, type: 'text/markdown' },
  skillIndex: { path: '/.well-known/agent-skills/index.json', type: 'application/json' },
  mcp: { path: '/mcp', type: 'application/json' },
  serverCard: { path: '/mcp/server-card', type: 'application/mcp-server-card+json' },
  sitemap: { path: '/sitemap-index.xml', type: 'application/xml', pageRelation: 'sitemap' },
  sitemapText: { path: '/sitemap.md', type: 'text/markdown' },
  health: { path: '/healthz', type: 'application/json', apiRelation: 'status' }
} as const satisfies Record<string, AgentResource>

/** Returns the resources in the order of the list. */
export const listAgentResources = (): AgentResource[] => Object.values(agentResources)
