import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** What conditions compare: the ETag, the date that If-Modified-Since compares if any, and the headers of a response. */
interface Validators {
  etag: string
  lastModified: string | undefined
  headers: Record<string, string>
}

const httpDate =
  /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4}|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d) \d\d:\d\d:\d\d GMT$/
// The form of asctime, which has no time zone.
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/

/** Returns the milliseconds of an HTTP-date; NaN if it has another form or is missing (RFC 9110, section 5.6.7). */
export function parseHttpDate(text = ''): number {
  if (asctimeDate.test(text)) return Date.parse(`${text} GMT`)
  return httpDate.test(text) ? Date.parse(text) : Number.NaN
}

/** Returns whether the client has the response: by If-None-Match, else If-Modified-Since (RFC 9110, section 13.2.2). */
export function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const tags = headers['if-none-match']
  const since = headers['if-modified-since']
  if (tags === undefined && since === undefined) return false
  if (tags === undefined) return parseHttpDate(since) >= parseHttpDate(lastModified)
  if (tags === etag || tags === '*') return true
  return Array.from(tags.matchAll(/"[^"]*"/g), ([tag]) => tag).includes(etag)
}

/**
 * Returns whether a request reads a resource unconditionally, or with If-None-Match or If-Modified-Since. `represent`
 * evaluates the other conditions (RFC 9110, sections 13.1.1 and 13.1.4).
 */
export const isRead = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers['if-match'] === undefined &&
  headers['if-unmodified-since'] === undefined

/** Returns whether a response does not meet If-Match, or else If-Unmodified-Since (RFC 9110, section 13.2.2). */
export function failsPrecondition(
  headers: IncomingHttpHeaders,
  { etag, headers: sent }: Validators
): boolean {
  const tags = headers['if-match']
  if (tags === undefined)
    return parseHttpDate(sent['last-modified']) > parseHttpDate(headers['if-unmodified-since'])
  // A weak tag never matches: section 8.8.3.2.
  return tags !== '*' && !Array.from(tags.matchAll(/(?:W\/)?"[^"]*"/g), ([tag]) => tag).includes(etag)
}
