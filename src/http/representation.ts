import { createHash } from 'node:crypto'
import { type Coding, encode } from './coding.ts'

/** Bytes of one media type and the same bytes in every coding, each made once, when it is first asked for. */
export class Representation {
  readonly mediaType: string
  readonly #bytes: Buffer
  readonly #hash: string
  readonly #encoded = new Map<Coding, Promise<Buffer>>()

  constructor(body: string | Buffer, mediaType: string) {
    this.mediaType = mediaType
    this.#bytes = Buffer.isBuffer(body) ? body : Buffer.from(body)
    this.#hash = createHash('sha256').update(this.#bytes).digest('base64url').slice(0, 22)
  }

  /** Bytes without a coding, which are held whether or not they are sent. */
  get size(): number {
    return this.#bytes.length
  }

  /** A strong entity tag, another for each coding (RFC 9110, section 8.8.3). */
  etag(coding: Coding): string {
    return coding === 'identity' ? `"${this.#hash}"` : `"${this.#hash}-${coding}"`
  }

  /** The bytes in a coding. */
  bytes(coding: Coding): Promise<Buffer> {
    const made = this.#encoded.get(coding) ?? encode(this.#bytes, coding)
    this.#encoded.set(coding, made)
    return made
  }
}

/** A value as JSON in UTF-8 (RFC 8259). */
export const representJson = (value: unknown) =>
  new Representation(JSON.stringify(value), 'application/json; charset=utf-8')
