import { type DiscoveryContext, type Document, json } from './document.ts'
import { summary } from './prose.ts'
import { describeSkill, skill, skillName } from './skill.ts'

/** The interfaces that agents can use (AI Catalog 1.0, as Agentic Resource Discovery reads it). */
export const aiCatalog: Document = {
  paths: ['/.well-known/ai-catalog.json'],
  mediaType: 'application/ai-catalog+json',
  create: (context) => {
    const { business, baseUrl } = context
    const { name } = business.profile
    const { hostname } = new URL(baseUrl)
    const common = { representativeQueries: exampleQueries(context) }
    return json({
      specVersion: '1.0',
      host: { displayName: name, identifier: hostname, documentationUrl: `${baseUrl}/developers/` },
      entries: [
        {
          identifier: `urn:air:${hostname}:api:${skillName}`,
          displayName: `${name}: API`,
          type: 'application/vnd.oai.openapi+json',
          url: `${baseUrl}/openapi.json`,
          description: summary(context),
          ...common
        },
        {
          identifier: `urn:air:${hostname}:mcp:${skillName}`,
          displayName: `${name}: MCP`,
          type: 'application/mcp-server-card+json',
          url: `${baseUrl}/mcp/server-card`,
          description: summary(context),
          ...common
        },
        {
          identifier: `urn:air:${hostname}:skill:${skillName}`,
          displayName: `${name}: skill`,
          type: 'text/markdown; profile="urn:air:agent-skills"',
          url: baseUrl + skill.paths[0],
          description: describeSkill(context),
          ...common
        }
      ]
    })
  }
}

/** Returns questions that the site answers: two about every business, and the first of each FAQ category. */
function exampleQueries({ business: { profile, faq } }: DiscoveryContext): string[] {
  const name = profile.name_en ?? profile.name
  const faqQuestions = faq.categories.flatMap(({ items }) =>
    items.slice(0, 1).map(({ question }) => question)
  )
  return [`What does ${name} offer?`, `What does ${name} charge?`, ...faqQuestions.slice(0, 3)]
}
