import { memoise } from '../base/cache.ts'

// A limit, because parsing a header of 15 KB takes 2 ms. No common client sends a longer Accept or Accept-Encoding.
const maxHeaderLength = 1024

/** Returns a cached function of a header such as Accept; `otherwise` is its result for one that is too long to parse. */
export function createHeaderReader<T>(choose: (weights: Map<string, number>) => T, otherwise: T) {
  const read = memoise((header: string) => choose(parseWeights(header)))
  return (header = '') => (header.length > maxHeaderLength ? otherwise : read(header))
}

/** In lower case and in order (RFC 9110, section 12.4.2). A repeated element gets its lowest weight. */
function parseWeights(header: string): Map<string, number> {
  const ranges = split(header.toLowerCase(), elements).flatMap((element) => {
    const [name = '', ...parameters] = split(element, parts)
    const q = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '') ?? '1'
    return name !== '' && qvalue.test(q) ? [{ name, q: Number(q), isPlain: parameters.every(isServed) }] : []
  })
  const plain = new Set(ranges.filter(({ isPlain }) => isPlain).map(({ name }) => name))
  const weights = new Map<string, number>()
  for (const { name, q, isPlain } of ranges)
    if (isPlain || !plain.has(name)) weights.set(name, Math.min(q, weights.get(name) ?? 1))
  return weights
}

// A range with another parameter is for a type that no page has, so it counts only if the type is not also listed without it.
const isServed = (parameter: string) => /^(?:q|charset)\s*=/.test(parameter)

// A comma or semicolon inside a quoted string does not separate (RFC 9110, section 5.6.4).
const elements = /(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g
const parts = /(?:[^;"]|"(?:\\.|[^"\\])*"?)+/g
const split = (text: string, pattern: RegExp) => (text.match(pattern) ?? []).map((part) => part.trim())

const qvalue = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

const pageTypes = ['text/html', 'text/markdown'] as const
type PageType = (typeof pageTypes)[number]

/** Returns the weight of the most specific range in Accept that matches a media type (RFC 9110, section 12.5.1). */
const weightOf = (weights: Map<string, number>, type: PageType): number =>
  weights.get(type) ?? weights.get('text/*') ?? weights.get('*/*') ?? 0

const range = /^(?:\*\/\*|[^\s/*]+\/[^\s/]+)$/

/** Returns undefined if no type is acceptable. Of two with the same weight, the first in Accept wins. */
export const chooseMediaType = createHeaderReader<PageType | undefined>((elements) => {
  const weights = new Map([...elements].filter(([name]) => range.test(name)))
  if (weights.size === 0) return pageTypes[0]
  const order = [...weights.keys(), ...pageTypes]
  const [best] = pageTypes
    .filter((type) => weightOf(weights, type) > 0)
    .sort((a, b) => weightOf(weights, b) - weightOf(weights, a) || order.indexOf(a) - order.indexOf(b))
  return best
}, pageTypes[0])

export const allowsHtml = createHeaderReader((weights) => weightOf(weights, 'text/html') > 0, true)

// In order of preference (RFC 9110, section 8.4.1).
const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** Returns the encoding with the highest weight (RFC 9110, section 12.5.3), or undefined if none is acceptable. */
export const chooseEncoding = createHeaderReader<Encoding | undefined>((weights) => {
  const weigh = (encoding: Encoding) =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? Number.MIN_VALUE : 0)
  const best = encodings.reduce((a, b) => (weigh(b) > weigh(a) ? b : a))
  return weigh(best) > 0 ? best : undefined
}, 'identity')

/** The conditions of a request (RFC 9110, section 13.1), and the part that it asks for. */
interface RequestHeaders {
  range?: string | undefined
  'if-range'?: string | undefined
  'if-match'?: string | undefined
  'if-none-match'?: string | undefined
  'if-modified-since'?: string | undefined
  'if-unmodified-since'?: string | undefined
}

type ResponseHeaders = Record<string, string>

/** By weak comparison (RFC 9110, sections 13.1.2 and 13.2.2), because a CDN that compresses a response makes its tag weak. */
export function isNotModified(headers: RequestHeaders, sent: ResponseHeaders): boolean {
  const tags = headers['if-none-match']
  const since = headers['if-modified-since']
  if (tags === undefined && since === undefined) return false
  const { etag = '', 'cache-control': control, 'last-modified': modified } = sent
  // The facts may go back to an older state, so only the ETag decides, except for files.
  if (tags === undefined) return control === 'no-cache' && parseHttpDate(since) >= parseHttpDate(modified)
  if (tags === etag || tags === '*') return true
  return Array.from(tags.matchAll(/"[^"]*"/g), ([tag]) => tag).includes(etag.replace(/^W\//, ''))
}

/** Returns whether a response does not meet If-Match, or else If-Unmodified-Since (RFC 9110, section 13.2.2). */
export function failsPrecondition(headers: RequestHeaders, sent: ResponseHeaders): boolean {
  const tags = headers['if-match']
  if (tags === undefined)
    return parseHttpDate(sent['last-modified']) > parseHttpDate(headers['if-unmodified-since'])
  if (tags === '*') return false
  const { etag = '' } = sent
  const all = Array.from(tags.matchAll(/(?:W\/)?"[^"]*"/g), ([tag]) => tag)
  // A weak tag never matches (section 8.8.3.2).
  return !all.includes(etag) || etag.startsWith('W/')
}

const httpDate =
  /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4}|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d) \d\d:\d\d:\d\d GMT$/
// The form of asctime, which has no time zone.
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/

/** Returns the milliseconds of an HTTP-date; NaN if it has another form or is missing (RFC 9110, section 5.6.7). */
function parseHttpDate(text = ''): number {
  if (asctimeDate.test(text)) return Date.parse(`${text} GMT`)
  return httpDate.test(text) ? Date.parse(text) : Number.NaN
}

/**
 * Returns the part of a file that a GET requests (RFC 9110, section 14.2), undefined for the whole file or several parts, and
 * null if the file does not have the part. If-Range must be exactly the time of the file (section 13.1.5), because a client
 * appends the part to its own, and the ETag is weak.
 */
export function choosePart(
  { range = '', 'if-range': condition }: RequestHeaders,
  size: number,
  lastModified: string | undefined
): { start: number; end: number } | null | undefined {
  const isStale = condition !== undefined && condition !== lastModified
  if (isStale || !range.startsWith('bytes=') || range.includes(',')) return undefined
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range.replaceAll(' ', '')) ?? []
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start <= end && first + last !== '' ? { start, end } : null
}

/** Returns the headers of a 304 for a response (RFC 9110, section 15.4.5). */
export function toNotModified(headers: ResponseHeaders): ResponseHeaders {
  const {
    'content-type': _type,
    'content-length': _length,
    'content-encoding': _encoding,
    ...others
  } = headers
  return others
}

/** Returns headers whose `max-age` is at most the time until the response expires, in milliseconds. */
export function limitAge(headers: ResponseHeaders, left: number): ResponseHeaders {
  const seconds = Math.max(0, Math.floor(left / 1000))
  const control = String(headers['cache-control'])
  return {
    ...headers,
    'cache-control': control.replace(/(?<=max-age=)\d+/, (age) => String(Math.min(Number(age), seconds)))
  }
}
