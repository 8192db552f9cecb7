import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Errors } from './errors.ts'

interface Options {
  errors: Errors
  isReady: () => boolean
}

/** Serves the liveness (/healthz) and readiness (/readyz) probes, without caching, access log or API documentation. */
export async function health(app: FastifyInstance, { errors, isReady }: Options) {
  const options = { logLevel: 'error' } as const
  app.get('/healthz', options, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' })
  )
  app.get('/readyz', options, (_request, reply) =>
    isReady()
      ? reply.header('cache-control', 'no-store').send({ status: 'ready' })
      : errors.send(reply, 'unavailable', 'The server is shutting down.')
  )
}

/** How recently a load balancer must have probed to be waited for, and for how long. */
const defaults = { probeWindowMs: 15_000, drainMs: 5000 }

/** Readiness state. On shutdown, a polling load balancer gets 503 before the server stops accepting connections. */
export class Readiness {
  readonly #times: typeof defaults
  #lastProbe = Number.NEGATIVE_INFINITY
  isDraining = false

  constructor(times = defaults) {
    this.#times = times
  }

  probe(): boolean {
    this.#lastProbe = performance.now()
    return !this.isDraining
  }

  /** Lets load balancers notice, for at most `limit` ms. A probe does not end it sooner, because anybody can send one. */
  async drain(limit: number): Promise<void> {
    this.isDraining = true
    const { probeWindowMs, drainMs } = this.#times
    if (performance.now() - this.#lastProbe <= probeWindowMs) await sleep(Math.min(drainMs, limit))
  }
}
