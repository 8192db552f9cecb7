import { encodePath } from '../base/url-path.ts'
import { agentResources, apiUrl } from '../context/context.ts'
import type { Page } from '../resources/resources.ts'
import { type DiscoveryDocument, formatEntry, toMarkdownLine } from './document.ts'

/** Lists every page. One sitemap is enough: it may have 50,000 URLs (sitemaps.org), and no site has half as many pages. */
const sitemap: DiscoveryDocument = {
  paths: ['/sitemap-1.xml'],
  create: async ({ baseUrl, resources }) =>
    formatDocument(
      'urlset',
      (await resources.listPages()).map((entry) => element('url', baseUrl + encodePath(entry.path), [entry]))
    )
}

const sitemapIndex: DiscoveryDocument = {
  paths: [agentResources.sitemap.path, '/sitemap.xml'],
  create: async ({ baseUrl, resources }) =>
    formatDocument('sitemapindex', [
      element('sitemap', baseUrl + sitemap.paths[0], await resources.listPages())
    ])
}

function element(name: string, url: string, entries: Page[]): string {
  const times = entries.map(({ modified }) => modified?.getTime())
  // A page with an unknown time may be the newest.
  const newest = times.every((time) => time !== undefined) ? new Date(Math.max(0, ...times)) : undefined
  const loc = url.replaceAll('&', '&amp;').replaceAll("'", '&apos;')
  const lastmod = newest === undefined ? '' : `<lastmod>${newest.toISOString()}</lastmod>`
  return `<${name}><loc>${loc}</loc>${lastmod}</${name}>`
}

const formatDocument = (root: string, elements: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
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

export const sitemaps = [sitemapIndex, sitemap, sitemapMarkdown]
