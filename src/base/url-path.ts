/** Returns a path without its percent-encoding; unchanged if it does not decode to UTF-8. */
export const decodePath = (path: string): string => tryDecodePath(path) ?? path

/** Returns a path without its percent-encoding, or undefined if it does not decode to UTF-8. */
export function tryDecodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

export const trimSlash = (path: string): string => path.replace(/(?<=.)\/$/, '')

/** Returns the path of a link without its percent-encoding, in composed characters. */
export const pathOf = (link: string): string => decodePath(link.replace(/[?#].*/, '')).normalize()

// Delimiters and the percent sign: they mean something else if they are not encoded (RFC 3986, section 2.2).
const encodedDelimiter = /(%(?:2[3-6bcf]|3[abdf]|40|5[bd]))/i

const normalizeEncoding = (part: string, index: number): string => {
  const decoded = index % 2 === 0 ? tryDecodePath(part) : undefined
  return decoded === undefined
    ? part.replace(/%../g, (octet) => octet.toUpperCase())
    : encodeURI(decoded.normalize())
}

/** Returns the one spelling of the URLs that are the same (RFC 3986, section 6.2), in composed characters. */
export function normalizeUrl(url: string): string {
  const parsed = new URL(url)
  // Removes a "?" or "#" with nothing after it, which the parts do not have.
  if (parsed.search === '') parsed.search = ''
  if (parsed.hash === '') parsed.hash = ''
  const { href, pathname, search, hash } = parsed
  const rest = pathname + search + hash
  return (
    href.slice(0, href.length - rest.length) + rest.split(encodedDelimiter).map(normalizeEncoding).join('')
  )
}

/** Returns a URL of the site of `baseUrl` in its one spelling, and any other as it is. */
export function normalizeOwnUrl(url: string, baseUrl: string): string {
  const normal = URL.canParse(url) && url !== baseUrl ? normalizeUrl(url) : ''
  const start = normalizeUrl(`${baseUrl}/`)
  return normal.startsWith(start) ? `${baseUrl}/${normal.slice(start.length)}` : url
}

/**
 * Returns the canonical paths that may be meant by a path at which nothing is: in composed characters, and with a slash, in
 * the order of preference; and without a slash or extension, which only a page can have.
 */
export function listSpellings(requested: string): { paths: string[]; page: string } {
  const path = requested.normalize()
  const folder = path.endsWith('/index.html') ? path.slice(0, -'index.html'.length) : `${path}/`
  return { paths: [path, folder], page: path.replace(/(?:\.html|\/)$/, '') }
}

/** Returns the path of a page without the slash or extension at its end: `/contact` of `/contact/` and `/contact.html`. */
export const trimPath = (path: string): string => path.replace(/(?:\/index\.html|\.html|\/)$/, '')

/** Returns a path as it is in a URL (RFC 3986, section 3.3); a `?` or `#` in a file name is encoded too. */
export const encodePath = (path: string): string => encodeURI(path).replace(/[?#]/g, encodeURIComponent)

export function withoutQuery(url: string): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}

/** Returns the target of a redirect with the query of the requested URL, unless it has its own (RFC 9110, section 15.4.9). */
export function keepQuery(target: string, requested: string): string {
  const query = target.includes('?') ? '' : requested.slice(withoutQuery(requested).length)
  return target.replace(/(?=#)|$/, () => query)
}

/** Returns one link of a Link header (RFC 8288), with a registered relation and the media type of the target. */
export const formatLink = (target: string, relation: string, type?: string): string =>
  `<${target}>; rel="${relation}"${type ? `; type="${type}"` : ''}`

/** Returns the Link header of a form of a page: its canonical URL, its other form with its media type, and further links. */
export const formatPageLinks = (canonical: string, other: string, type: string, links: string[]): string =>
  [formatLink(canonical, 'canonical'), formatLink(other, 'alternate', type), ...links].join(', ')

/** Returns a URL as a link: only its path if it is on the site of `baseUrl`, which has no slash at its end. */
export function toHref(url: string, baseUrl: string): string {
  if (url === baseUrl) return '/'
  // A path that begins with two slashes would be another host (RFC 3986, section 4.2).
  return url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length).replace(/^\/(?=\/)/, '/./') : url
}
