import { formatLink } from '../http/link.ts'
import { type AgentResource, agentResources, listAgentResources } from '../surfaces/agent-resources.ts'
import { apiUrl } from '../surfaces/surface-context.ts'
import { type DiscoveryDocument, json } from './document.ts'

const { path, type, pageRelation } = agentResources.apiCatalog
const profile = 'https://www.rfc-editor.org/info/rfc9727'

/** The current version of the API as a linkset (RFC 9727, RFC 9264). */
export const apiCatalog: DiscoveryDocument = {
  paths: [path],
  mediaType: `${type}; profile="${profile}"`,
  // Identifies this document as the catalog for HEAD requests (RFC 9727, section 2).
  headers: { link: formatLink(path, pageRelation, type) },
  create: (context) => {
    const { baseUrl, operations, prefix, business } = context
    const { site } = business
    const list = (...relations: AgentResource['apiRelation'][]) => listTargets(baseUrl, relations)
    // The endpoints: the URL of the API itself, to which the anchor refers, has no content.
    const items = operations.filter(({ ids }) => !ids).map((operation) => apiUrl(context, operation))
    return json({
      linkset: [
        {
          anchor: baseUrl + path,
          item: items.map((href) => ({ href, type: 'application/json' })),
          ...list('service-desc', 'service-doc')
        },
        {
          anchor: `${baseUrl}${prefix}/`,
          ...list('service-desc', 'service-doc', 'service-meta', 'status'),
          ...(site?.licence && { license: [{ href: site.licence.url }] })
        }
      ]
    })
  }
}

/** Returns the targets of some relations of the API, by relation. */
const listTargets = (baseUrl: string, relations: AgentResource['apiRelation'][]) =>
  Object.fromEntries(
    relations.map((relation) => [
      relation,
      listAgentResources()
        .filter(({ apiRelation }) => apiRelation === relation)
        .map(({ path, type }) => ({ href: baseUrl + path, type }))
    ])
  )
