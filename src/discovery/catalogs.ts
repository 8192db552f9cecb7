import { formatLink } from '../base/url-path.ts'
import { englishName, statesPrices } from '../business/business.ts'
import { hasOffer, stated } from '../business/notes.ts'
import { agentResources, apiUrl, type Context, listAgentResources, skillName } from '../context/context.ts'
import { type DiscoveryDocument, writeSummary } from './document.ts'
import { describeSkill } from './skill.ts'

const { path, type, pageRelation } = agentResources.apiCatalog
const profile = 'https://www.rfc-editor.org/info/rfc9727'

/** The current version of the API as a linkset (RFC 9727, RFC 9264). */
const apiCatalog: DiscoveryDocument = {
  paths: [path],
  mediaType: `${type}; profile="${profile}"`,
  // Identifies this document as the catalog for HEAD requests (RFC 9727, section 2).
  headers: { link: formatLink(path, pageRelation, type) },
  create: (context) => {
    const { baseUrl, operations, prefix, business } = context
    const { site } = business
    const list = (...relations: string[]) =>
      Object.fromEntries(
        relations.map((relation) => [
          relation,
          listAgentResources()
            .filter(({ apiRelation }) => apiRelation === relation)
            .map(({ path, type }) => ({ href: baseUrl + path, type }))
        ])
      )
    // The endpoints: the URL of the API itself, to which the anchor refers, has no content.
    const items = operations.filter(({ ids }) => !ids).map((operation) => apiUrl(context, operation))
    return {
      linkset: [
        {
          anchor: baseUrl + path,
          item: items.map((href) => ({ href, type: 'application/json' })),
          ...list('service-desc', 'service-doc')
        },
        {
          anchor: `${baseUrl}${prefix}/`,
          ...list('service-desc', 'service-doc', 'service-meta'),
          ...(context.hasServer && list('status')),
          ...(site?.licence && { license: [{ href: site.licence.url }] })
        }
      ]
    }
  }
}

/** The interfaces that agents can use, as entries of Agentic Resource Discovery 0.91, and of its predecessor, AI Catalog 1.0. */
function createManifest(context: Context) {
  const { business, baseUrl, factsChanged, resources } = context
  const { name } = business.profile
  const { hostname } = new URL(baseUrl)
  const { skill, serverCard, documentation } = agentResources
  // The types are from the specification, which has none for an API; the skill leads to it.
  const mcp = {
    kind: 'mcp',
    label: 'MCP',
    ...serverCard,
    description: writeSummary(context) || name
  }
  const skillEntry = {
    kind: 'skill',
    label: 'skill',
    path: skill.path,
    type: `${skill.type}; profile="urn:air:agent-skills"`,
    description: describeSkill(context)
  }
  // Only its author can describe a custom skill.
  const all = [...(context.hasServer ? [mcp] : []), ...(resources.isOwned(skill.path) ? [] : [skillEntry])]
  return {
    // ARD ignores the members except `entries`; AI Catalog requires them.
    specVersion: '1.0',
    host: {
      displayName: name,
      identifier: hostname,
      documentationUrl: baseUrl + documentation.path
    },
    entries: all.map(({ kind, label, path, type, description }) => ({
      identifier: `urn:air:${hostname}:${kind}:${skillName}`,
      displayName: `${name}: ${label}`,
      type,
      url: baseUrl + path,
      description,
      representativeQueries: listQueries(context),
      ...(factsChanged && { updatedAt: factsChanged.toISOString() })
    }))
  }
}

function listQueries({ business }: Context): string[] {
  const name = englishName(business)
  const faqQuestions = business.faq.categories.flatMap(({ items }) =>
    items.slice(0, 1).map(({ question }) => question)
  )
  const { contact_page } = business.profile.contact
  const first = hasOffer(business)
    ? `What does ${name} offer?`
    : contact_page
      ? `How can I contact ${name}?`
      : `Who is ${name}?`
  return stated(first, statesPrices(business) && `What does ${name} charge?`, ...faqQuestions.slice(0, 3))
}

export const catalogs: DiscoveryDocument[] = [
  apiCatalog,
  { paths: [agentResources.ard.path], create: createManifest },
  { paths: [agentResources.aiCatalog.path], mediaType: agentResources.aiCatalog.type, create: createManifest }
]
