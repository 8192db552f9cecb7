import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { memoise } from './memoise.ts'
import { maxHeaderLength, parseWeights } from './weights.ts'

/** The content encodings of responses (RFC 9110, section 8.4.1), in order of preference. */
export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/**
 * Returns the content encoding with the highest weight in Accept-Encoding (RFC 9110, section 12.5.3), or undefined if
 * none is acceptable.
 */
export const chooseEncoding = (header = ''): Encoding | undefined =>
  header.length > maxHeaderLength ? 'identity' : choose(header)

const choose = memoise((header): Encoding | undefined => {
  if (header === '') return 'identity'
  const weights = parseWeights(header)
  const weigh = (encoding: Encoding) =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? Number.MIN_VALUE : 0)
  const best = encodings.reduce((a, b) => (weigh(b) > weigh(a) ? b : a))
  return weigh(best) > 0 ? best : undefined
})

// Up to this length, a body is compressed with the highest quality. The first client of a longer one would wait for it.
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
  // A copy, because zlib returns a slice of a larger buffer, which would stay in memory with it.
  return Buffer.from(compressed)
}

const compressed = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>()

/** Returns the bytes in a content encoding; compresses the same buffer once, on the threads of zlib. */
export function encode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  const known = compressed.get(bytes) ?? new Map<Encoding, Promise<Buffer>>()
  const result = known.get(encoding) ?? compress(bytes, encoding)
  compressed.set(bytes, known.set(encoding, result))
  return result
}
