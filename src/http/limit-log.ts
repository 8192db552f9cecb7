import type { FastifyBaseLogger } from 'fastify'

const noCounts = { connections: 0, bodies: 0, files: 0, mcp: 0, responses: 0, unsent: 0 }

/** The name of a limit that all clients share. */
export type Limit = keyof typeof noCounts

const minuteMs = 60_000

/** Counts how often each limit is reached. Logs the first time at once, then at most once per minute. */
export class LimitLog {
  readonly counts = { ...noCounts }
  readonly #logger: Pick<FastifyBaseLogger, 'warn'>
  readonly #intervalMs: number
  /** How often each limit was reached since its last log line. */
  readonly #pending = { ...noCounts }
  /** The limits that have a log line in the current interval. */
  readonly #recentlyLogged = new Set<Limit>()

  constructor(logger: Pick<FastifyBaseLogger, 'warn'>, intervalMs = minuteMs) {
    this.#logger = logger
    this.#intervalMs = intervalMs
  }

  count(limit: Limit): void {
    this.counts[limit] += 1
    if (this.#recentlyLogged.has(limit)) this.#pending[limit] += 1
    else this.#log(limit, 1)
  }

  #log(limit: Limit, count: number): void {
    this.#logger.warn({ limit, count }, 'limit reached')
    this.#pending[limit] = 0
    this.#recentlyLogged.add(limit)
    setTimeout(() => this.#logPending(limit), this.#intervalMs).unref()
  }

  #logPending(limit: Limit): void {
    this.#recentlyLogged.delete(limit)
    if (this.#pending[limit] > 0) this.#log(limit, this.#pending[limit])
  }
}
