/** Whether If-None-Match names the entity tag, by weak comparison (RFC 9110, section 13.1.2). */
export function matchesNone(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag || header === '*') return true
  return Array.from(header.matchAll(/"[^"]*"/g), ([tag]) => tag).includes(etag)
}
