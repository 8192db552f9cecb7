import { englishName } from '../business/business.ts'
import { hasOffer } from '../business/notes.ts'
import { agentResources, skillName } from '../surfaces/agent-resources.ts'
import type { SurfaceContext } from '../surfaces/surface-context.ts'
import { type DiscoveryDocument, json, jsonType } from './document.ts'
import { writeSummary } from './prose.ts'
import { describeSkill } from './skill.ts'

/** The interfaces that agents can use, as entries of Agentic Resource Discovery 0.91. */
export const ard: DiscoveryDocument = {
  paths: [agentResources.ard.path],
  mediaType: jsonType,
  create: (context) => createManifest(context)
}

/** The same entries at the path and with the type of the predecessor, AI Catalog 1.0. */
export const aiCatalog: DiscoveryDocument = {
  paths: [agentResources.aiCatalog.path],
  mediaType: agentResources.aiCatalog.type,
  create: (context) => createManifest(context)
}

function createManifest(context: SurfaceContext): string {
  const { business, baseUrl, changed } = context
  const { name } = business.profile
  const { hostname } = new URL(baseUrl)
  const common = {
    representativeQueries: exampleQueries(context),
    ...(changed && { updatedAt: changed.toISOString() })
  }
  return json({
    // ARD ignores the members except `entries`; AI Catalog requires them.
    specVersion: '1.0',
    host: {
      displayName: name,
      identifier: hostname,
      documentationUrl: baseUrl + agentResources.documentation.path
    },
    // The types are those of the specification, which has none for an API; the skill leads to it.
    entries: [
      {
        identifier: `urn:air:${hostname}:mcp:${skillName}`,
        displayName: `${name}: MCP`,
        type: agentResources.serverCard.type,
        url: baseUrl + agentResources.serverCard.path,
        description: writeSummary(context),
        ...common
      },
      // Only its author can describe a custom skill.
      ...(context.hasFile(agentResources.skill.path)
        ? []
        : [
            {
              identifier: `urn:air:${hostname}:skill:${skillName}`,
              displayName: `${name}: skill`,
              type: `${agentResources.skill.type}; profile="urn:air:agent-skills"`,
              url: baseUrl + agentResources.skill.path,
              description: describeSkill(context),
              ...common
            }
          ])
    ]
  })
}

/** Returns questions that the site answers: two about the business, and the first of each FAQ category. */
function exampleQueries({ business }: SurfaceContext): string[] {
  const name = englishName(business)
  const faqQuestions = business.faq.categories.flatMap(({ items }) =>
    items.slice(0, 1).map(({ question }) => question)
  )
  const first = hasOffer(business) ? `What does ${name} offer?` : `How can I contact ${name}?`
  return [first, `What does ${name} charge?`, ...faqQuestions.slice(0, 3)]
}
