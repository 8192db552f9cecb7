const maxEntries = 50_000
const maxEntrySize = 10_000

/** An entry of a sitemap. */
export interface Entry {
  loc: string
  lastmod?: string
}

const unescapeXml = (text: string) =>
  text
    .replaceAll('&apos;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Returns the URLs of the Sitemap lines of robots.txt (sitemaps.org, protocol). */
export const findSitemapUrls = (robots: string): string[] =>
  Array.from(robots.matchAll(/^sitemap:[ \t]*(\S+)/gim), ([, url = '']) => url)

/** Returns the URL and time of every XML element with this name. */
export function findEntries(xml: string, name: string): Entry[] {
  // No pattern from the beginning of an element to its end: a file that never closes one would take hours.
  const parts = xml.split(`<${name}>`, maxEntries + 1).slice(1)
  const elements = parts.flatMap((part) => part.slice(0, maxEntrySize).split(`</${name}>`, 2).slice(0, -1))
  return elements.map((inner) => {
    const loc = readElement(inner, 'loc') ?? ''
    const lastmod = readElement(inner, 'lastmod')
    return { loc, ...(lastmod !== undefined && { lastmod }) }
  })
}

/** Returns the text of the first element with this name, which may be a CDATA section; undefined if it is missing. */
function readElement(xml: string, name: string): string | undefined {
  const [, rest] = xml.split(`<${name}>`, 2)
  const [inner, ...after] = rest?.split(`</${name}>`, 2) ?? []
  if (inner === undefined || after.length === 0) return undefined
  const text = inner.trim()
  const isCdata = text.startsWith('<![CDATA[') && text.endsWith(']]>')
  return isCdata ? text.slice(9, -3).trim() : unescapeXml(text)
}
