import { type Document, json, type Sources } from './document.ts'
import { summary } from './prose.ts'
import { describeSkill, skill, skillName } from './skill.ts'

/** What agents can use here (AI Catalog 1.0, as Agentic Resource Discovery reads it). */
export const aiCatalog: Document = {
  paths: ['/.well-known/ai-catalog.json'],
  mediaType: 'application/ai-catalog+json',
  make: (sources) => {
    const { business, baseUrl } = sources
    const { name } = business.profile
    const { hostname } = new URL(baseUrl)
    const common = { representativeQueries: queries(sources) }
    return json({
      specVersion: '1.0',
      host: { displayName: name, identifier: hostname, documentationUrl: `${baseUrl}/developers/` },
      entries: [
        {
          identifier: `urn:air:${hostname}:api:${skillName}`,
          displayName: `${name}: API`,
          type: 'application/vnd.oai.openapi+json',
          url: `${baseUrl}/openapi.json`,
          description: summary(sources),
          ...common
        },
        {
          identifier: `urn:air:${hostname}:mcp:${skillName}`,
          displayName: `${name}: MCP`,
          type: 'application/mcp-server-card+json',
          url: `${baseUrl}/mcp/server-card`,
          description: summary(sources),
          ...common
        },
        {
          identifier: `urn:air:${hostname}:skill:${skillName}`,
          displayName: `${name}: skill`,
          type: 'text/markdown; profile="urn:air:agent-skills"',
          url: baseUrl + skill.paths[0],
          description: describeSkill(sources),
          ...common
        }
      ]
    })
  }
}

/** Questions that are answered here: two about every business, and what its own clients ask first. */
function queries({ business: { profile, faq } }: Sources): string[] {
  const name = profile.name_en ?? profile.name
  const asked = faq.categories.flatMap(({ items }) => items.slice(0, 1).map(({ question }) => question))
  return [`What does ${name} offer?`, `What does ${name} charge?`, ...asked.slice(0, 3)]
}
