import { encodePath } from '../http/link.ts'
import { agentResources } from '../surfaces/agent-resources.ts'
import type { PageEntry } from '../surfaces/page-list.ts'
import { type DiscoveryDocument, xmlType } from './document.ts'

/** The maximum number of URLs in one sitemap (sitemaps.org). */
const maxUrls = 50_000

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const pathOf = (number: number) => `/sitemap-${number}.xml`

/** Lists the sitemaps. */
export const sitemapIndex: DiscoveryDocument = {
  paths: [agentResources.sitemap.path, '/sitemap.xml'],
  mediaType: xmlType,
  create: async ({ baseUrl, pages }) => {
    const entries = await pages.entries()
    const numbers = Array.from({ length: countSitemaps(entries.length) }, (_, index) => index + 1)
    return formatDocument(
      'sitemapindex',
      numbers.map((number) => element('sitemap', baseUrl + pathOf(number), selectPart(entries, number)))
    )
  }
}

/** Returns the number of sitemaps that the site needs for its pages. */
export const countSitemaps = (pages: number): number => Math.max(1, Math.ceil(pages / maxUrls))

/** Returns the sitemap with a number, which starts at 1. */
export const sitemap = (number: number): DiscoveryDocument => ({
  paths: [pathOf(number)],
  mediaType: xmlType,
  create: async ({ baseUrl, pages }) => {
    const entries = selectPart(await pages.entries(), number)
    return formatDocument(
      'urlset',
      entries.map((entry) => element('url', baseUrl + encodePath(entry.path), [entry]))
    )
  }
})

const selectPart = (entries: PageEntry[], number: number) =>
  entries.slice((number - 1) * maxUrls, number * maxUrls)

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
