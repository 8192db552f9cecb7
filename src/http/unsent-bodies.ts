import type { ServerResponse } from 'node:http'
import type { LimitLog } from './limit-log.ts'

/** Limits in bytes: the shortest body that counts, and the total of all bodies that count. */
const defaults = { minBytes: 16_384, maxBytes: 32 * 2 ** 20 }

/**
 * Limits the memory of response bodies that their clients have not read yet. They stay in memory even after the response
 * cache has evicted them. A body that several responses share counts once.
 */
export class UnsentBodies {
  readonly #limitLog: LimitLog
  readonly #limits: typeof defaults
  readonly #responses = new Map<Buffer, number>()
  #bytes = 0

  constructor(limitLog: LimitLog, limits = defaults) {
    this.#limitLog = limitLog
    this.#limits = limits
  }

  /** Returns whether a body can be sent now. */
  hasRoom(body: Buffer): boolean {
    const { minBytes, maxBytes } = this.#limits
    if (body.length < minBytes || this.#responses.has(body) || this.#bytes === 0) return true
    return this.#bytes + body.length <= maxBytes
  }

  /** Returns whether a body can be sent now. If not, counts that the limit is reached, and the caller sends 503. */
  admits(body: Buffer): boolean {
    const isAdmitted = this.hasRoom(body)
    if (!isAdmitted) this.#limitLog.count('unsent')
    return isAdmitted
  }

  /** Counts a body until its response is sent or its client disconnects. */
  hold(body: Buffer, response: ServerResponse): void {
    if (body.length < this.#limits.minBytes || response.destroyed) return
    const responses = this.#responses.get(body) ?? 0
    if (responses === 0) this.#bytes += body.length
    this.#responses.set(body, responses + 1)
    response.once('close', () => this.#release(body))
  }

  #release(body: Buffer): void {
    const responses = Number(this.#responses.get(body)) - 1
    this.#responses.set(body, responses)
    if (responses > 0) return
    this.#responses.delete(body)
    this.#bytes -= body.length
  }
}
