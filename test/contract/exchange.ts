import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { HttpRequest, Reply } from '../../harness/exchange.ts'

/** The value of a fact: equal, matched, accepted by a function; or absent, if it is undefined. */
export type Expected = string | number | RegExp | undefined | ((value: string) => boolean)

/** Expected values by fact: `status`, `body` (decoded, as latin1), or the name of a header. */
export type Facts = Record<string, Expected>

export interface Exchange {
  name: string
  /** Sent before; its response has a value that the request or the facts need, such as an ETag. */
  first?: HttpRequest
  request: HttpRequest | ((first: Reply) => HttpRequest)
  expect: Facts | ((first: Reply) => Facts)
  /** Whether the server gets the first request, and the response must have no other facts. */
  isRecorded?: boolean
}

export type Ask = (request: HttpRequest) => Promise<Reply>

const decoders = new Map([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync]
])

/** Returns the names in a Vary header in one order, which has no meaning (RFC 9110, section 12.5.5). */
export const sorted = (vary: string | undefined): string | undefined => vary?.split(/,\s*/).sort().join(', ')

/** Returns the facts of a response. The body is without its content encoding. */
export function readFacts({ status, headers, body }: Reply): Map<string, string> {
  const decode = decoders.get(String(headers['content-encoding']))
  const decoded = body === '' || !decode ? body : decode(Buffer.from(body, 'latin1')).toString('latin1')
  const texts = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  const vary = sorted(headers.vary)
  return new Map([
    ...texts,
    ...(vary ? [['vary', vary] as const] : []),
    ['status', String(status)],
    ['body', decoded]
  ])
}

export function isAsExpected(expected: Expected, value: string | undefined): boolean {
  if (expected === undefined || value === undefined) return expected === value
  if (typeof expected === 'function') return isAccepted(expected, value)
  return expected instanceof RegExp ? expected.test(value) : String(expected) === value
}

function isAccepted(accepts: (value: string) => boolean, value: string): boolean {
  try {
    return accepts(value)
  } catch {
    // A body that is not JSON.
    return false
  }
}

export const get = (
  name: string,
  path: string,
  expect: Facts,
  headers: Record<string, string> = {},
  method = 'GET'
): Exchange => ({ name, request: { method, path, headers }, expect })
