import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { memoise } from './memoise.ts'
import { parseWeights } from './weights.ts'

/** The content codings that are served (RFC 9110, section 8.4.1), the preferred one first. */
export const codings = ['br', 'gzip', 'identity'] as const
export type Coding = (typeof codings)[number]

/**
 * The coding to answer with, from Accept-Encoding (RFC 9110, section 12.5.3): the one of the highest weight;
 * undefined where none is acceptable.
 */
export const chooseCoding = (header = ''): Coding | undefined => choose(header)

const choose = memoise((header): Coding | undefined => {
  if (header === '') return 'identity'
  const weights = parseWeights(header)
  const weigh = (coding: Coding) =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? Number.MIN_VALUE : 0)
  const best = codings.reduce((a, b) => (weigh(b) > weigh(a) ? b : a))
  return weigh(best) > 0 ? best : undefined
})

// Small bodies are packed as hard as it goes, once; a large one would keep its first reader waiting.
const hardest = 100_000

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** The bytes in a coding, made on zlib's own threads. */
export async function encode(bytes: Buffer, coding: Coding): Promise<Buffer> {
  if (coding === 'identity') return bytes
  const small = bytes.length <= hardest
  const packed =
    coding === 'gzip'
      ? await compress.gzip(bytes, { level: small ? 9 : 6 })
      : await compress.br(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: small ? 11 : 5,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length
          }
        })
  // zlib hands out a part of a larger buffer, which would stay in memory with it.
  return Buffer.from(packed)
}
