import { extname } from 'node:path'
import { crawlers, robotsTokens } from '../base/crawlers.ts'
import { formatLink } from '../base/url-path.ts'
import type { Business } from '../business/business.ts'
import { formatSignals } from '../business/schemas/site.ts'
import { agentResources, type Context, listAgentResources } from '../context/context.ts'
import type { Body, Resource } from '../resources/resources.ts'
import { catalogs } from './catalogs.ts'
import { type DiscoveryDocument, toSingleLine } from './document.ts'
import { llmsTexts } from './llms.ts'
import { sitemaps } from './sitemap.ts'
import { skill, skillIndex } from './skill.ts'

// Each crawler has its own group, because a crawler that finds its name ignores the `*` group.
const agents = ['*', ...crawlers, ...robotsTokens]

/**
 * Allows crawlers to fetch everything (RFC 9309), and states the uses that the owner allows or not (contentsignals.org).
 * It has no `Agentmap` line (Agentic Resource Discovery 0.91, section 5.1): validators call a file with it invalid, and
 * agents find the manifest by its well-known path and by the `rel="ard"` links.
 */
const robots: DiscoveryDocument = {
  paths: ['/robots.txt'],
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

const day = 24 * 60 * 60 * 1000

/** The contact for vulnerability reports (RFC 9116). */
const security: DiscoveryDocument = {
  paths: ['/.well-known/security.txt'],
  // At the next midnight (UTC), so the date of expiry is always almost a year away.
  expires: ({ now }) => new Date((Math.floor(now().getTime() / day) + 1) * day),
  create: ({ business: { profile, faq }, baseUrl, now }) => {
    const { email, contact_page = profile.url } = profile.contact
    const languages = profile.languages ?? [faq.language]
    const expires = new Date(now().getTime() + 360 * day).toISOString().slice(0, 10)
    return [
      `Contact: ${email ? `mailto:${email}` : contact_page}`,
      `Expires: ${expires}T00:00:00Z`,
      `Preferred-Languages: ${languages.join(', ')}`,
      `Canonical: ${baseUrl}${security.paths[0]}`,
      ''
    ].join('\n')
  }
}

/** By the extension of a path. */
const mediaTypes: Record<string, string> = {
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.xml': 'application/xml'
}

const documents: DiscoveryDocument[] = [
  ...llmsTexts,
  ...sitemaps,
  robots,
  ...catalogs,
  skillIndex,
  skill,
  security
]

/** `mcpRegistryAuth` is the record that proves to the MCP registry who owns the domain. */
export function listDocuments(context: Context, mcpRegistryAuth?: string): [path: string, Resource][] {
  const registryAuth: DiscoveryDocument = {
    paths: ['/.well-known/mcp-registry-auth'],
    mediaType: 'text/plain; charset=utf-8',
    create: () => `${mcpRegistryAuth}\n`
  }
  const read = async (document: DiscoveryDocument): Promise<Body> => {
    const expires = document.expires?.(context)
    const created = await document.create(context)
    const text = typeof created === 'string' ? created : `${JSON.stringify(created, null, 2)}\n`
    const [path] = document.paths
    const { mediaType = `${mediaTypes[extname(path)]}; charset=utf-8`, headers } = document
    return { headers: { 'content-type': mediaType, ...headers }, content: Buffer.from(text), expires }
  }
  return [...documents, ...(mcpRegistryAuth === undefined ? [] : [registryAuth])].flatMap((document) =>
    document.paths.map((path): [string, Resource] => [path, { read: () => read(document) }])
  )
}

/** Lists values of the Link header: of pages, or of the API if `prefix` is `service-`. */
export function listLinks({ site }: Business, prefix: '' | 'service-'): string[] {
  const links = listAgentResources().flatMap(({ path, type, pageRelation }) =>
    pageRelation?.startsWith(prefix) ? [formatLink(path, pageRelation, type)] : []
  )
  return site?.licence ? [...links, formatLink(site.licence.url, 'license')] : links
}
