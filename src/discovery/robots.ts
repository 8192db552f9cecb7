import { formatSignals } from '../business/schemas/site.ts'
import { agentResources } from '../surfaces/agent-resources.ts'
import { crawlers, robotsTokens } from '../surfaces/crawlers.ts'
import { type DiscoveryDocument, textType } from './document.ts'
import { toSingleLine } from './prose.ts'

// Each crawler has its own group, because a crawler that finds its name ignores the `*` group.
const agents = ['*', ...crawlers, ...robotsTokens]

/**
 * Allows crawlers to fetch everything (RFC 9309), and states the uses that the owner allows or not (contentsignals.org).
 * It has no `Agentmap` line (Agentic Resource Discovery 0.91, section 5.1): validators call a file with it invalid, and
 * agents find the manifest by its well-known path and by the `rel="ard"` links.
 */
export const robots: DiscoveryDocument = {
  paths: ['/robots.txt'],
  mediaType: textType,
  create: ({ baseUrl, business: { site } }) => {
    const signals = formatSignals(site)
    const rules = [...(signals ? [`Content-Signal: ${signals}`] : []), 'Allow: /']
    return [
      ...(site?.licence ? [`# Licence: ${toSingleLine(site.licence.name)}, ${site.licence.url}`, ''] : []),
      ...agents.flatMap((agent) => [`User-agent: ${agent}`, ...rules, '']),
      `Sitemap: ${baseUrl}${agentResources.sitemap.path}`,
      ''
    ].join('\n')
  }
}
