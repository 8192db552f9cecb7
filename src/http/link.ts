/** Returns one link of a Link header (RFC 8288), with a registered relation and the media type of the target. */
export const formatLink = (target: string, relation: string, type?: string): string =>
  `<${target}>; rel="${relation}"${type ? `; type="${type}"` : ''}`

/** Returns a path as it is in a URL (RFC 3986, section 3.3); a `?` or `#` in a file name is encoded too. */
export const encodePath = (path: string): string => encodeURI(path).replace(/[?#]/g, encodeURIComponent)

/** Returns the target of a request without its query. */
export function withoutQuery(url: string): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
