import { encodePath } from '../http/encode-path.ts'
import type { PageEntry } from '../http/pages.ts'
import { type Document, xml } from './document.ts'

/** The most addresses that one sitemap may list (sitemaps.org). */
const most = 50_000

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const pathOf = (number: number) => `/sitemap-${number}.xml`

/** The list of the sitemaps. */
export const sitemapIndex: Document = {
  paths: ['/sitemap-index.xml', '/sitemap.xml'],
  mediaType: xml,
  make: async ({ baseUrl, pages }) => {
    const entries = await pages.entries()
    const numbers = Array.from({ length: countSitemaps(entries.length) }, (_, index) => index + 1)
    return document(
      'sitemapindex',
      numbers.map((number) => element('sitemap', baseUrl + pathOf(number), part(entries, number)))
    )
  }
}

/** How many sitemaps list so many pages. */
export const countSitemaps = (pages: number): number => Math.max(1, Math.ceil(pages / most))

/** The sitemap of a number from 1 on. */
export const sitemap = (number: number): Document => ({
  paths: [pathOf(number)],
  mediaType: xml,
  make: async ({ baseUrl, pages }) => {
    const entries = part(await pages.entries(), number)
    return document(
      'urlset',
      entries.map((entry) => element('url', baseUrl + encodePath(entry.path), [entry]))
    )
  }
})

const part = (entries: PageEntry[], number: number) => entries.slice((number - 1) * most, number * most)

/** An address with the time of the newest of its pages. */
function element(name: string, address: string, entries: PageEntry[]): string {
  const newest = new Date(entries.reduce((time, { modified }) => Math.max(time, modified.getTime()), 0))
  const loc = address.replaceAll('&', '&amp;').replaceAll("'", '&apos;')
  return `<${name}><loc>${loc}</loc><lastmod>${newest.toISOString()}</lastmod></${name}>`
}

const document = (root: string, elements: string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="${namespace}">`,
    ...elements,
    `</${root}>`,
    ''
  ].join('\n')
