type Id = string | number | null

/** What is sent for a message: an HTTP status and a JSON-RPC response, in parts; none for a notification. */
export interface Reply {
  status: number
  body: string | readonly [head: string, rest: Buffer]
}

/** The codes of JSON-RPC 2.0 that are answered without the SDK. */
export const codes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** Of the range that is left to servers (JSON-RPC 2.0, section 5.1). */
  overloaded: -32000
} as const

/** The id of a message; null where it has none that an answer could name (JSON-RPC 2.0, section 5). */
export function idOf(message: unknown): Id {
  const id: unknown = Object(message).id
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? id : null
}

/** An error for a message, or for what is none. */
export const refuse = (status: number, code: number, reason: string, message?: unknown): Reply => ({
  status,
  body: JSON.stringify({ jsonrpc: '2.0', error: { code, message: reason }, id: idOf(message) })
})

/** A result, made into bytes once; each response has it after the id of its request. */
export class Result {
  readonly #rest: Buffer
  readonly #key: string

  constructor(result: unknown, key = '') {
    const text = `,"result":${JSON.stringify(result)}}`
    // Buffer.from hands out a part of a larger buffer, which would stay in memory with it.
    this.#rest = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
    this.#rest.write(text)
    this.#key = key
  }

  /** Bytes that are held for it. */
  get size(): number {
    return this.#rest.length + 2 * this.#key.length
  }

  to(message: unknown): Reply {
    return { status: 200, body: [`{"jsonrpc":"2.0","id":${JSON.stringify(idOf(message))}`, this.#rest] }
  }
}
