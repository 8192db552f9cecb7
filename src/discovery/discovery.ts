import { extname } from 'node:path'
import { crawlers } from '../base/crawlers.ts'
import { encodePath, formatLink } from '../base/url-path.ts'
import type { Business } from '../business/business.ts'
import { formatSignals } from '../business/schemas/site.ts'
import { agentResources, apiUrl, type Context, listAgentResources } from '../context/context.ts'
import type { Body, Page, Resource } from '../resources/resources.ts'
import { catalogs } from './catalogs.ts'
import { type DiscoveryDocument, formatEntry, toMarkdownLine, toSingleLine } from './document.ts'
import { llmsTexts } from './llms.ts'

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
export function listHeaderLinks({ site }: Business, prefix: '' | 'service-'): string[] {
  const links = listAgentResources().flatMap(({ path, type, pageRelation }) =>
    pageRelation?.startsWith(prefix) ? [formatLink(path, pageRelation, type)] : []
  )
  return site?.licence ? [...links, formatLink(site.licence.url, 'license')] : links
}

/** By the extension of a path. */
const mediaTypes: Record<string, string> = {
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.xml': 'application/xml'
}

// Each crawler has its own group, because a crawler that finds its name ignores the `*` group. The last two are names that
// only robots.txt has: their owners crawl as Googlebot and Applebot.
const agents = ['*', ...crawlers, 'Google-Extended', 'Applebot-Extended']

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

/** Lists every page. One sitemap is enough: it may have 50,000 URLs (sitemaps.org), and no site has half as many pages. */
const sitemap: DiscoveryDocument = {
  paths: ['/sitemap-1.xml'],
  create: async ({ baseUrl, resources }) =>
    formatSitemap(
      'urlset',
      (await resources.listPages()).map((entry) => toEntry('url', baseUrl + encodePath(entry.path), [entry]))
    )
}

const sitemapIndex: DiscoveryDocument = {
  paths: [agentResources.sitemap.path, '/sitemap.xml'],
  create: async ({ baseUrl, resources }) =>
    formatSitemap('sitemapindex', [
      toEntry('sitemap', baseUrl + sitemap.paths[0], await resources.listPages())
    ])
}

function toEntry(name: string, url: string, entries: Page[]): string {
  const times = entries.map(({ modified }) => modified?.getTime())
  // A page with an unknown time may be the newest.
  const newest = times.every((time) => time !== undefined) ? new Date(Math.max(0, ...times)) : undefined
  const loc = url.replaceAll('&', '&amp;').replaceAll("'", '&apos;')
  const lastmod = newest === undefined ? '' : `<lastmod>${newest.toISOString()}</lastmod>`
  return `<${name}><loc>${loc}</loc>${lastmod}</${name}>`
}

const formatSitemap = (root: string, elements: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${elements.join('\n')}
</${root}>
`

const maxItems = 100

/** Lists every page with the date of its last change, if it is known, then the JSON documents and llms.txt, as Markdown. */
const sitemapMarkdown: DiscoveryDocument = {
  paths: [agentResources.sitemapText.path],
  create: async (context) => {
    const { business, baseUrl, resources, operations } = context
    const lines = (await resources.listPages()).map(({ path, markdownPath, title, modified }) => {
      const changed = modified === undefined ? '' : `changed ${modified.toISOString().slice(0, 10)}; `
      const note = `${changed}as Markdown: <${baseUrl}${encodePath(markdownPath)}>`
      return formatEntry(title, baseUrl + encodePath(path), note)
    })
    const bodies = operations.flatMap((operation) => {
      const { ids, summary } = operation
      const items = ids?.(business)
      if (items === undefined) return formatEntry(summary, apiUrl(context, operation), 'JSON')
      // The pages list the items of a large catalogue.
      if (items.length > maxItems) return []
      return items.map((id) =>
        formatEntry(`${summary}: ${id}`, apiUrl(context, operation, encodeURIComponent(id)), 'JSON')
      )
    })
    const documents = [
      formatEntry('llms.txt', baseUrl + agentResources.llms.path, 'table of contents for language models'),
      formatEntry('llms-full.txt', baseUrl + agentResources.llmsFull.path, 'the text of the pages'),
      formatEntry('OpenAPI', baseUrl + agentResources.openapi.path, 'every operation of the API'),
      ...bodies
    ]
    const name = `## ${toMarkdownLine(business.profile.name)}`
    return ['# Sitemap', '', name, '', ...lines, '', '## For programs', '', ...documents, ''].join('\n')
  }
}

const documents: DiscoveryDocument[] = [
  ...llmsTexts,
  sitemapIndex,
  sitemap,
  sitemapMarkdown,
  robots,
  ...catalogs,
  security
]
