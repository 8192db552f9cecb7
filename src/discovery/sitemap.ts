import { encodePath } from '../http/link.ts'
import { agentResources } from '../surfaces/agent-resources.ts'
import type { PageEntry } from '../surfaces/page-list.ts'
import { type DiscoveryDocument, xmlType } from './document.ts'

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Lists every page. One sitemap is enough: it may have 50,000 URLs (sitemaps.org), and no site has half as many pages. */
export const sitemap: DiscoveryDocument = {
  paths: ['/sitemap-1.xml'],
  mediaType: xmlType,
  create: async ({ baseUrl, pages }) =>
    formatDocument(
      'urlset',
      (await pages.entries()).map((entry) => element('url', baseUrl + encodePath(entry.path), [entry]))
    )
}

/** Lists the sitemap, and when the newest page changed. */
export const sitemapIndex: DiscoveryDocument = {
  paths: [agentResources.sitemap.path, '/sitemap.xml'],
  mediaType: xmlType,
  create: async ({ baseUrl, pages }) =>
    formatDocument('sitemapindex', [element('sitemap', baseUrl + sitemap.paths[0], await pages.entries())])
}

/** Returns an element with a URL and the time at which the newest of its pages changed, if that is known. */
function element(name: string, url: string, entries: PageEntry[]): string {
  const times = entries.map(({ modified }) => modified?.getTime())
  // A page with an unknown time may be the newest.
  const newest = times.every((time) => time !== undefined) ? new Date(Math.max(0, ...times)) : undefined
  const loc = url.replaceAll('&', '&amp;').replaceAll("'", '&apos;')
  const lastmod = newest === undefined ? '' : `<lastmod>${newest.toISOString()}</lastmod>`
  return `<${name}><loc>${loc}</loc>${lastmod}</${name}>`
}

const formatDocument = (root: string, elements: string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="${namespace}">`,
    ...elements,
    `</${root}>`,
    ''
  ].join('\n')
