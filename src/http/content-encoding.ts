import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createHeaderReader } from './weights.ts'

/** The content encodings of responses (RFC 9110, section 8.4.1), in order of preference. */
const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/**
 * Returns the content encoding with the highest weight in Accept-Encoding (RFC 9110, section 12.5.3), or undefined if
 * none is acceptable.
 */
export const chooseEncoding = createHeaderReader<Encoding | undefined>((weights) => {
  const weigh = (encoding: Encoding) =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? Number.MIN_VALUE : 0)
  const best = encodings.reduce((a, b) => (weigh(b) > weigh(a) ? b : a))
  return weigh(best) > 0 ? best : undefined
}, 'identity')

// Compresses a body up to this length with the highest quality. For a longer one, that would delay the first response.
const maxBestBytes = 100_000

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return bytes
  const isSmall = bytes.length <= maxBestBytes
  const compressed =
    encoding === 'gzip'
      ? await compressors.gzip(bytes, { level: isSmall ? 9 : 6 })
      : await compressors.br(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: isSmall ? 11 : 5,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length
          }
        })
  // A copy, because zlib returns a slice of a larger buffer, which the slice would keep in memory.
  return Buffer.from(compressed)
}

const encodingsOf = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>()

/** Returns the bytes in a content encoding. Compresses each buffer only once, in the thread pool of zlib. */
export function encode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const results = encodingsOf.get(bytes) ?? new Map<Encoding, Promise<Buffer>>()
  const result = results.get(encoding) ?? compress(bytes, encoding)
  encodingsOf.set(bytes, results.set(encoding, result))
  /* c8 ignore next: only a lack of memory makes zlib fail, and the next request tries again */
  result.catch(() => results.delete(encoding))
  return result
}
