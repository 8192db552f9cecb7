import type { Business } from '../business/business.ts'
import { formatLink } from '../http/link.ts'
import { listAgentResources } from '../surfaces/agent-resources.ts'

/** Returns the links of every page to the resources for agents. */
export const pageLinks = (business: Business): string[] => [
  ...listLinks(() => true),
  ...licenceLinks(business)
]

/** Returns the links of every API response: the description, the documentation and the licence (RFC 8631). */
export const apiLinks = (business: Business): string[] => [
  ...listLinks((relation) => relation.startsWith('service-')),
  ...licenceLinks(business)
]

const listLinks = (isWanted: (relation: string) => boolean) =>
  listAgentResources().flatMap(({ path, type, pageRelation }) =>
    pageRelation !== undefined && isWanted(pageRelation) ? [formatLink(path, pageRelation, type)] : []
  )

const licenceLinks = ({ site }: Business) => (site?.licence ? [formatLink(site.licence.url, 'license')] : [])
