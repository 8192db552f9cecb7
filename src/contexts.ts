import { type ApiVersion, canonicalPrefix, currentVersion } from './business/api-version.ts'
import type { Business } from './business/business.ts'
import { createMidnights } from './business/local-time.ts'
import { datedPlaces, type Place } from './business/places.ts'
import type { DiscoveryContext } from './discovery/document.ts'
import { skill } from './discovery/skill.ts'
import type { McpContext } from './mcp/context.ts'
import type { Site } from './site/site.ts'
import { agentResources } from './surfaces/agent-resources.ts'
import type { SurfaceContext } from './surfaces/surface-context.ts'
import { version } from './version.ts'

interface Inputs {
  business: Business
  baseUrl: string
  /** The versions of the API, the oldest first, with the operations that the business has. */
  versions: ApiVersion[]
  site: Site
  /** The places whose hours are known. */
  places: Place[]
  /** When the facts last changed, if that is known. */
  changed: Date | undefined
  now: () => Date
}

/** Creates the inputs of the discovery documents and of the MCP server, which both describe the current version. */
export function createContexts({ business, baseUrl, versions, site, places, changed, now }: Inputs): {
  discovery: DiscoveryContext
  mcp: McpContext
} {
  const current = currentVersion(versions)
  const hasFile = (path: string) => site.hasFile(path)
  const midnights = createMidnights(datedPlaces(places))
  const shared: SurfaceContext = {
    business,
    baseUrl,
    operations: current.operations,
    prefix: canonicalPrefix(current),
    pages: site.pages,
    pagesExpire: () => midnights(now()),
    hasFile,
    changed
  }
  const discovery = { ...shared, started: new Date() }
  const mcp = {
    ...shared,
    now,
    version,
    expires: createMidnights(places),
    describePrice: site.describePrice,
    readSkill: hasFile(agentResources.skill.path) ? undefined : async () => skill.create(discovery)
  }
  return { discovery, mcp }
}
