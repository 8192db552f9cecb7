import type { FastifyBaseLogger } from 'fastify'

/** The limits on what all clients together may hold. */
export type Limit = 'connections' | 'bodies' | 'files' | 'mcp' | 'responses' | 'unsent'

const minuteMs = 60_000

/** Counts how often each limit was reached, and logs it: the first time at once, then once a minute at most. */
export class LimitLog {
  readonly counts: Record<Limit, number> = {
    connections: 0,
    bodies: 0,
    files: 0,
    mcp: 0,
    responses: 0,
    unsent: 0
  }
  readonly #logger: Pick<FastifyBaseLogger, 'warn'>
  readonly #intervalMs: number
  /** How often each limit was reached since the last line, and which limits have a line in this minute. */
  readonly #pending = { ...this.counts }
  readonly #isLogged = new Set<Limit>()

  constructor(logger: Pick<FastifyBaseLogger, 'warn'>, intervalMs = minuteMs) {
    this.#logger = logger
    this.#intervalMs = intervalMs
  }

  count(limit: Limit): void {
    this.counts[limit] += 1
    if (this.#isLogged.has(limit)) this.#pending[limit] += 1
    else this.#log(limit, 1)
  }

  #log(limit: Limit, count: number): void {
    this.#logger.warn({ limit, count }, 'limit reached')
    this.#pending[limit] = 0
    this.#isLogged.add(limit)
    setTimeout(() => this.#logPending(limit), this.#intervalMs).unref()
  }

  #logPending(limit: Limit): void {
    this.#isLogged.delete(limit)
    if (this.#pending[limit] > 0) this.#log(limit, this.#pending[limit])
  }
}
