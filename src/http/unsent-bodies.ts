import type { ServerResponse } from 'node:http'
import type { LimitLog } from './limit-log.ts'

/** In bytes: the shortest body that counts, and all that count together. */
const defaults = { min: 16_384, max: 32 * 2 ** 20 }

/**
 * Bounds the memory of bodies that their clients have not read yet, which stay in memory even when the response cache has
 * evicted them. A body that several responses share counts once.
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

  /** Returns whether a body can be sent now; if not, the response is 503. */
  admits(body: Buffer): boolean {
    if (body.length < this.#limits.min || this.#responses.has(body) || this.#bytes === 0) return true
    if (this.#bytes + body.length <= this.#limits.max) return true
    this.#limitLog.count('unsent')
    return false
  }

  /** Counts a body until its response has been sent or its client has gone. */
  hold(body: Buffer, response: ServerResponse): void {
    if (body.length < this.#limits.min || response.destroyed) return
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
