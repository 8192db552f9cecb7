import type { FastifyBaseLogger } from 'fastify'

/** The limits on what all clients together may hold. */
export type Limit = 'connections' | 'bodies' | 'files' | 'mcp'

const minuteMs = 60_000

/** Counts how often each limit was reached, and logs it: the first time at once, then once a minute at most. */
export class LimitLog {
  readonly counts: Record<Limit, number> = { connections: 0, bodies: 0, files: 0, mcp: 0 }
  readonly #logger: Pick<FastifyBaseLogger, 'warn'>
  readonly #intervalMs: number
  readonly #pending = new Map<Limit, number>()

  constructor(logger: Pick<FastifyBaseLogger, 'warn'>, intervalMs = minuteMs) {
    this.#logger = logger
    this.#intervalMs = intervalMs
  }

  count(limit: Limit): void {
    this.counts[limit] += 1
    const pending = this.#pending.get(limit)
    if (pending === undefined) this.#log(limit, 1)
    else this.#pending.set(limit, pending + 1)
  }

  #log(limit: Limit, count: number): void {
    this.#logger.warn({ limit, count }, 'limit reached')
    this.#pending.set(limit, 0)
    setTimeout(() => this.#logPending(limit), this.#intervalMs).unref()
  }

  #logPending(limit: Limit): void {
    const count = this.#pending.get(limit) ?? 0
    this.#pending.delete(limit)
    if (count > 0) this.#log(limit, count)
  }
}
