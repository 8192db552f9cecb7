import type { Business } from '../business/business.ts'
import { decodePath, trimPath } from '../business/url-path.ts'
import { listLinkedFacts } from './linked-facts.ts'
import { pageTable } from './page-table.ts'

const factRows = pageTable.filter(({ subject }) => subject === 'business')

/**
 * Returns the pages of a custom site in the order of a table of contents. First the home page and the pages at the paths
 * of the built-in pages with facts, then the other pages that the data links to, then the rest in their order.
 */
export function putFactsFirst<Page>(
  pages: Map<string, Page>,
  business: Business,
  baseUrl: string
): Map<string, Page> {
  const links = listLinkedFacts(business)
    .filter(({ url }) => url.startsWith(`${baseUrl}/`))
    .map(({ url }) => new URL(url).pathname)
    .map(decodePath)
  const first = [...factRows.map(({ path }) => path), ...links].map(trimPath)
  const places = new Map(Array.from(first, (path, place): [string, number] => [path, place]).reverse())
  const ranked = Array.from(pages, (entry) => ({
    entry,
    place: places.get(trimPath(entry[0])) ?? first.length
  }))
  return new Map(ranked.sort((a, b) => a.place - b.place).map(({ entry }) => entry))
}
