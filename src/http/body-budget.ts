import type { IncomingMessage } from 'node:http'
import type { LimitLog } from './limit-log.ts'

/** Limits in bytes: of one body, of the part of a body that needs no budget, and of all unfinished bodies together. */
const defaults = { maxBodyBytes: 65_536, freeBytes: 4096, maxTotalBytes: 8 * 2 ** 20 }

// A limit, because each chunk costs about 2 µs, however short it is. A client that sends 64 KB at once sends at most four.
const maxChunks = 1000

const reasons = {
  400: `The body was cut off, or came in more than ${maxChunks} chunks.`,
  413: `The body is larger than ${defaults.maxBodyBytes / 1024} KiB.`,
  503: 'The server is busy with other request bodies. Try again.'
} as const

/** The reason why a body was not read, with the status of the response. */
export class BodyError extends Error {
  readonly statusCode: keyof typeof reasons

  constructor(statusCode: keyof typeof reasons) {
    super(reasons[statusCode])
    this.statusCode = statusCode
  }
}

/**
 * Reads bodies into a bounded amount of memory. It copies each body into one buffer as it arrives, because the chunks of
 * a body that is sent byte by byte take hundreds of times its size. The first 4 KB of a body need no budget, so the server
 * reads a short body even while others fill the budget.
 */
export class BodyBudget {
  readonly #limitLog: LimitLog
  readonly #limits: typeof defaults
  #total = 0

  constructor(limitLog: LimitLog, limits = defaults) {
    this.#limitLog = limitLog
    this.#limits = limits
  }

  /** Returns the body as text in UTF-8; rejects with a BodyError. */
  read(request: IncomingMessage): Promise<string> {
    const { maxBodyBytes, freeBytes } = this.#limits
    return new Promise((resolve, reject) => {
      let bytes: Buffer = Buffer.allocUnsafeSlow(freeBytes)
      let length = 0
      let chunks = 0
      const stopReading = () => {
        request.off('data', add).off('end', finish).off('close', cut)
        this.#total -= bytes.length - freeBytes
      }
      const fail = (status: keyof typeof reasons) => {
        stopReading()
        // Discards the rest of a body that is too large, so its client can read the response.
        if (status === 400) request.pause()
        else request.resume()
        reject(new BodyError(status))
      }
      const add = (chunk: Buffer) => {
        const needed = length + chunk.length
        chunks += 1
        if (chunks > maxChunks) return fail(400)
        if (needed > maxBodyBytes) return fail(413)
        if (needed > bytes.length) {
          const grown = this.#grow(bytes, needed)
          if (grown === undefined) return fail(503)
          bytes = grown
        }
        length += chunk.copy(bytes, length)
      }
      const finish = () => {
        stopReading()
        resolve(bytes.toString('utf8', 0, length))
      }
      const cut = () => fail(400)
      request.on('data', add).on('end', finish).on('close', cut)
      request.once('error', () => {})
      if (Number(request.headers['content-length']) > maxBodyBytes) fail(413)
    })
  }

  /** Returns a copy with at least twice the size, or undefined if the budget is full. Doubling keeps copying cheap. */
  #grow(bytes: Buffer, needed: number): Buffer | undefined {
    const { maxBodyBytes, maxTotalBytes } = this.#limits
    const size = Math.min(Math.max(bytes.length * 2, needed), maxBodyBytes)
    const total = this.#total + size - bytes.length
    if (total > maxTotalBytes) {
      this.#limitLog.count('bodies')
      return undefined
    }
    this.#total = total
    const grown = Buffer.allocUnsafeSlow(size)
    bytes.copy(grown)
    return grown
  }
}
